import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runProcess } from "../../support/run-process";

const ROOT = join(__dirname, "..", "..", "..");

const run = (script: string, word: string) =>
  runProcess(process.execPath, ["--import", "tsx", `scripts/${script}/main.ts`, word], { cwd: ROOT });

test.each(["faults", "fuzz", "mutation", "projects", "release", "smoke", "soak"])(
  "the comment of the script %s, which --help prints, describes every option",
  (script) => {
    const text = readFileSync(join(ROOT, "scripts", script, "main.ts"), "utf8");
    const [usage = ""] = /^ \* {5}npm run .*$/m.exec(text) ?? [];
    const options = [...text.matchAll(/^ +(\w+): \{ type: "/gm)].map(([, option]) => option);
    expect(text).toContain("readOptions({");
    expect(options.filter((option) => !usage.includes(`--${option} `) && !usage.includes(`--${option}]`))).toEqual([]);
  },
);

test("a script prints its options if it is called with --help", async () => {
  const { exitCode, stdout, stderr } = await run("faults", "--help");
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(stdout).toMatch(/^Runs the long fault tests .*\n {4}npm run faults -- \[requests\|.*\[--shrink\]\n$/s);
});

test("a script refuses an unknown option with one error and its options", async () => {
  const { exitCode, stdout, stderr } = await run("soak", "--hours");
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  expect(stderr).toMatch(/^error: Unknown option '--hours'[^\n]*\n\nChanges objects .*\n {4}npm run soak -- /s);
  expect(stderr).not.toContain("    at ");
});
