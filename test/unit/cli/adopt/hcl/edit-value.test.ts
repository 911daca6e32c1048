// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import { adoptAttributes, adoptConfiguration } from "../../../../support/cli/adopted-configuration";

const search = { name: "Errors", source_id: "s", where: "level:error", tags: null, order_by: null };
const block = (lines: string) => `resource "clickstack_saved_search" "x" {\n${lines}}\n`;
const NAMED = `  name = "Errors"\n`;

describe("the attributes of a block", () => {
  test.each([
    [
      "a text",
      `  name  = "Errors" # shown\n  where = "level:error"\n`,
      { name: "A" },
      `  name  = "A" # shown\n  where = "level:error"\n`,
    ],
    ["a text with escapes", `  where = "level:\\"error\\"\\t$\${x}"\n`, { where: 'a"b\\' }, `  where = "a\\"b\\\\"\n`],
    ["a text in parentheses", `  where = ("level:error")\n`, { where: "b" }, `  where = ("b")\n`],
    ["a text after comments", `  where = /* a */ "level:error" // b\n`, { where: "b" }, `  where = /* a */ "b" // b\n`],
    [
      "null",
      `  where    = "level:error"\n  order_by = null\n`,
      { order_by: "t" },
      `  where    = "level:error"\n  order_by = "t"\n`,
    ],
    ["a missing attribute", NAMED, { order_by: "t" }, `${NAMED}  order_by = "t"\n`],
    [
      "a missing attribute with a short name",
      `  source_id = "s"\n`,
      { tags: ["a"] },
      `  source_id = "s"\n  tags      = ["a"]\n`,
    ],
    [
      "a missing attribute after a comment",
      `  source_id = "s" # logs\n  # end\n`,
      { tags: ["a"] },
      `  source_id = "s" # logs\n  tags      = ["a"]\n  # end\n`,
    ],
    [
      "a missing attribute before a block",
      `${NAMED}\n  lifecycle {\n    prevent_destroy = true\n  }\n`,
      { order_by: "t" },
      `${NAMED}  order_by = "t"\n\n  lifecycle {\n    prevent_destroy = true\n  }\n`,
    ],
    [
      "attributes that are not aligned",
      `  name = "Errors"\n  source_id = "s"\n`,
      { tags: ["a"] },
      `  name = "Errors"\n  source_id = "s"\n  tags = ["a"]\n`,
    ],
    [
      "a missing attribute of several lines",
      `  source_id = "s"\n`,
      { where: "a\nb\n" },
      `  source_id = "s"\n  where     = <<-EOT\n    a\n    b\n  EOT\n`,
    ],
    ["a removed attribute", `${NAMED}  where = "level:error"\n`, { where: null }, NAMED],
    ["a removed attribute with a comment", `  where = "level:error" # filter\n${NAMED}`, { where: null }, NAMED],
    [
      "a new attribute instead of a removed one",
      `  where = "level:error"\n  name  = "Errors"\n`,
      { where: null, tags: ["a"] },
      `  name  = "Errors"\n  tags  = ["a"]\n`,
    ],
    ["tabs", `\tname = "Errors"\n`, { order_by: "t" }, `\tname = "Errors"\n\torder_by = "t"\n`],
    ["CRLF", `  name = "Errors"\r\n`, { order_by: "t" }, `  name = "Errors"\r\n  order_by = "t"\r\n`],
  ])("get %s", async (_, before, change, after) => {
    const { text, obstacles } = await adoptAttributes(block(before), "saved_search", search, { ...search, ...change });
    expect(obstacles).toEqual([]);
    expect(text).toBe(block(after));
  });

  test.each([
    [` name = "Errors" `, ""],
    [`name = "Errors"`, ""],
    [` name = "Errors" /* a */ `, " /* a */"],
  ])("get a new attribute, and a block on one line gets several lines:%s", async (line, kept) => {
    const code = `resource "clickstack_saved_search" "x" {${line}}\n`;
    const { text } = await adoptAttributes(code, "saved_search", search, { ...search, tags: ["a"] });
    expect(text).toBe(block(`  name = "Errors"${kept}\n  tags = ["a"]\n`));
  });

  test("keep a byte order mark and a file without a final line end", async () => {
    const code = (name: string) => `\ufeff${block(`  name = "${name}"\n`).trimEnd()}`;
    const { text } = await adoptAttributes(code("Errors"), "saved_search", search, { ...search, name: "b" });
    expect(text).toBe(code("b"));
  });
});

