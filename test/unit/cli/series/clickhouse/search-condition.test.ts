import { searchSql } from "../../../../../src/cli/server/series/clickhouse/search-condition";
import { QueryParameters } from "../../../../../src/cli/server/series/clickhouse/sql-text";
import { QueryRefusedError, shortQuote } from "../../../../../src/cli/server/series/series-errors";

const columns = new Map([
  ["Body", "String"],
  ["SeverityText", "LowCardinality(String)"],
  ["Duration", "UInt64"],
  ["Sampled", "Bool"],
  ["Timestamp", "DateTime64(9)"],
  ["Host`s", "Nullable(String)"],
  ["LogAttributes", "Map(LowCardinality(String), String)"],
  ["Limits", "Map(String, Float64)"],
  ["Payload", "JSON"],
  ["Events.Name", "Array(LowCardinality(String))"],
  ["Events.Attributes", "Array(Map(LowCardinality(String), String))"],
  ["Codes", "Array(UInt16)"],
  ["Flags", "Array(Bool)"],
]);

/** Returns the SQL with the values of its parameters inserted. */
function translated(condition: string, text: string | undefined = "Body"): string {
  const parameters = new QueryParameters();
  const sql = searchSql(condition, { columns, text }, parameters);
  return sql.replaceAll(/\{(p\d+):(\w+)\}/g, (_, name: string, type: string) => {
    const value = parameters.values[name];
    return type === "String" ? `‹${value}›` : `${type}‹${value}›`;
  });
}

test.each([
  ["", ""],
  ["  ", ""],
  ["error", "(hasToken(lower(Body), lower(‹error›)))"],
  ["-error", "(NOT (hasToken(lower(Body), lower(‹error›))))"],
  [
    '"card declined"',
    "(hasToken(lower(Body), lower(‹card›)) AND hasToken(lower(Body), lower(‹declined›)) AND lower(Body) LIKE lower(‹%card declined%›))",
  ],
  ["err*", "(lower(Body) LIKE lower(‹err%›))"],
  ["*err", "(lower(Body) LIKE lower(‹%err›))"],
  ["-*err*", "(lower(Body) NOT LIKE lower(‹%err%›))"],
  ["*", "(notEmpty(Body) = 1)"],
  [
    '"say \\"hi\\""',
    '(hasToken(lower(Body), lower(‹say›)) AND hasToken(lower(Body), lower(‹hi›)) AND lower(Body) LIKE lower(‹%say "hi"%›))',
  ],
  ["SeverityText:error", "(`SeverityText` ILIKE ‹%error%›)"],
  ["SeverityText:err*", "(`SeverityText` ILIKE ‹%err%›)"],
  ["-SeverityText:error", "(`SeverityText` NOT ILIKE ‹%error%›)"],
  ['SeverityText:"error"', "(`SeverityText` = ‹error›)"],
  ['-SeverityText:"error"', "(`SeverityText` != ‹error›)"],
  ["SeverityText:*", "(notEmpty(`SeverityText`) = 1)"],
  ["-SeverityText:*", "(notEmpty(`SeverityText`) != 1)"],
  [
    "SeverityText:(error OR warn*)",
    "((`SeverityText` ILIKE ‹%error%›) OR (lower(`SeverityText`) LIKE lower(‹warn%›)))",
  ],
  ["-SeverityText:(error warn)", "NOT ((`SeverityText` ILIKE ‹%error%›) AND (`SeverityText` ILIKE ‹%warn%›))"],
  ['SeverityText:("error")', "((`SeverityText` ILIKE ‹%error%›))"],
  ["Duration:5", "(`Duration` = Float64‹5›)"],
  ["Duration:-5", "(`Duration` = Float64‹-5›)"],
  ["Duration:>=5", "(`Duration` >= ‹5›)"],
  ["-Duration:>5", "(`Duration` <= ‹5›)"],
  ["-Duration:<5", "(`Duration` >= ‹5›)"],
  ["Duration:[1 TO 5]", "(`Duration` BETWEEN Float64‹1› AND Float64‹5›)"],
  ["-Duration:{1 TO 5}", "(`Duration` NOT BETWEEN Float64‹1› AND Float64‹5›)"],
  ["Sampled:true", "(`Sampled` = 1)"],
  ["-Sampled:true", "(`Sampled` != 1)"],
  ["LogAttributes.http.status:404", "(`LogAttributes`[‹http.status›] ILIKE ‹%404%›)"],
  ["LogAttributes.http.status:>404", "(`LogAttributes`[‹http.status›] > ‹404›)"],
  ['LogAttributes.a:"x"', "(`LogAttributes`[‹a›] = ‹x›)"],
  ["Limits.cpu:0.5", "(`Limits`[‹cpu›] = Float64‹0.5›)"],
  ["Body.user.id:7", "(JSONExtractString(`Body`, ‹user›, ‹id›) ILIKE ‹%7%›)"],
  ["Payload.a.b:x", "(toString(`Payload`.`a`.`b`) ILIKE ‹%x%›)"],
  ['Payload.a:"x"', "(toString(`Payload`.`a`) = ‹x›)"],
  ["Payload.a:*", "(notEmpty(toString(`Payload`.`a`)) = 1)"],
  ["Events.Name:exception", "(arrayExists(el -> el ILIKE ‹%exception%›, `Events.Name`))"],
  ['-Events.Name:"exception"', "(NOT has(`Events.Name`, ‹exception›))"],
  ["Codes:500", "(has(`Codes`, Float64‹500›))"],
  ["Flags:false", "(has(`Flags`, 0))"],
  ["Host`s:a", "(`Host\\`s` ILIKE ‹%a%›)"],
  ["SeverityText:http://a.b", "(`SeverityText` ILIKE ‹%http://a.b%›)"],
  ["SeverityText:a\\:b", "(`SeverityText` ILIKE ‹%a:b%›)"],
  ["SeverityText:a\\\\b", "(`SeverityText` ILIKE ‹%a\\b%›)"],
  ['SeverityText:"\') OR 1=1 --"', "(`SeverityText` = ‹') OR 1=1 --›)"],
])("the Lucene condition %j becomes SQL with parameters", (condition, sql) => {
  expect(translated(condition)).toBe(sql);
});

