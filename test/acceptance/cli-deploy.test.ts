import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callCli } from "../support/cli/call-cli";
import { BUILT_CLI } from "../support/cli/run-cli";
import { longTest } from "../support/long-test";

/** Writes its stacks in the same form as the frameworks. The file `stacks.json` declares the stacks. */
const PROGRAM = `
const { mkdirSync, readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const out = process.env.CDKTF_OUTDIR;
const stacks = {};
for (const [name, { dependencies = [], ...configuration }] of Object.entries(JSON.parse(readFileSync("stacks.json", "utf8")))) {
  const backend = { local: { path: join(process.cwd(), name + ".tfstate") } };
  mkdirSync(join(out, "stacks", name), { recursive: true });
  writeFileSync(join(out, "stacks", name, "cdk.tf.json"), JSON.stringify({ terraform: { backend }, ...configuration }));
  stacks[name] = { name, workingDirectory: "stacks/" + name, dependencies, annotations: [] };
}
writeFileSync(join(out, "manifest.json"), JSON.stringify({ stacks }));
`;

/** This stack is applied after `base`, because it reads an output of `base`. */
const web = {
  dependencies: ["base"],
  data: { terraform_remote_state: { base: { backend: "local", config: { path: "../../../base.tfstate" } } } },
  resource: { terraform_data: { page: { input: `\${data.terraform_remote_state.base.outputs.color} page` } } },
};

const base = (color: string) => ({
  resource: { terraform_data: { color: { input: color } } },
  output: { color: { value: `\${terraform_data.color.output}` } },
});

const failing = { resource: { terraform_data: { fails: { provisioner: [{ "local-exec": { command: "exit 3" } }] } } } };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "deploy-"));
  writeFileSync(join(folder, "program.js"), PROGRAM);
  writeFileSync(join(folder, "cdktf.json"), JSON.stringify({ app: `"${process.execPath}" program.js` }));
});

afterEach(() => rmSync(folder, { recursive: true }));

const declare = (stacks: Readonly<Record<string, object>>) =>
  writeFileSync(join(folder, "stacks.json"), JSON.stringify(stacks));
const run = (...words: string[]) => callCli(words, {}, folder);
const resources = (stack: string) => {
  const { resources: found } = JSON.parse(readFileSync(join(folder, `${stack}.tfstate`), "utf8")) as {
    resources: readonly { mode: string; instances: readonly { attributes: { input?: { value: string } } }[] }[];
  };
  return found.filter(({ mode }) => mode === "managed").map(({ instances }) => instances[0]?.attributes.input?.value);
};

test("deploy applies each stack after the stacks that it reads, and destroy deletes the stacks in reverse order", async () => {
  declare({ web, base: base("red") });
  const first = await run("deploy", "--yes");
  expect(first.exitCode).toBe(0);
  expect(first.stdout).toMatch(
    /^base \(cdktf\.out\/stacks\/base\): 1 to create[\s\S]*\nPlanned after this apply, because they read objects that it changes: web\.\nApplied base: 1 added, 0 changed, 0 destroyed\.\n {2}color = "red"\nweb [\s\S]*Applied web: 1 added/,
  );
  expect(resources("web")).toEqual(["red page"]);

  // An edited program is never deployed from its previous stacks.
  declare({ web, base: base("blue") });
  expect((await run("deploy", "--yes")).exitCode).toBe(0);
  expect(resources("web")).toEqual(["blue page"]);
  const unchanged = await run("deploy", "--yes");
  expect(unchanged).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/\nNothing to do\.\n$/) });

  const destroyed = await run("destroy", "--yes");
  expect(destroyed.stdout.match(/^Applied .*$/gm)).toEqual([
    "Applied web: 0 added, 0 changed, 1 destroyed.",
    "Applied base: 0 added, 0 changed, 1 destroyed.",
  ]);
  expect([resources("web"), resources("base")]).toEqual([[], []]);
});

