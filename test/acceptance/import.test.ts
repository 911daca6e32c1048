import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { printHcl } from "../../src/cli/code/hcl/print/hcl-printer";
import { text } from "../../src/cli/code/text/expression";
import { runEngine } from "../../src/cli/engine/engine";
import { findEngine } from "../../src/cli/engine/find-engine";
import { testImports } from "../support/acceptance/import";

testImports(5);

test("any text in HCL is the same after Terraform has read it, and terraform fmt does not change it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clickstack-hcl-"));
  try {
    const line = fc.string({ unit: fc.constantFrom(..."ab $%{}\"\\'`<~#\t\u0007é😀") });
    const texts = fc.sample(
      fc.oneof(
        line,
        fc.array(line).map((lines) => lines.join("\n")),
      ),
      { seed: 9, numRuns: 300 },
    );
    const blocks = texts.map((each, index) => ({
      head: ["output", `o${index}`] as const,
      arguments: [{ key: "value", value: text(each) }],
    }));
    writeFileSync(join(folder, "main.tf"), printHcl(blocks));
    const terraform = async (...args: string[]) => runEngine(findEngine(), args, { workingDirectory: folder });
    expect((await terraform("fmt", "-check", "-diff")).stdout).toBe("");
    const applied = await terraform("apply", "-auto-approve");
    expect(applied.stderr).toBe("");
    const outputs = JSON.parse((await terraform("output", "-json")).stdout) as Record<string, { value: string }>;
    expect(texts.map((_, index) => outputs[`o${index}`]?.value)).toEqual(texts);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