describe("a list in HCL", () => {
  test.each([
    ["that grows", ["a"], ["a", "b"], `["a"]`, `["a", "b"]`],
    ["that grows at its start", ["b"], ["a", "b"], `["b"]`, `["a", "b"]`],
    ["that shrinks", ["a", "b", "c"], ["a", "c"], `["a", "b", "c"]`, `["a", "c"]`],
    ["that loses its last element", ["a", "b"], ["a"], `["a", "b"]`, `["a"]`],
    ["with a changed element", ["a", "b"], ["a", "c"], `["a", /* kept */ "b"]`, `["a", /* kept */ "c"]`],
    ["that becomes empty", ["a"], [], `["a"]`, null],
    ["that was empty", [], ["a"], `[]`, `["a"]`],
    ["that was empty except for a comment", [], ["a"], `[ /* none */ ]`, `[ /* none */ "a"]`],
    ["on lines", ["a"], ["a", "b"], `[\n    "a", # first\n  ]`, `[\n    "a", # first\n    "b",\n  ]`],
    ["on lines without a last comma", ["a"], ["a", "b"], `[\n    "a"\n  ]`, `[\n    "a",\n    "b"\n  ]`],
    ["in a conversion", ["a"], ["b"], `toset(["a"])`, `toset(["b"])`],
    ["with hostile texts", ["a"], ["${b}", 'c"]'], `["a"]`, `["$\${b}", "c\\"]"]`],
    ["with a heredoc", ["a\n"], ["a\n", "b"], `[<<EOT\na\nEOT\n  ]`, `["a\\n", "b"]`],
  ])("is edited: a list %s", async (_, old, wanted, before, after) => {
    const code = (tags: string | null) => block(tags === null ? NAMED : `${NAMED}  tags = ${tags}\n`);
    const { text, obstacles } = await adoptAttributes(
      code(before),
      "saved_search",
      { ...search, tags: old },
      { ...search, tags: wanted },
    );
    expect(obstacles).toEqual([]);
    expect(text).toBe(code(after));
  });
});

test("a comment after a new value is reported, and no other comment is reported", async () => {
  const code = `${block(`  # above
  name  = "Errors" # shown
  where = "level:error" // unchanged
  tags  = [
    "a", # first
    "b", # second
  ]
`)}# end\n`;
  const old = { ...search, tags: ["a", "b"] };
  const changed = { type: "saved_search", name: "x", old, server: { ...old, name: "A", tags: ["a", "c"] } };
  const { comments } = await adoptConfiguration({ "main.tf": code }, [changed]);
  expect(comments).toEqual(["main.tf:3", "main.tf:7"]);
});

