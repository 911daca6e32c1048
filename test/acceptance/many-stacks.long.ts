import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findEngine } from "../../src/cli/engine/find-engine";
import { runCli } from "../support/cli/run-cli";

const STACKS = 12;
const PARALLEL = 3;
const names = Array.from({ length: STACKS }, (_, index) => `stack-${String(index).padStart(2, "0")}`);

test("a plan of many stacks runs at most as many engines as --parallel allows, and reports the stacks in order", async () => {
  const root = mkdtempSync(join(tmpdir(), "many-stacks-"));
  try {
    const out = join(root, "cdktf.out");
    for (const [index, name] of names.entries()) {
      mkdirSync(join(out, "stacks", name), { recursive: true });
      const resource = { terraform_data: { own: { input: `value ${index}` } } };
      writeFileSync(join(out, "stacks", name, "cdk.tf.json"), JSON.stringify({ resource }));
    }
    const stacks = names.map((name) => [name, { name, workingDirectory: `stacks/${name}` }]);
    writeFileSync(join(out, "manifest.json"), JSON.stringify({ stacks: Object.fromEntries(stacks) }));
    const log = join(root, "runs");
    const engine = join(root, "terraform");
    const script = `#!/bin/sh\necho begin >> ${log}\n${findEngine().path} "$@"\ncode=$?\necho end >> ${log}\nexit $code\n`;
    writeFileSync(engine, script, { mode: 0o755 });
    const environment = { TERRAFORM_BINARY_NAME: engine };
    const { exitCode, stdout } = await runCli(["plan", "--json", "--parallel", String(PARALLEL)], {
      cwd: root,
      environment,
    });
    const report: readonly { readonly name: string; readonly objects: readonly unknown[] }[] =
      JSON.parse(stdout).stacks;
    expect(exitCode).toBe(2);
    expect(report.map(({ name }) => name)).toEqual(names);
    expect(report.map(({ objects }) => objects)).toMatchObject(
      names.map((_, index) => [{ fields: expect.arrayContaining([inputOf(index)]) }]),
    );
    let running = 0;
    const atOnce = readFileSync(log, "utf8")
      .trim()
      .split("\n")
      .map((line) => {
        running += line === "begin" ? 1 : -1;
        return running;
      });
    expect(Math.max(...atOnce)).toBeLessThanOrEqual(PARALLEL);
    expect(running).toBe(0);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

function inputOf(index: number): unknown {
  return expect.objectContaining({ path: ["input"], after: { value: `value ${index}` } });
}
