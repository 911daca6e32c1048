import fc from "fast-check";
import { codeOfSql, withClause } from "../../../../src/cli/commands/lint/sql-text";
import { tokensOf } from "../../../../src/declaration/sql-tokens";

test.each([
  ["a -- limit\nb", "a  \nb"],
  ["a # limit\nb #! limit", "a  \nb  "],
  ["a /* limit */ b /* limit", "a   b  "],
  ["'limit' x'\\' limit 'a\\'limit' 'limit", "'' '' limit '' ''"],
  ['"time limit" `a.b`', '"_time_limit_" "_a.b_"'],
  ['"limit', '"_limi_"'],
])("words in comments and texts are removed from the SQL %j", (sql, code) => {
  expect(codeOfSql(sql)).toBe(code);
});

test.each([
  ["SELECT 1 ; -- end", "SELECT 1\nLIMIT 5 ; -- end"],
  ["SELECT '--'", "SELECT '--'\nLIMIT 5"],
  ["SELECT x'\\' -- end'", "SELECT x'\\'\nLIMIT 5 -- end'"],
])("a clause is added before the last comment and semicolon of %j", (sql, expected) => {
  expect(withClause(sql, "LIMIT 5")).toBe(expected);
});

test("the tokens of a query contain its whole text and are found in linear time", () => {
  const part = fc.constantFrom(
    "'",
    '"',
    "`",
    "\\",
    "--",
    "# ",
    "/*",
    "*/",
    "\n",
    " ",
    "a",
    "x'",
    "(",
    "\0",
    "\ud800",
    "🦊",
  );
  const sql = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(""));
  fc.assert(fc.property(sql, (text) => expect(tokensOf(text).join("")).toBe(text)));
  for (const each of ["'\\", "/*", "''", "x'", "`", "-- ", "#!"]) {
    expect(tokensOf(each.repeat(200_000)).join("")).toHaveLength(each.length * 200_000);
  }
});
