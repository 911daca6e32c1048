import {
  expressionProblem,
  followable,
  quotedIdentifier,
} from "../../../../../src/cli/server/series/clickhouse/sql-text";

test.each([
  "SeverityText = 'error'",
  "Body LIKE '%it\\'s (%' AND x IN (1, 2)",
  "a = 'it''s' OR b = \"x\" OR `c` = 1",
  "LogAttributes['http.status'] >= '500' -- server errors",
  "a = 1 /* ) */ AND b = 2",
  "(SELECT max(x) FROM t WHERE y = ')') > 3",
  "arrayExists(x -> x.1 > 2, [(1, 2)])",
  "hex(x'41') = '41' AND b'01' = ''",
  "Body = ';$#\u2018'",
  "toString(a) = 'b' AND constructor = 1",
  "settings['x'] = 'y' AND settings IN ('a') AND `settings` = 'b' AND t.settings = 'c'",
  "Body = 'SETTINGS a = 1' -- SETTINGS a = 1",
])("%s is accepted as one expression", (sql) => {
  expect(expressionProblem(sql)).toBeUndefined();
});

test.each([
  ["1) OR (1", '")" closes no bracket'],
  ["1 = 1; DROP TABLE x", 'it contains ";" outside of quotes'],
  ["(1", 'a bracket is not closed: ")" is missing'],
  ["a[1", 'a bracket is not closed: "]" is missing'],
  ["(a]", '"]" closes no bracket'],
  ["a = 'x", "a quote (') is not closed"],
  ["a = 'x\\'", "a quote (') is not closed"],
  ['a = "x', 'a quote (") is not closed'],
  ["a = `x", "a quote (`) is not closed"],
  ["1 /* ", "a comment is not closed"],
  ...["SETTINGS max_execution_time = 9", "settings/**/`max_memory_usage` = 9", "SETTINGS use_query_cache"].map(
    (clause): [string, string] => [
      `(SELECT count() FROM t ${clause}) > 0`,
      "it contains SETTINGS, which would replace the limits of the query",
    ],
  ),
  ["1 # (", 'it contains "#" outside of quotes'],
  ["$$)$$", 'it contains "$" outside of quotes'],
  ["$tag$ x $tag$", 'it contains "$" outside of quotes'],
  ["a\\", 'it contains "\\" outside of quotes'],
  ["1\0", "it contains a zero byte outside of quotes"],
  ["a = \u2018x\u2019", 'it contains "\u2018" outside of quotes'],
  ["1 -- '\n) OR (1", '")" closes no bracket'],
  // A backslash does not escape the quote of a hexadecimal text.
  ["x'\\') OR (1", '")" closes no bracket'],
])("%j is refused: %s", (sql, problem) => {
  expect(expressionProblem(sql)).toBe(problem);
});

test("a comment at the end of an expression hides no SQL after it", () => {
  expect(followable("a = 1 -- x")).toBe("a = 1 -- x\n");
  expect(followable("a = 1")).toBe("a = 1");
});

test("a name is quoted as one identifier", () => {
  expect(quotedIdentifier("a`b\\c")).toBe("`a\\`b\\\\c`");
});
