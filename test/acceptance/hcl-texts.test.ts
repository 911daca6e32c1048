// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HclFile } from "../../src/cli/code/hcl/edit/hcl-file";
import { findError, loadHclParser } from "../../src/cli/code/hcl/edit/hcl-syntax";
import { hclLiteral } from "../../src/cli/code/hcl/edit/literal";
import { heredoc, indentation, quotedTemplate, terraformAddress } from "../../src/cli/code/text/code-text";
import { findEngine } from "../../src/cli/engine/find-engine";
import { seededRandom } from "../support/seeded-random";

const random = seededRandom(18);
const pick = (parts: readonly string[]) => parts[Math.floor(random() * parts.length)] ?? "";
const generated = (parts: readonly string[], count: number) =>
  Array.from({ length: count }, () => Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(parts)).join(""));

/** Code between quotes. A brace never follows a single $ or %, because this would start an expression. */
const CODE = [
  "$x",
  "%x",
  "${1}",
  "$${1}",
  "$$${1}",
  "$$$${1}",
  "%%{a}",
  "%%%{a}",
  "$%%{a}",
  "%${1}",
  '\\"',
  "\\\\",
  "\\u00e9",
  "}",
];

/** Texts that a server can return. */
const TEXT = [
  "$",
  "%",
  "{",
  "}",
  "${",
  "$${",
  "%{",
  '"',
  "\\",
  "\u202e",
  "\u0085",
  "\u{e0041}",
  "\u{1f600}",
  "\n",
  " ",
  "a",
];

/** Returns the values that Terraform reads for expressions. */
function readByTerraform(expressions: readonly string[]): readonly unknown[] {
  const folder = mkdtempSync(join(tmpdir(), "clickstack-texts-"));
  try {
    const lines = expressions.map((code, index) => `output "o${index}" {\n  value = ${code}\n}\n`);
    writeFileSync(join(folder, "main.tf"), lines.join(""));
    const run = (...words: string[]) =>
      execFileSync(findEngine().path, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
    run("init", "-no-color");
    run("apply", "-auto-approve", "-no-color");
    const outputs = JSON.parse(run("output", "-json")) as Record<string, { readonly value: unknown }>;
    return expressions.map((_, index) => outputs[`o${index}`]?.value);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the value that `adopt` reads for an expression. Undefined if the expression is not a literal. */
function readByAdopt(code: string): unknown {
  const file = new HclFile("main.tf", `locals {\n  a = ${code}\n}\n`);
  const [value] = file.blocks.flatMap(({ attributes }) => attributes.map((attribute) => attribute.value));
  return value && !findError(file.root) ? hclLiteral(value, file.text)?.value : undefined;
}

test("adopt reads and writes texts of HCL exactly as Terraform reads them", async () => {
  await loadHclParser();
  const codes = generated(CODE, 300).map((code) => `"${code}"`);
  const texts = generated(TEXT, 300);
  const word = terraformAddress("EOT");
  const written = texts.map((text) => heredoc(text, word, indentation("  "))?.join("\n") ?? quotedTemplate(text));
  const values = readByTerraform([...codes, ...written]);
  const differing = codes.flatMap((code, index) => {
    const read = readByAdopt(code);
    const hasExpression = /(?<!\$)\$\{/.test(code);
    return read === (hasExpression ? undefined : values[index]) ? [] : [{ code, read, terraform: values[index] }];
  });
  expect(differing).toEqual([]);
  expect(values.slice(codes.length)).toEqual(texts);
  expect(written.map(readByAdopt)).toEqual(texts);
  expect(written.filter((code) => /[\u202e\u0085\u{e0041}]/u.test(code))).toEqual([]);
});
