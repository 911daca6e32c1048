// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import { adoptInto } from "../../../support/cli/adopted-program";

const HEAD = `import { above, Alert, ApiKey, count, Dashboard, SavedSearch, Source, tile } from "cdk-clickstack/cdktn";\n`;

const alert = {
  source: "tile",
  dashboardId: "d",
  tileId: "t",
  thresholdType: "above",
  threshold: 100,
  interval: "5m",
  channels: [{ type: "webhook", webhookId: "w" }],
};
const alertCode = (props: string) => `${HEAD}new Alert(stack, "x", { on, ${props} });\n`;
const search = { name: "Errors", sourceId: "s", where: "level:error" };
const searchCode = (props: string, before = "") => `${HEAD}${before}new SavedSearch(stack, "x", ${props});\n`;

describe("the code of an object", () => {
  test.each([
    [
      "a text",
      `{ name: "Errors", where: "level:error" }`,
      { where: "level:warn" },
      `{ name: "Errors", where: "level:warn" }`,
    ],
    [
      "a text in single quotes",
      `{ where: 'level:error', name: 'Errors' }`,
      { where: "it's" },
      `{ where: "it's", name: 'Errors' }`,
    ],
    ["a template literal", "{ where: `level:error` }", { where: "a\nb" }, "{ where: `a\nb` }"],
    [
      "a missing prop",
      `{ where: "level:error" }`,
      { orderBy: "Timestamp" },
      `{ where: "level:error", orderBy: "Timestamp" }`,
    ],
    [
      "a prop whose value was removed",
      `{ name: "Errors", where: "level:error" }`,
      { where: undefined },
      `{ name: "Errors" }`,
    ],
    ["a prop in quotes", `{ "where": "level:error" }`, { where: "b" }, `{ "where": "b" }`],
    ["a cast value", `{ where: ("level:error" as string) }`, { where: "b" }, `{ where: ("b" as string) }`],
    ["an empty object", `{}`, { orderBy: "b" }, `{ orderBy: "b" }`],
  ])("changes %s", (_, before, change, after) => {
    const { text, obstacles } = adoptInto(searchCode(before), {
      type: "saved_search",
      old: search,
      wanted: { ...search, ...change },
    });
    expect(obstacles).toEqual([]);
    expect(text).toBe(searchCode(after));
  });

  test.each([
    ["a list that grows", ["a"], ["a", "b"], `["a"]`, `["a", "b"]`],
    ["a list that grows at the start", ["b"], ["a", "b"], `["b"]`, `["a", "b"]`],
    ["a list that shrinks", ["a", "b", "c"], ["a", "c"], `["a", "b", "c"]`, `["a", "c"]`],
    ["a list that loses its last element", ["a", "b"], ["a"], `["a", "b"]`, `["a"]`],
    ["an element", ["a", "b"], ["a", "c"], `["a", /* kept */ "b"]`, `["a", /* kept */ "c"]`],
    ["a list that becomes empty", ["a"], [], `["a"]`, `[]`],
    ["an empty list", [], ["a"], `[]`, `["a"]`],
  ])("changes a list prop: %s", (_, old, wanted, before, after) => {
    const code = (tags: string) => searchCode(`{ name: "Errors", tags: ${tags} }`);
    const { text } = adoptInto(code(before), {
      type: "saved_search",
      old: { ...search, tags: old },
      wanted: { ...search, tags: wanted },
    });
    expect(text).toBe(code(after));
  });

  test.each([
    ["one line", `{ where: "level:error" }`, `{ orderBy: "c" }`],
    ["one line with others", `{ name: "Errors", where: "level:error" }`, `{ name: "Errors", orderBy: "c" }`],
    ["lines", `{\n  where: "level:error"\n}`, `{\n  orderBy: "c",\n}`],
    [
      "lines with others",
      `{\n  name: "Errors",\n  where: "level:error"\n}`,
      `{\n  name: "Errors",\n  orderBy: "c",\n}`,
    ],
    [
      "lines with comments",
      `{\n  name: "Errors", // name\n  where: "level:error" // filter\n}`,
      `{\n  name: "Errors", // name\n  orderBy: "c",\n}`,
    ],
  ])("replaces a removed prop with a new one in %s", (_, before, after) => {
    const { text } = adoptInto(searchCode(before), {
      type: "saved_search",
      old: search,
      wanted: { ...search, where: undefined, orderBy: "c" },
    });
    expect(text).toBe(searchCode(after));
  });

  test.each([
    ["the comment after an element", ["a", "b"], ["b"], `["a" /* first */, "b"]`, `["b"]`],
    [
      "the comment after the last element",
      ["a", "b"],
      ["a"],
      `["a" /* one */, /* two */ "b" /* 2 */]`,
      `["a" /* one */]`,
    ],
    ["the comment before an element", ["a", "b"], ["b"], `[/* one */ "a", /* two */ "b"]`, `[/* two */ "b"]`],
    [
      "the comments of a line",
      ["a", "b", "c"],
      ["a", "c"],
      `[\n  "a", // one\n  // two\n  /* 2 */ "b", // tail two\n  // three\n  "c",\n]`,
      `[\n  "a", // one\n  // three\n  "c",\n]`,
    ],
    [
      "a comment of several lines",
      ["a", "b"],
      ["b"],
      `[\r\n  // all\r\n\r\n  /*\r\n   * one\r\n   */\r\n  // 1\r\n  "a",\r\n\r\n  "b",\r\n]`,
      `[\r\n  // all\r\n\r\n  "b",\r\n]`,
    ],
    [
      "no comment above an empty line",
      ["a", "b"],
      ["a"],
      `[\n  "a",\n  // group\n\n  "b"\n  // end\n]`,
      `[\n  "a",\n  // group\n\n  // end\n]`,
    ],
    ["no comment of a line with other elements", ["a", "b"], ["a"], `[\n  "a", "b" // both\n]`, `[\n  "a" // both\n]`],
    ["every comment of a list", ["a"], [], `[ // list\n  // one\n  "a", // 1\n]`, `[ // list\n]`],
  ])("loses %s together with the element", (_, old, wanted, before, after) => {
    const code = (tags: string) => searchCode(`{ name: "Errors", tags: ${tags} }`);
    const { text } = adoptInto(code(before), {
      type: "saved_search",
      old: { ...search, tags: old },
      wanted: { ...search, tags: wanted },
    });
    expect(text).toBe(code(after));
  });

  test("lists a removed element and a removed prop among the edits", () => {
    const { edited } = adoptInto(searchCode(`{ name: "Errors", where: "level:error", tags: ["a", "b"] }`), {
      type: "saved_search",
      old: { ...search, tags: ["a", "b"] },
      wanted: { ...search, where: undefined, tags: ["b"] },
    });
    expect(edited).toEqual(["where (removed)", "tags[0] (removed)"]);
  });

  test("keeps comments, trailing commas and the indentation of the file", () => {
    const code = (lines: string) => `${HEAD}\tnew SavedSearch(stack, "x", {\r\n${lines}\t});\r\n`;
    const { text } = adoptInto(
      code(`\t\tname: "Errors", // the name\r\n\t\twhere: "level:error", // filter, see the wiki\r\n\t\t// end\r\n`),
      { type: "saved_search", old: search, wanted: { ...search, where: "b", orderBy: "c" } },
    );
    expect(text).toBe(
      code(
        `\t\tname: "Errors", // the name\r\n\t\twhere: "b", // filter, see the wiki\r\n\t\torderBy: "c",\r\n\t\t// end\r\n`,
      ),
    );
  });

  test("keeps a byte order mark and a file without a final line end", () => {
    const code = (where: string) => `\ufeff${searchCode(`{ where: "${where}" }`).trimEnd()}`;
    const { text } = adoptInto(code("level:error"), {
      type: "saved_search",
      old: search,
      wanted: { ...search, where: "b" },
    });
    expect(text).toBe(code("b"));
  });

  test.each([
    ["the threshold", `when: above(100), every: "5m"`, { threshold: 5 }, `when: above(5), every: "5m"`],
    ["the helper", `when: above(100), every: "5m"`, { thresholdType: "below" }, `when: below(100), every: "5m"`],
    ["a helper that has a synonym", `when: atLeast(100)`, { threshold: 5 }, `when: atLeast(5)`],
    ["a range", `when: above(100)`, { thresholdType: "between", threshold: 1, thresholdMax: 2 }, `when: between(1, 2)`],
    [
      "a condition without a helper",
      `when: { thresholdType: "above", threshold: 100 }`,
      { threshold: 5 },
      `when: { thresholdType: "above", threshold: 5 }`,
    ],
    ["the interval", `every: "5m", when`, { interval: "1h" }, `every: "1h", when`],
    ["the schedule", `schedule: offsetBy(2)`, { scheduleOffsetMinutes: 3 }, `schedule: offsetBy(3)`],
  ])("changes %s of an alert", (_, before, change, after) => {
    const imports = "above, atLeast, below, between, offsetBy";
    const code = (props: string) => `${alertCode(props).replace("{ above,", `{ ${imports},`)}above(1);\n`;
    const { text, obstacles } = adoptInto(code(before), {
      type: "alert",
      old: { ...alert, ...("scheduleOffsetMinutes" in change && { scheduleOffsetMinutes: 2 }) },
      wanted: { ...alert, ...change },
    });
    expect(obstacles).toEqual([]);
    expect(text).toBe(code(after));
  });

  test("imports the helper that the new code calls, and no longer imports the unused one", () => {
    const { text } = adoptInto(alertCode(`when: above(100)`), {
      type: "alert",
      old: alert,
      wanted: { ...alert, thresholdType: "below" },
    });
    expect(text).toContain("import { Alert, ApiKey, count, Dashboard, SavedSearch, Source, tile, below } from");
    expect(text).toContain("when: below(100)");
  });

  test("imports a helper under another name if the file already uses its name", () => {
    const { text } = adoptInto(`${alertCode("when: above(100)")}const below = 1;\n`, {
      type: "alert",
      old: alert,
      wanted: { ...alert, thresholdType: "below" },
    });
    expect(text).toContain(", below as clickstackBelow } from");
    expect(text).toContain("when: clickstackBelow(100)");
  });

  test("calls the helpers of a namespace import and of require", () => {
    const change = { type: "alert", old: alert, wanted: { ...alert, thresholdType: "below" } } as const;
    const namespace = `import * as cs from "cdk-clickstack";\nnew cs.Alert(stack, "x", { when: cs.above(100) });\n`;
    expect(adoptInto(namespace, change).text).toBe(namespace.replace("cs.above", "cs.below"));
    const required = `const { Alert, above } = require("cdk-clickstack");\nnew Alert(stack, "x", { when: above(100) });\n`;
    expect(adoptInto(required, change, { file: "main.js" }).text).toBe(
      required.replace("above }", "below }").replace("when: above", "when: below"),
    );
  });

  test("changes the initializer of a constant that is used in one place", () => {
    const code = (where: string) => searchCode(`{ where: WHERE }`, `const WHERE = "${where}"; // filter\n`);
    const { text } = adoptInto(code("level:error"), {
      type: "saved_search",
      old: search,
      wanted: { ...search, where: "b" },
    });
    expect(text).toBe(code("b"));
  });

  test("replaces a reference to a looked-up object with the constant of a new object, and removes the unused look-up", () => {
    const before = `const logs = Source.byName(stack, "Logs");\nconst traces = Source.byName(stack, "Traces");\n`;
    const known = [
      { id: "logs", type: "source" },
      { id: "traces", type: "source" },
    ];
    const { text } = adoptInto(
      searchCode(`{ source: logs }`, before),
      { type: "saved_search", old: { ...search, sourceId: "logs" }, wanted: { ...search, sourceId: "traces" } },
      { known },
    );
    expect(text).toBe(searchCode(`{ source: traces }`, before.slice(before.indexOf("const traces"))));
  });

  test("changes only one of two constructs on a line", () => {
    const code = (where: string) =>
      `${HEAD}new SavedSearch(stack, "a", { where: "level:error" }); new SavedSearch(stack, "x", { where: "${where}" });\n`;
    const { text } = adoptInto(code("level:error"), {
      type: "saved_search",
      old: search,
      wanted: { ...search, where: "b" },
    });
    expect(text).toBe(code("b"));
  });

  test("edits the props that a subclass passes to super", () => {
    const code = (name: string) =>
      `${HEAD}class Errors extends SavedSearch {\n  constructor(scope) {\n    super(scope, "x", { name: "${name}" });\n  }\n}\n`;
    const { text } = adoptInto(code("Errors"), { type: "saved_search", old: search, wanted: { ...search, name: "b" } });
    expect(text).toBe(code("b"));
  });

  test("changes name, state, addresses and expiry of an API key", () => {
    const key = {
      name: "ci",
      state: "enabled",
      ipAccessList: [{ source: "203.0.113.0/24" }],
      expireAt: "2027-01-01T00:00:00Z",
    };
    const code = (name: string, state: string, address: string, time: string) =>
      `${HEAD}new ApiKey(stack, "x", {\n  name: "${name}",\n  state: "${state}",\n  ipAccessList: [{ source: "${address}" }],\n  expireAt: "${time}",\n});\n`;
    const { text, edited } = adoptInto(code("ci", "enabled", "203.0.113.0/24", key.expireAt), {
      type: "api_key",
      old: key,
      wanted: {
        name: "cd",
        state: "disabled",
        ipAccessList: [{ source: "10.0.0.0/8" }],
        expireAt: "2028-01-01T00:00:00Z",
      },
    });
    expect(text).toBe(code("cd", "disabled", "10.0.0.0/8", "2028-01-01T00:00:00Z"));
    expect(edited).toEqual(["name", "state", "ipAccessList[0].source", "expireAt"]);
  });
});

describe("a report of code that cannot be edited", () => {
  const where = { type: "saved_search", old: search, wanted: { ...search, where: "b" } } as const;

  test.each([
    [
      "a variable",
      `{ where: w }`,
      "let w = 1;\n",
      '3: where: The value comes from "w", which is not a constant of this file.',
    ],
    [
      "a constant that is used twice",
      `{ where: w }`,
      'const w = "level:error"; log(w);\n',
      '3: where: The value comes from the constant "w", which is used in 2 places.',
    ],
    [
      "a constant in an export list",
      `{ where: w }`,
      'const w = "level:error"; export { w };\n',
      '3: where: The value comes from the constant "w", which other files can use.',
    ],
    [
      "an exported constant",
      `{ where: w }`,
      'export const w = "level:error";\n',
      '3: where: The value comes from the constant "w", which other files can use.',
    ],
    [
      "an environment variable",
      `{ where: process.env.W }`,
      "",
      '2: where: The value comes from the environment variable "W".',
    ],
    ["a function", `{ where: filter() }`, "", '2: where: The value comes from the function "filter".'],
    ["a member", `{ where: props.where }`, "", '2: where: The value comes from "props.where".'],
    ["a condition", `{ where: isProd ? "a" : "b" }`, "", "2: where: The value depends on a condition."],
    ["a spread", `{ ...defaults }`, "", "2: where: The value comes from a spread."],
    [
      "a template with expressions",
      "{ where: `level:${x}` }",
      "",
      "2: where: The value is a template with expressions.",
    ],
    ["a Terraform expression", '{ where: "${var.level}" }', "", "2: where: The value is a Terraform expression."],
    [
      "a computed name",
      `{ [name]: "level:error" }`,
      "",
      "2: where: The code has a computed name, which may be this prop.",
    ],
    ["a function as a value", `{ where() {} }`, "", "2: where: The value is a function."],
    ["props from a variable", `props`, "", '2: : The value comes from "props", which is not a constant of this file.'],
  ])("has the line and the reason for %s", (_, props, before, obstacle) => {
    const code = searchCode(props, before);
    expect(adoptInto(code, where)).toEqual({ text: code, edited: [], obstacles: [obstacle] });
  });

  test("has the line and the reason for a line that creates several objects", () => {
    const code = searchCode(`{ where: "level:error" }`);
    expect(adoptInto(code, where, { counts: 3 })).toEqual({
      text: code,
      edited: [],
      obstacles: ["2: : This line creates 3 objects."],
    });
  });

  test.each([
    ["of another package", `import { SavedSearch } from "other";\n`, 2],
    ["from a namespace", `import * as cs from "cdk-clickstack";\nconst { SavedSearch } = cs;\n`, 3],
  ])("has the line and the reason for a class %s", (_, head, lineOfCall) => {
    const code = `${head}new SavedSearch(stack, "x", { where: "level:error" });\n`;
    expect(adoptInto(code, where).obstacles).toEqual([
      `${lineOfCall}: : The code does not call "new SavedSearch" of cdk-clickstack here.`,
    ]);
  });
});

test("a comment after a new value is reported, unless the edit removes it", () => {
  const code = alertCode(`
  when: above(1e-9), // 1 ns
  every: "5m", // unchanged
  name: "A", // removed
  note: "b"`);
  const { text, comments } = adoptInto(code, {
    type: "alert",
    old: { ...alert, threshold: 1e-9, name: "A", note: "b" } as never,
    wanted: { ...alert, threshold: 2.5e-7, thresholdType: "below", note: "c" } as never,
  });
  expect(text.slice(text.indexOf("new Alert"))).toBe(
    `new Alert(stack, "x", { on, \n  when: below(2.5e-7), // 1 ns\n  every: "5m", // unchanged\n  note: "c" });\n`,
  );
  expect(comments).toEqual([3]);
});

test("hostile texts stay text in the edited code", () => {
  const hostile = "`${process.exit(1)}` \"'\\ */ </script> \u202e\u2028\u{e0041}\n${var.x} %{ if } \u0000";
  const { text } = adoptInto(searchCode(`{ where: "level:error" }`), {
    type: "saved_search",
    old: search,
    wanted: { ...search, where: hostile },
  });
  const literal = /where: (.*) \}\);/.exec(text)?.[1] ?? "";
  expect(text.split("\n")).toHaveLength(3);
  for (const character of ["\u202e", "\u2028", "\u{e0041}", "\u0000"]) {
    expect(literal).not.toContain(character);
  }
  // Terraform evaluates doubled $ and % signs to single signs.
  const evaluated = new Function(`return ${literal}`)() as string;
  expect(evaluated.replaceAll("$${", "${").replaceAll("%%{", "%{")).toBe(hostile);
});

test("a text in decomposed Unicode form in the code equals the composed value of the engine", () => {
  const text = searchCode('{ name: "Cafe\u0301", source, where: `level:cafe\u0301`, tags: ["e\u0301", "b"] }');
  const old = { name: "Caf\u00e9", sourceId: "s", where: "level:caf\u00e9", tags: ["\u00e9", "b"] };
  const result = adoptInto(text, {
    type: "saved_search",
    old: old as never,
    wanted: { ...old, where: "level:error", tags: ["b"] } as never,
  });
  expect(result.obstacles).toEqual([]);
  expect(result.text).toBe(searchCode('{ name: "Cafe\u0301", source, where: `level:error`, tags: ["b"] }'));
});
