import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectFiles } from "../../../src/cli/project/new-project";
import { callCli, withoutProgress } from "../../support/cli/call-cli";
import { temporaryFolder } from "../../support/constructs/synthesize";
import { longTest } from "../../support/long-test";
import { codeBlocks } from "../../support/markdown-blocks";

const ROOT = join(__dirname, "..", "..", "..");
const EXAMPLES = join(ROOT, "examples");
const PACKAGES = ["cdktf", "cdktn", "constructs", "tsx", "yaml", "zod", ".bin"];

function linkPackages(folder: string): void {
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules", "cdk-clickstack"));
  for (const name of PACKAGES) {
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  }
}

test("the program of `init` has no findings", async () => {
  const folder = temporaryFolder();
  const project = { name: "observability", framework: "cdktn", bringsTerraform: false, engine: "terraform" } as const;
  for (const [path, text] of Object.entries(projectFiles(project))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  linkPackages(folder);
  const { stdout, stderr } = await callCli(["lint", folder, "--fix"]);
  expect({ stdout, stderr: withoutProgress(stderr) }).toEqual({ stdout: "No problems in 1 stack.\n", stderr: "" });
});

/** Imports programs in one process, with a folder for the stacks of each. */
const RUN_ALL = `
for (const program of process.argv.slice(2)) {
  process.env.CDKTF_OUTDIR = "out-" + program;
  await import("./" + program + "/main.ts");
}
`;

/** Examples of tests with the module of the tested stack. */
const TESTED = { "testing-jest": "stack.js", "testing-node": "stack.ts", "testing-vitest": "stack.ts" };

longTest("the program of the README and all examples, also in HCL, have no findings", async () => {
  const folder = temporaryFolder();
  linkPackages(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  cpSync(EXAMPLES, folder, { recursive: true });
  // Programs read files of the folder in which they run. The names of some services are names of other constructs.
  const services = readFileSync(join(EXAMPLES, "services-yaml", "services.yaml"), "utf8");
  const names = ["clickstack", "backend", "constructor", "source-traces", "webhook-slack-oncall"];
  writeFileSync(
    join(folder, "services.yaml"),
    `${services}${names.map((name) => `\n${name}: { slowAfterMs: 200 }`).join("")}\n`,
  );
  for (const [name, module] of Object.entries(TESTED)) {
    const program = `import { createStack } from "./${module}";\n\ncreateStack().app.synth();\n`;
    writeFileSync(join(folder, name, "main.ts"), program);
  }
  mkdirSync(join(folder, "readme"));
  const [readme] = codeBlocks().filter(
    ({ place, language }) => place.startsWith("README.md") && language === "typescript",
  );
  writeFileSync(join(folder, "readme", "main.ts"), readme?.text ?? "");
  writeFileSync(join(folder, "run-all.ts"), RUN_ALL);
  const isProgram = (name: string) => existsSync(join(folder, name, "main.ts"));
  const programs = readdirSync(folder).filter(isProgram);
  expect(programs).toEqual([
    ...["golden-signals", "key-rotation", "quickstart", "raw-sql", "readme", "services-yaml", "slo-burn-rate"],
    "team-dashboards",
    ...Object.keys(TESTED),
  ]);
  execFileSync(process.execPath, [require.resolve("tsx/cli"), "run-all.ts", ...programs], {
    cwd: folder,
    env: { ...process.env, CHECKPOINT_DISABLE: "1" },
  });
  // A link in node_modules leads to this repository, and files of builds can lead out of it.
  const folders = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory());
  const configurations = folders
    .filter(({ name }) => name !== "node_modules")
    .flatMap(({ name }) => readdirSync(join(folder, name), { recursive: true }).map((path) => join(name, String(path))))
    .filter((path) => path.endsWith(".tf"));
  expect(configurations.map(dirname).sort()).toEqual(["hcl", "key-rotation"]);
  const stacks = [...programs.map((name) => `out-${name}`), "hcl", "key-rotation"];
  const { stdout } = await callCli(["lint", ...stacks.map((name) => join(folder, name))]);
  expect(stdout).toBe("No problems in 13 stacks. 4 ignored.\n");
});