describe("a text of several lines in HCL", () => {
  test.each([
    ["a heredoc", `<<EOT\na\nb\nEOT`, "a\nb\n", "a\nc\n", `<<-EOT\n    a\n    c\n  EOT`],
    ["a heredoc of one line", `<<EOT\na\nEOT`, "a\n", "b\n", `"b\\n"`],
    [
      "an indented heredoc",
      `<<-SQL\n      a\n\n        b\n    SQL`,
      "a\n\n  b\n",
      "a\n\n  c\nd\n",
      `<<-EOT\n    a\n\n      c\n    d\n  EOT`,
    ],
    ["a heredoc with another last delimiter", `<<-EOT\n    a\n  EOT`, "a\n", "b\r\n", `"b\\r\\n"`],
    [
      "a heredoc with escapes",
      `<<EOT\n$\${a}\nEOT`,
      "${a}\n",
      "%{ if b }\nc\n",
      `<<-EOT\n    %%{ if b }\n    c\n  EOT`,
    ],
    ["a heredoc with its delimiter", `<<EOT\na\nEOT`, "a\n", "a\nEOT\n", `<<-EOT_\n    a\n    EOT\n  EOT_`],
    ["chomp", `chomp(<<EOT\na\nEOT\n)`, "a", "b\nc", `chomp(<<-EOT\n    b\n    c\n  EOT\n  )`],
    ["trimspace", `trimspace(<<EOT\na\nEOT\n)`, "a", "b", `"b"`],
    ["trimspace around other white space", `trimspace(<<EOT\na\nEOT\n)`, "a", " b", `" b"`],
    ["a heredoc without a last line end", `<<EOT\na\nEOT`, "a\n", "b", `"b"`],
    [
      "a heredoc of lines without a last line end",
      `<<EOT\na\nEOT`,
      "a\n",
      "b\nc",
      `chomp(<<-EOT\n    b\n    c\n  EOT\n  )`,
    ],
    ["a heredoc with control characters", `<<EOT\na\nEOT`, "a\n", "\u202eb\n", `"\\u202eb\\n"`],
    [
      "an indented heredoc with only indented lines",
      `<<-EOT\n    a\n  EOT`,
      "a\n",
      "  b\n  c\n",
      `<<EOT\n  b\n  c\nEOT`,
    ],
    ["a text in quotes", `"a"`, "a", "a\nb", `"a\\nb"`],
    ["null", "null", null, "a\nb\n", `<<-EOT\n    a\n    b\n  EOT`],
    ["null before a comment", "null # none", null, "a\nb\n", `"a\\nb\\n" # none`],
  ])("replaces %s", async (_, before, old, wanted, after) => {
    const code = (value: string) => block(`  where = ${value}\n`);
    const { text, obstacles } = await adoptAttributes(
      code(before),
      "saved_search",
      { ...search, where: old },
      { ...search, where: wanted },
    );
    expect(obstacles).toEqual([]);
    expect(text).toBe(code(after));
  });

  test.each([
    ["a text with LF line ends", "b\nc\n", `"b\\nc\\n"`],
    ["a text with CRLF line ends", "b\r\nc\r\n", `"b\\r\\nc\\r\\n"`],
  ])("is written in quotes in a file with CRLF line ends: %s", async (_, wanted, after) => {
    const code = (value: string) =>
      `${block(`  where = ${value}\n`).replaceAll("\r\n", "\n").replaceAll("\n", "\r\n")}`;
    const { text } = await adoptAttributes(
      code(`<<EOT\na\nEOT`),
      "saved_search",
      { ...search, where: "a\r\n" },
      { ...search, where: wanted },
    );
    expect(text).toBe(code(after));
  });
});

describe("a hostile text in HCL", () => {
  test.each([
    ["a template", "${path.module}", `"$\${path.module}"`],
    ["a directive", '%{ if true }"', `"%%{ if true }\\""`],
    ["a bidirectional control", "a\u202eb", `"a\\u202eb"`],
    ["a zero byte and an escape sequence", "\0\u001b[31m", `"\\u0000\\u001b[31m"`],
    ["a heredoc", "<<EOT\nEOT\n", `"<<EOT\\nEOT\\n"`],
    ["a backslash at the end", "a\\", `"a\\\\"`],
    ["line separators", "a\u2028b\r", `"a\\u2028b\\r"`],
    ["10 kB", "x${".repeat(3_400), `"${"x$${".repeat(3_400)}"`],
    ["a character outside of the basic plane", "a😀", `"a😀"`],
  ])("becomes plain data if it contains %s", async (_, wanted, after) => {
    const code = (value: string) => block(`  name  = "é😀" # 😀\n  where = ${value} # b\n`);
    const { text } = await adoptAttributes(code(`"a"`), "saved_search", search, { ...search, where: wanted });
    expect(text).toBe(code(after));
  });
});