longTest("deploy stops at a stack that fails, and lists the stacks that it did not apply", async () => {
  declare({ a: base("red"), b: failing, c: base("red"), d: { ...web, dependencies: ["a"] } });
  const { exitCode, stdout, stderr } = await run("deploy", "--yes");
  expect(exitCode).toBe(1);
  expect(stdout).toContain("error: local-exec provisioner error");
  expect(stderr).toContain(
    "error: The apply of b failed. Applied: a, b (in part). Not applied: c, d. Fix: Correct the cause, and run the command again. It plans what is left.\n",
  );
  expect(existsSync(join(folder, "c.tfstate"))).toBe(false);
});

longTest(
  "deploy applies nothing if a plan fails, a stack is unknown, or the plan differs from the reviewed plan",
  async () => {
    declare({ base: base("red"), web: { ...web, dependencies: [] } });
    expect(await run("deploy", "--yes")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("error: The plan of web failed. Applied: none. Not applied: base, web.\n"),
    });
    expect((await run("deploy", "base", "nope", "--yes")).stderr).toContain(
      'No stack has the name "nope". Existing names: base, web.',
    );
    expect(await run("plan", "cdktf.out/stacks/base", "--output", "plan.md")).toMatchObject({ exitCode: 2 });
    declare({ base: base("green") });
    const refused = await run("deploy", "--yes", "--reviewed", "plan.md");
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toMatch(
      /differs from the reviewed plan \(plan\.md\): base: terraform_data\.color \(changed\).* Applied: none\. Not applied: base\. Fix: /,
    );
    expect(existsSync(join(folder, "base.tfstate"))).toBe(false);

    declare({ base: base("red") });
    expect(await run("deploy", "--yes", "--reviewed", "plan.md")).toMatchObject({ exitCode: 0 });
    expect(resources("base")).toEqual(["red"]);
  },
);

test("deploy applies a reviewed plan of several stacks, and stops if a later plan differs from the review", async () => {
  declare({ base: base("red"), web });
  await run("deploy", "--yes");
  declare({ base: base("blue"), web });
  await run("plan", "--output", "plan.md");
  const { exitCode, stderr } = await run("deploy", "--yes", "--reviewed", "plan.md");
  expect(exitCode).toBe(1);
  expect(stderr).toContain("web: terraform_data.page (not reviewed)");
  expect(stderr).toContain("Applied: base. Not applied: web. Fix: Review the plan above");
  expect([resources("base"), resources("web")]).toEqual([["blue"], ["red page"]]);
});

test("deploy waits for the engine after an interrupt, and lists the stacks that it did not apply", async () => {
  const ready = join(folder, "ready");
  execFileSync("mkfifo", [ready]);
  const provisioner = [{ "local-exec": { command: `echo runs > '${ready}'; exec sleep 60` } }];
  declare({ slow: { resource: { terraform_data: { slow: { provisioner } } } }, later: base("red") });
  const child = spawn(process.execPath, [BUILT_CLI, "deploy", "--yes"], { cwd: folder, stdio: "pipe" });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const file = await open(ready, "r");
  await file.readFile();
  await file.close();
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(said).toContain("Interrupted. Applied: slow (in part). Not applied: later.\n");
  expect(existsSync(join(folder, ".slow.tfstate.lock.info"))).toBe(false);
});

longTest("deploy checks the types of the program before it runs it", async () => {
  declare({ base: base("red") });
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ files: ["main.ts"] }));
  writeFileSync(join(folder, "main.ts"), 'export const port: number = "80";\n');
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(__dirname, "..", "..", "node_modules", "typescript"), join(folder, "node_modules", "typescript"));
  const { exitCode, stderr } = await run("deploy", "--yes");
  expect(exitCode).toBe(1);
  expect(stderr).toContain(
    "error: The program has type errors.\nmain.ts:1: error TS2322: Type 'string' is not assignable to type 'number'.\nFix: Correct the types, or leave out this check with --no-check.\n",
  );
  expect(existsSync(join(folder, "cdktf.out"))).toBe(false);
  expect(await run("deploy", "--yes", "--no-check")).toMatchObject({ exitCode: 0 });
});
