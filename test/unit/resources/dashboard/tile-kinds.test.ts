import { tileConfigField } from "../../../../src/resources/dashboard/tiles/tile-config";
import { TILE_KINDS } from "../../../../src/tile-kinds";
import { ID } from "../../../support/declaration/declarations";
import { refusals, UNKNOWN } from "../../../support/declaration/refusals";
import { fullConfigs } from "../../../support/full-tiles";

const COUNT = { aggFn: "count" };
const configs = fullConfigs({ sourceId: ID, connectionId: ID, dashboardId: ID });
const sql = (displayType: string, fields: object = {}) =>
  refusals(tileConfigField, { displayType, configType: "sql", connectionId: ID, sqlTemplate: "SELECT 1", ...fields });

test("the table of tile kinds contains exactly the kinds that can be declared", () => {
  const declared = tileConfigField.options.map(({ shape }) => shape.displayType.value);
  expect(Object.keys(TILE_KINDS).sort()).toEqual([...new Set(declared)].sort());
});

test.each(Object.entries(configs))("a tile of the kind %s is accepted with all of its fields", (_, config) => {
  expect(refusals(tileConfigField, config)).toEqual([]);
});

describe.each(["pie", "bar"])("a %s tile", (displayType) => {
  const chart = (fields: object) =>
    refusals(tileConfigField, { displayType, sourceId: ID, select: [COUNT], ...fields });

  test("shows exactly one value", () => {
    expect(chart({ select: [COUNT, COUNT] })).toEqual(["select: Must be at most 1 element long; it has 2."]);
    expect(chart({ select: [] })).toEqual(["select: Must be at least 1 element long; it has 0."]);
  });

  test("has a limit that is a whole number and not negative", () => {
    expect(chart({ limit: 0 })).toEqual([]);
    expect(chart({ limit: -1 })).toEqual(["limit: Must be at least 0; it is -1."]);
  });
});

test("a heatmap has exactly one select item, with other fields than the items of other tile kinds", () => {
  const heatmap = (...select: object[]) => refusals(tileConfigField, { displayType: "heatmap", sourceId: ID, select });
  expect(heatmap({ valueExpression: "Duration" })).toEqual([]);
  expect(heatmap({ valueExpression: "" })).toEqual([
    "select.0.valueExpression: Must be at least 1 character long; it has 0.",
  ]);
  expect(heatmap({ valueExpression: "Duration", aggFn: "avg" })).toEqual(["select.0.aggFn: Unknown field."]);
  expect(heatmap({ valueExpression: "Duration", heatmapScaleType: "square" })).toEqual([]);
});

describe("a formula", () => {
  const line = (formulas: unknown, select: unknown = [COUNT, COUNT]) =>
    refusals(tileConfigField, { displayType: "line", sourceId: ID, select, formulas });

  test("refers to existing select items", () => {
    expect(line([{ expression: "A / B" }, { expression: "A / C" }])).toEqual([
      'formulas.1.expression: The select item "C" does not exist. Letters refer to the select items by position: A, B.',
    ]);
  });

  test("is not checked while the formula or the select items are unknown", () => {
    expect(line([{ expression: UNKNOWN }])).toEqual([]);
    expect(line([{ expression: "A / C" }], UNKNOWN)).toEqual([]);
  });
});

