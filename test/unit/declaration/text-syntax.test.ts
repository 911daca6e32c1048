import fc from "fast-check";
import { ignoredPart, LuceneError, parseLucene } from "../../../src/declaration/lucene";
import { shapeOf } from "../../../src/declaration/shape";
import { syntaxProblem } from "../../../src/declaration/text-syntax";
import { validateWithWarnings } from "../../../src/declaration/validate";
import { savedSearch } from "../../../src/resources/saved-search/declaration";

const problemOf = (text: string, language: string) => {
  const problem = syntaxProblem(text, language, "where_language");
  return problem && `${problem.syntax}: ${problem.message}`;
};

test.each([
  "",
  "level:error",
  "level:error AND service:(a OR b)",
  "user=bob timeout",
  "Body:\"a = 'b'\"",
  "duration:>100",
  "level:$severity",
  "message is null in (the cart)",
  "NOT level:error",
])("the Lucene condition %j is valid", (condition) => {
  expect(problemOf(condition, "lucene")).toBeUndefined();
});

test.each([
  [
    "LogAttributes['a']='b'",
    'broken: The server cannot evaluate the Lucene condition: its syntax is wrong at column 18 ("]=\'b\'"). It looks like SQL. Set where_language to "sql".',
  ],
  [
    '(level:error OR "a"',
    "broken: The server cannot evaluate the Lucene condition: it ends at column 19, where a term, a quote or a bracket is missing. Change the condition.",
  ],
  [
    "level = 'error'",
    'odd: In Lucene, the server searches for the words of the condition. It looks like SQL. Set where_language to "sql".',
  ],
  [
    "ServiceName IN ('a', 'b')",
    'odd: In Lucene, the server searches for the words of the condition. It looks like SQL. Set where_language to "sql".',
  ],
  ["level:error AND", "odd: In Lucene, it ends with the operator AND. Change the condition."],
  ["AND AND (", expect.stringMatching(/^broken: .* it ends at column 9,/)],
])("the Lucene condition %j is invalid", (condition, expected) => {
  expect(problemOf(condition, "lucene")).toEqual(expected);
});

test.each([
  "SeverityText = 'error'",
  "Body LIKE '%level:error%' -- level:error",
  "x::Int64 = 1",
  "json.a.:Int64 = 1",
  "a ? b : c",
  "a ? b:c",
  "Timestamp > {startDateMilliseconds:Int64}",
  `"odd )" = 'it''s (' /* ( */`,
  "Body = $tag$it's$tag$",
  "a = 1 -- it's",
])("the SQL condition %j is valid", (condition) => {
  expect(problemOf(condition, "sql")).toBeUndefined();
});

test.each([
  [
    "a IN ('x'",
    'broken: The database cannot read the SQL: at column 6, a bracket is not closed: ")" is missing. Change the text.',
  ],
  ["a = 'x", "broken: The database cannot read the SQL: at column 5, a quote (') is not closed. Change the text."],
  ["a = 1)", 'broken: The database cannot read the SQL: at column 6, ")" closes no bracket. Change the text.'],
  ["a /* b", "broken: The database cannot read the SQL: at column 3, a comment is not closed. Change the text."],
  [
    "level:error",
    'odd: The condition looks like Lucene, which the database cannot read. Set where_language to "lucene".',
  ],
  ['a = 1 AND level:"x"', expect.stringMatching(/^odd: /)],
])("the SQL condition %j is invalid", (condition, expected) => {
  expect(problemOf(condition, "sql")).toEqual(expected);
});

test("a condition in a language that this version does not know is not checked", () => {
  expect(problemOf("a(", "promql")).toBeUndefined();
});

test("the check without the parser refuses the same conditions as the parser", () => {
  const terms = ["a", "b.c", "$v", "level:error", "x:*", "a-b", "x-y:z-1", "x:-1", "AND-a", '"a b"', "-a"];
  const word = fc.constantFrom(...terms, "AND", "OR", "NOT", "(");
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), (words) => {
      const condition = words.join(" ");
      const isRefused = (work: () => unknown) => {
        try {
          work();
          return false;
        } catch (error) {
          expect(error).toBeInstanceOf(LuceneError);
          return true;
        }
      };
      expect(isRefused(() => ignoredPart(condition))).toBe(isRefused(() => parseLucene(condition)));
    }),
  );
});

test("a saved search is checked in its own language, and its column lists are checked as SQL", () => {
  const find = (fields: object) => {
    const declared = { name: "Errors", sourceId: "66f1c0de0000000000000001", ...fields };
    const { issues, warnings } = validateWithWarnings(
      shapeOf(savedSearch),
      declared,
      (value) => value === "unknown",
      ({ name }) => name,
    );
    return [...issues, ...warnings].map(({ path, message }) => `${path.join(".")}: ${message}`);
  };
  expect(find({ where: "(a" })).toEqual([expect.stringMatching(/^where: .* it ends at column 2,/)]);
  expect(find({ where: "level = 'error'" })).toEqual([
    expect.stringMatching(/^where: .* Set whereLanguage to "sql"\.$/),
  ]);
  expect(find({ where: "level = 'error'", whereLanguage: "sql" })).toEqual([]);
  expect(find({ where: "(a", whereLanguage: "unknown" })).toEqual([]);
  expect(find({ select: "Timestamp, upper(Body", orderBy: "Timestamp)" })).toEqual([
    expect.stringMatching(/^select: .* at column 17, /),
    expect.stringMatching(/^orderBy: .* at column 10, /),
  ]);
  expect(find({ filters: [{ condition: "a IN ('x'" }] })).toEqual([expect.stringMatching(/^filters\.0\.condition: /)]);
});
