import { printHcl } from "../../../../../src/cli/code/hcl/print/hcl-printer";
import {
  codeText,
  heredoc,
  identifier,
  quotedTemplate,
  typescriptText,
} from "../../../../../src/cli/code/text/code-text";
import { call, code, list, literal, object, text } from "../../../../../src/cli/code/text/expression";
import {
  commentOf,
  constant,
  documentation,
  ModuleText,
} from "../../../../../src/cli/code/typescript/print/module-text";

const OPEN = "$" + "{";

describe("generated TypeScript", () => {
  const statement = (value: Parameters<typeof constant>[1]) => new ModuleText().print([constant(codeText`x`, value)]);

  test("is on one line if it fits", () => {
    expect(statement(call(codeText`f`, text("a"), object({ b: literal([1, 2]), "c-d": literal(true) })))).toBe(
      `const x = f("a", { b: [1, 2], "c-d": true });\n`,
    );
  });

  test("breaks a long call inside its last argument", () => {
    const long = "a".repeat(60);
    expect(statement(call(codeText`f`, code(codeText`scope`), object({ one: text(long), two: text(long) })))).toBe(
      `const x = f(scope, {\n  one: "${long}",\n  two: "${long}",\n});\n`,
    );
  });

  test("puts each object of a list on a separate line", () => {
    expect(
      statement(
        literal([
          { a: 1, b: 2 },
          { a: 3, b: 4 },
        ]),
      ),
    ).toBe("const x = [\n  { a: 1, b: 2 },\n  { a: 3, b: 4 },\n];\n");
  });

  test("keeps each comment before its entry", () => {
    const entries = [{ key: "id", value: text("1"), comment: "One.\nTwo." }];
    expect(statement(object(entries))).toBe('const x = {\n  // One.\n  // Two.\n  id: "1",\n};\n');
  });

  test("escapes names that would end a comment", () => {
    const comment = "one\rtwo\u2028three\u0085four\u001b[2J";
    const source = new ModuleText().print([commentOf(comment), documentation(`${comment} */ code()`)]);
    expect(source.split("\n\n")).toEqual([
      "// one\n// two\n// three\n// four [2J",
      "/**\n * one\n * two\n * three\n * four [2J * / code()\n */\n",
    ]);
    expect(printHcl([], comment)).toBe("# one\n# two\n# three\n# four [2J\n");
  });

  test.each([
    ["it's", `"it's"`],
    ['say "hi"', `'say "hi"'`],
    [`both " and '`, `"both \\" and '"`],
    ["tab\tback\\", '"tab\\tback\\\\"'],
    ["\u2028\u0000", '"\\u2028\\u0000"'],
  ])("quotes %j", (value, expected) => {
    expect(typescriptText(value)).toBe(expected);
  });

  test("imports packages before files, in the order that import organizers use", () => {
    const file = new ModuleText();
    for (const name of ["count", "Alert", "above", "ApiKey"]) {
      file.use("cdk-clickstack", identifier(name));
    }
    file.use("cdk-clickstack", codeText`Dashboard`, { isType: true });
    file.use("constructs", codeText`Construct`, { isType: true });
    file.use("./imports", codeText`imports`);
    expect(file.print([])).toBe(
      [
        'import { Alert, ApiKey, above, count, type Dashboard } from "cdk-clickstack";',
        'import type { Construct } from "constructs";',
        'import { imports } from "./imports";\n',
      ].join("\n"),
    );
  });
});

describe("generated HCL", () => {
  test("has aligned equals signs, as in the output of terraform fmt", () => {
    const entries = object({
      a: literal(1),
      long_name: literal("x"),
      nested: object({ b: literal(2) }, { isSpread: true }),
      c: list([]),
    }).entries;
    expect(printHcl([{ head: ["resource", "t", "n"], arguments: entries }])).toBe(
      'resource "t" "n" {\n  a         = 1\n  long_name = "x"\n  nested = {\n    b = 2\n  }\n  c = []\n}\n',
    );
  });

  test("writes a long address on one line", () => {
    const name = identifier("a".repeat(130));
    const entries = [{ key: "source_id", value: code(codeText`data.clickstack_source.${name}.id`) }];
    expect(printHcl([{ head: ["resource", "t", "n"], arguments: entries }])).toBe(
      `resource "t" "n" {\n  source_id = data.clickstack_source.${name}.id\n}\n`,
    );
  });

  test.each([
    [`a ${OPEN}b} %{c}`, `"a $${OPEN}b} %%{c}"`],
    ['"\\', '"\\"\\\\"'],
    ["one\r\n", '"one\\r\\n"'],
    ["\u0007", '"\\u0007"'],
  ])("quotes %j", (value, expected) => {
    expect(quotedTemplate(value)).toBe(expected);
  });

  test("writes multi-line texts as heredocs", () => {
    expect(heredoc("a\n  b\n", codeText`SQL`, codeText`  `)).toEqual(["<<-SQL", "    a", "      b", "  SQL"]);
    expect(heredoc("a\n\nb", codeText`SQL`, codeText``)).toEqual(["chomp(<<-SQL", "  a", "", "  b", "SQL", ")"]);
  });

  test("keeps common indentation and lines with only white space", () => {
    expect(heredoc("  a\n  b\n", codeText`SQL`, codeText`  `)).toEqual(["<<SQL", "  a", "  b", "SQL"]);
    expect(heredoc("a\n \nb\n", codeText`SQL`, codeText`  `)).toEqual(["<<SQL", "a", " ", "b", "SQL"]);
  });

  test("ends a heredoc with a word that is not in the text", () => {
    expect(heredoc("a\nSQL\n", codeText`SQL`, codeText``)?.at(-1)).toBe("SQL_");
  });

  test.each(["one line", "ends\r\nso\n", "a\u0000\nb"])("uses no heredoc for %j", (value) => {
    expect(heredoc(value, codeText`EOT`, codeText``)).toBeUndefined();
  });
});
