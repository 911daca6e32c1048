import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callCli, withoutProgress } from "../../support/cli/call-cli";

/**
 * Program in TypeScript. The synthesis below reads the program's text instead of running it, which avoids the start of
 * a framework.
 */
const MAIN = `import { above, Alert } from "cdk-clickstack";

// clickstack-lint-disable-next-line alert-channel -- an old draft
new Alert(stack, "errors", { name: "Errors", note: "n", tags: ["t"], on: chart, when: above(5), every: "5m", notify: [slack] });
`;

/**
 * Writes a stack with the alert of main.ts. If main.ts contains the word leak, another object depends on the interval.
 */
const SYNTHESIS = `
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
const text = readFileSync("main.ts", "utf8");
const line = text.slice(0, text.indexOf("new Alert")).split("\\n").length;
const interval = /every: "(\\w+)"/.exec(text)[1];
const config = { display_type: "line", source_id: "\${var.source}", select: [{ agg_fn: "count" }], group_by: text.includes("monthly") ? "toStartOfMonth(ts)" : "toStartOfHour(ts)" };
const channels = [{ type: "webhook", webhook_id: "\${var.webhook}" }];
const alert = { name: "Errors", note: "n", tags: ["t"], chart_config: config, threshold: 5, threshold_type: "above", interval, channels };
const other = text.includes("leak") ? { other: { value: interval } } : {};
const folder = join(process.env.CDKTF_OUTDIR, "stacks", "shop");
mkdirSync(folder, { recursive: true });
const position = { "//": { clickstack: { source: "main.ts:" + line + ":1" } } };
writeFileSync(join(folder, "cdk.tf.json"), JSON.stringify({ resource: { clickstack_alert: { errors: { ...alert, ...position } } }, output: other }));
const manifest = { stacks: { shop: { name: "shop", workingDirectory: "stacks/shop", annotations: [] } } };
writeFileSync(join(process.env.CDKTF_OUTDIR, "manifest.json"), JSON.stringify(manifest));
`;

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) {
    rmSync(folder, { recursive: true });
  }
});

function project(main = MAIN): string {
  const folder = mkdtempSync(join(tmpdir(), "lint-fix-"));
  folders.push(folder);
  writeFileSync(join(folder, "main.ts"), main);
  writeFileSync(join(folder, "synth.mjs"), SYNTHESIS);
  writeFileSync(join(folder, "cdktf.json"), JSON.stringify({ app: `${process.execPath} synth.mjs` }));
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...words], { cwd: folder });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "Start");
  return folder;
}

const mainOf = (folder: string) => readFileSync(join(folder, "main.ts"), "utf8");

test("--fix edits the program, removes unused comments, and reports the remaining problems", async () => {
  const folder = project();
  const { exitCode, stdout, stderr } = await callCli(["lint", folder, "--fix", "--json"]);
  expect(withoutProgress(stderr)).toBe("Fixed 2 problems in main.ts.\n");
  expect(JSON.parse(stdout)).toMatchObject({ exitCode: 0, errors: 0, warnings: 0, fixed: 2, problems: [] });
  expect(exitCode).toBe(0);
  expect(mainOf(folder)).toBe(MAIN.replace(/\/\/ clickstack-lint.*\n/, "").replace('every: "5m"', 'every: "1h"'));
});

test("--fix restores an edit that changes another part of the stack, and keeps the other edits", async () => {
  const folder = project(`${MAIN}// leak\n`);
  const { exitCode, stdout, stderr } = await callCli(["lint", folder, "--fix", "--json"]);
  expect(withoutProgress(stderr)).toBe(
    "Not fixed: The edit of shop/clickstack_alert.errors was undone, because its verification failed: Other blocks of shop would change.\nFixed 1 problem in main.ts.\n",
  );
  expect(JSON.parse(stdout)).toMatchObject({ fixed: 1, problems: [{ rule: "alert-interval", fixable: true }] });
  expect(exitCode).toBe(0);
  expect(mainOf(folder)).toBe(`${MAIN.replace(/\/\/ clickstack-lint.*\n/, "")}// leak\n`);
});

test("--fix prints the condition under which it would edit a remaining finding", async () => {
  const folder = project(`${MAIN.replace(/\/\/ clickstack-lint.*\n/, "")}// monthly\n`);
  const { stderr } = await callCli(["lint", folder, "--fix"]);
  expect(withoutProgress(stderr)).toBe(
    "Not fixed: clickstack_alert.errors: --fix edits a finding of alert-interval only if an alert can have an interval of that length.\n",
  );
});

test("lint refuses a folder without a program or stacks, and a settings path that is not a regular file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lint-empty-"));
  folders.push(folder);
  expect((await callCli(["lint", folder])).stderr).toContain(
    "contains neither cdktf.json, nor cdktf.out, nor .tf or .tf.json files. Fix: Name the folder of a program,",
  );
  expect((await callCli(["lint", folder, "--config", "/dev/zero"])).stderr).toBe(
    "error: /dev/zero is not a regular file of at most 4194304 bytes. Fix: Name another file.\n",
  );
});

test("--fix does not write to files with uncommitted changes, unless the user allows it", async () => {
  const folder = project();
  writeFileSync(join(folder, "main.ts"), `${MAIN}// draft\n`);
  const refused = await callCli(["lint", folder, "--fix"]);
  expect({ ...refused, stderr: withoutProgress(refused.stderr) }).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "error: main.ts has uncommitted changes. No files were written. Fix: Commit them, or add --allow-dirty.\n",
  });
  expect(mainOf(folder)).toBe(`${MAIN}// draft\n`);
  expect((await callCli(["lint", folder, "--fix", "--allow-dirty"])).exitCode).toBe(0);
  expect(mainOf(folder)).toContain('every: "1h"');
});

test("--allow-dirty requires --fix", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lint-fix-"));
  folders.push(folder);
  writeFileSync(join(folder, "main.tf.json"), "{}");
  expect((await callCli(["lint", folder, "--allow-dirty"])).stderr).toMatch(/^error: --allow-dirty requires --fix\./);
});