test.each([
  ["a b", "A AND B"],
  ["a AND b OR c", "A AND B OR C"],
  ["a OR b AND c", "A OR B AND C"],
  ["a && b || c", "A AND B OR C"],
  ["a NOT b", "A AND NOT B"],
  ["a AND NOT b", "A AND NOT B"],
  ["a OR NOT b", "A OR NOT B"],
  ["NOT a AND b", "NOT A AND B"],
  ["NOT (a OR b) c", "NOT (A OR B) AND C"],
  ["a AND (b OR (c d))", "A AND (B OR (C AND D))"],
])("operators of %j keep their order, and SQL applies its precedence", (condition, sql) => {
  const short = translated(condition).replaceAll(
    /\(hasToken\(lower\(Body\), lower\(‹(\w)›\)\)\)/g,
    (_, letter: string) => letter.toUpperCase(),
  );
  expect(short).toBe(sql);
});

test.each([
  ["level:error", 'the table has no column "level"'],
  [
    "LogAttributes:x",
    'the column "LogAttributes" has the type Map(LowCardinality(String), String), so the search must name a key: LogAttributes.key',
  ],
  [
    "Events.Attributes:x",
    'the column "Events.Attributes" has the type Array(Map(LowCardinality(String), String)), which a search cannot compare',
  ],
  [
    "Events.Attributes.a:x",
    'the column "Events.Attributes" has the type Array(Map(LowCardinality(String), String)), so it has no part "a"',
  ],
  ["Duration.a:x", 'the column "Duration" has the type UInt64, so it has no part "a"'],
  ["Duration:x", '"x" is compared with a number, and is not a number'],
  ["Duration:*", '"Duration" always has a value, so ClickHouse refuses Duration:*'],
  ["Sampled:maybe", '"maybe" is compared with a boolean. Write true or false'],
  ["Codes:>5", '"Codes" is a list, which > does not compare'],
  [
    "LogAttributes.a:[1 TO 5]",
    'the values of "LogAttributes.a" are not numbers, so ClickHouse does not compare them with [1 TO 5]',
  ],
  [
    "Timestamp:[2026-01-01 TO 2026-02-01]",
    "the server reads only the number at the beginning of the bounds of [2026-01-01 TO 2026-02-01]",
  ],
  ["[1 TO 5]", "the range [1 TO 5] has no field"],
  [">5", 'the comparison ">5" has no field'],
  ["error~", 'the server ignores the fuzzy or proximity search "error~"'],
  ['"a b"~3', 'the server ignores the fuzzy or proximity search "a b~"'],
  ["error^2", 'the server ignores the boost of "error^2"'],
  ["+error", 'the server ignores the "+" before "error"'],
  ["!error", 'the server ignores the "!" before "error"'],
  ["!SeverityText:a", 'the server has no field "!SeverityText"'],
  ["/err.*/", "the server reads the regular expression /err.*/ as text"],
  ["a AND  NOT b", 'the server ignores one of the operators in "AND  NOT"'],
  ["a OR AND b", 'the server ignores one of the operators in "OR AND"'],
  ["AND a", "it begins with the operator AND"],
  ["a OR", "it ends with the operator OR"],
  ["a\\(b", 'the server searches for the backslash of "\\(" too'],
  [String.raw`a\:b\\c -(d e)`, 'its syntax is wrong at column 10 ("(d e)")'],
  ["-(a b)", 'its syntax is wrong at column 2 ("(a b)")'],
  ["(a", "it ends at column 2, where a term, a quote or a bracket is missing"],
  ['"a', "it ends at column 2, where a term, a quote or a bracket is missing"],
  ["(".repeat(5000), "it is nested too deeply"],
])("the Lucene condition %j is refused with a reason", (condition, reason) => {
  expect(() => translated(condition)).toThrow(QueryRefusedError);
  expect(() => translated(condition)).toThrow(
    `The Lucene condition ${shortQuote(condition)} cannot be translated to SQL: ${reason}. Fix: Change the condition, or write it in SQL (where_language = "sql").`,
  );
});

test("words without a field are refused if the source declares no body column", () => {
  expect(() => searchSql("error", { columns, text: undefined }, new QueryParameters())).toThrow(
    'its source declares no text to search for "error" (implicit_column_expression)',
  );
});

test.each(["1.", "BETWEEN ", "a "])("a condition of many words is translated in linear time: %j", (part) => {
  const before = process.cpuUsage();
  expect(translated(part.repeat(10_000 / part.length)).length).toBeGreaterThan(10_000);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
});