describe("a color rule", () => {
  const rule = (fields: object) =>
    refusals(tileConfigField, {
      displayType: "number",
      sourceId: ID,
      select: [COUNT],
      colorRules: [{ color: "chart-red", ...fields }],
    });

  test.each(["gt", "gte", "lt", "lte"])("requires a number for the operator %s", (operator) => {
    expect(rule({ operator, value: 1 })).toEqual([]);
    expect(rule({ operator, value: "1" })).toEqual(["colorRules.0.value: Must be a number, not a string."]);
    expect(rule({ operator, text: "1" })).toEqual([
      "colorRules.0.value: Must be given: the number to compare the value with.",
      `colorRules.0.text: "${operator}" has no such field, only "eq", "neq". Leave it out.`,
    ]);
  });

  test("requires exactly two numbers for the operator between", () => {
    expect(rule({ operator: "between", between: [1, 2] })).toEqual([]);
    expect(rule({ operator: "between", between: [1] })).toEqual([
      "colorRules.0.between: Must be at least 2 elements long; it has 1.",
    ]);
  });

  test.each(["eq", "neq"])("requires a number or a text for the operator %s", (operator) => {
    expect(rule({ operator, value: 1 })).toEqual([]);
    expect(rule({ operator, text: "down" })).toEqual([]);
    expect(rule({ operator, value: 1, text: "down" })).toEqual([
      "colorRules.0.value: A rule compares with a number or with a text, not with both. Keep one.",
    ]);
    expect(rule({ operator })).toEqual([
      "colorRules.0.value: The rule requires a value to compare with. Set a number here, or a text in `text`.",
    ]);
    expect(rule({ operator, text: "x".repeat(201) })).toEqual([
      "colorRules.0.text: Must be at most 200 characters long; it has 201.",
    ]);
  });

  test("requires an operator, and can have any color and a label of up to 40 characters", () => {
    expect(rule({ operator: "over", value: 1 })).toEqual([
      'colorRules.0.operator: Must be one of "gt", "gte", "lt", "lte", "between", "eq", "neq"; it is "over".',
    ]);
    expect(rule({ operator: "gt", value: 1, color: "red", label: "x".repeat(41) })).toEqual([
      "colorRules.0.label: Must be at most 40 characters long; it has 41.",
    ]);
  });
});

describe("a link of a table", () => {
  const link = (onClick: object) =>
    refusals(tileConfigField, { displayType: "table", sourceId: ID, select: [COUNT], onClick });

  test("has a target by id or by template", () => {
    expect(link({ type: "search", target: { mode: "id", template: "x" } })).toEqual([
      "onClick.target.id: Must be given: the id of the source or dashboard.",
      'onClick.target.template: "id" has no such field, only "template". Leave it out.',
    ]);
    expect(link({ type: "dashboard", target: { mode: "template", template: "" } })).toEqual([
      "onClick.target.template: Must be at least 1 character long; it has 0.",
    ]);
    expect(link({ type: "dashboard", target: { mode: "id", id: "checkout" } })).toHaveLength(1);
  });

  test("has only an address if it opens another website", () => {
    expect(link({ type: "external" })).toHaveLength(1);
    expect(link({ type: "external", urlTemplate: "https://example.com", whereTemplate: "x" })).toEqual([
      'onClick.whereTemplate: "external" has no such field, only "search", "dashboard". Leave it out.',
    ]);
  });

  test("is refused in other tile kinds", () => {
    const onClick = { type: "external", urlTemplate: "https://example.com" };
    expect(refusals(tileConfigField, { displayType: "line", sourceId: ID, select: [COUNT], onClick })).toEqual([
      'onClick: "line" has no such field, only "table", "table" + "sql". Leave it out.',
    ]);
  });
});

describe("a tile with a SQL query", () => {
  test("requires a connection and the query", () => {
    expect(refusals(tileConfigField, { displayType: "line", configType: "sql" })).toEqual([
      "connectionId: Must be given: the connection to query.",
      "sqlTemplate: Must be given: the query, in SQL, such as `SELECT avg(Duration) FROM otel_traces`.",
    ]);
    expect(sql("pie", { sqlTemplate: "x".repeat(100_001) })).toEqual([
      "sqlTemplate: Must be at most 100000 characters long; it has 100001.",
    ]);
  });

  test.each(["search", "heatmap", "markdown", "event_patterns"])("cannot be of the kind %s", (displayType) => {
    expect(sql(displayType)).toEqual([
      `configType: "${displayType}" has no such field, only "line" + "sql", "stacked_bar" + "sql", "table" + "sql", "number" + "sql", "pie" + "sql", "bar" + "sql". Leave it out.`,
    ]);
  });

  test("must have a known configuration type", () => {
    expect(sql("line", { configType: "builder" })).toEqual([
      'configType: Must be "sql", or left out; it is "builder".',
    ]);
    expect(sql("line", { configType: "promql" })).toEqual([
      'configType: Must be "sql", or left out; it is "promql". The API does not support tiles in PromQL. Use select items of a metric source.',
    ]);
  });

  test("has no color rules, because the server drops them", () => {
    expect(sql("number", { colorRules: [] })).toEqual([
      'colorRules: "number" + "sql" has no such field, only "number". Leave it out.',
    ]);
  });
});
