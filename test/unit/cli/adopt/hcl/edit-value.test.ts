// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import { adoptAttributes } from "../../../../support/cli/adopted-configuration";

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
      "attributes that are not aligned",
      `  name = "Errors"\n  source_id = "s"\n`,
      { tags: ["a"] },
      `  name = "Errors"\n  source_id = "s"\n  tags = ["a"]\n`,
    ],
    ["a removed attribute", `${NAMED}  where = "level:error"\n`, { where: null }, NAMED],
    [
      "a removed attribute with a comment",
      `  where = "level:error" # filter\n${NAMED}`,
      { where: null },
      `   # filter\n${NAMED}`,
    ],
  ])("gets %s", async (_, before, change, after) => {
    const { text, obstacles } = await adoptAttributes(block(before), "saved_search", search, { ...search, ...change });
    expect(obstacles).toEqual([]);
    expect(text).toBe(block(after));
  });
});
