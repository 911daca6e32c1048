import { tileConfigField } from "../../../../src/resources/dashboard/tiles/tile-config";
import { ALERTABLE_DISPLAY_TYPES } from "../../../../src/tile-kinds";
import { fullDashboard, ID } from "../../../support/declaration/declarations";
import { refusals, unknownValues } from "../../../support/declaration/refusals";

const COUNT = { aggFn: "count" };
const formula = { expression: "A / B" };
const chart = (displayType: string, fields: object = {}) =>
  refusals(tileConfigField, { displayType, sourceId: ID, select: [COUNT], ...fields });
const unknown = (displayType: string, fields: object) =>
  unknownValues(tileConfigField, { displayType, sourceId: ID, select: [COUNT], ...fields });

describe("a tile", () => {
  test.each(Object.entries(fullDashboard.tiles))("can have all fields of its kind %s", (_, { config }) => {
    expect(refusals(tileConfigField, config)).toEqual([]);
  });

  test("must have a known kind", () => {
    expect(chart("stackedBar")).toEqual([
      'displayType: Must be one of "line", "stacked_bar", "table", "number", "pie", "bar", "heatmap", "search", "event_patterns", "markdown"; it is "stackedBar". Did you mean "stacked_bar"?',
    ]);
    expect(refusals(tileConfigField, { markdown: "# Text" })).toEqual([
      'displayType: Must be given, as one of "line", "stacked_bar", "table", "number", "pie", "bar", "heatmap", "search", "event_patterns", "markdown".',
    ]);
  });

  test.each(["line", "stacked_bar", "table", "number"])(
    "requires a source and a value for the kind %s",
    (displayType) => {
      expect(refusals(tileConfigField, { displayType })).toEqual([
        "sourceId: Must be given: the source to query.",
        "select: Must be given: the values to show.",
      ]);
      expect(chart(displayType, { select: [] })).toEqual(["select: Must be at least 1 element long; it has 0."]);
    },
  );

  test.each(["line", "stacked_bar", "table"])("shows at most 20 values for the kind %s", (displayType) => {
    expect(chart(displayType, { select: Array(20).fill(COUNT) })).toEqual([]);
    expect(chart(displayType, { select: Array(21).fill(COUNT) })).toEqual([
      "select: Must be at most 20 elements long; it has 21.",
    ]);
  });

  test("selects its columns with one text if it is a search", () => {
    expect(refusals(tileConfigField, { displayType: "search", sourceId: ID, select: ["Timestamp", "Body"] })).toEqual([
      "select: Must be a string, not a list.",
    ]);
  });

  test("has up to 50000 characters and no query for the kind markdown", () => {
    expect(refusals(tileConfigField, { displayType: "markdown" })).toEqual([]);
    expect(refusals(tileConfigField, { displayType: "markdown", markdown: "x".repeat(50_001) })).toEqual([
      "markdown: Must be at most 50000 characters long; it has 50001.",
    ]);
    expect(refusals(tileConfigField, { displayType: "markdown", sourceId: ID })).toEqual([
      'sourceId: "markdown" has no such field, only "line", "stacked_bar", "table", "number", "pie", "bar", "heatmap", "search", "event_patterns", "line" + "sql", "stacked_bar" + "sql", "table" + "sql", "number" + "sql", "pie" + "sql", "bar" + "sql". Leave it out.',
    ]);
  });
});

describe("a field that belongs to another tile kind", () => {
  test.each([
    ["number", "groupBy", "ServiceName", '"line", "stacked_bar", "table", "pie", "bar"'],
    ["stacked_bar", "compareToPreviousPeriod", true, '"line", "line" + "sql"'],
    ["line", "having", "count() > 1", '"table"'],
    ["table", "color", "chart-red", '"number", "number" + "sql"'],
    ["number", "showOperandSeries", true, '"line", "stacked_bar", "table"'],
  ])("is refused in a %s tile: %s", (displayType, field, value, owners) => {
    expect(chart(displayType, { [field]: value })).toEqual([
      `${field}: "${displayType}" has no such field, only ${owners}. Leave it out.`,
    ]);
  });

  test("is refused with its correct place if the tile kind has it elsewhere", () => {
    expect(chart("line", { where: "level:error" })).toEqual([
      `where: "line" has no such field. Use where of a value, such as count({ where: 'level:error' }).`,
    ]);
  });

  test("is refused under its Terraform name too", () => {
    expect(chart("number", { group_by: "ServiceName" })).toEqual([
      'group_by: "number" has no such field, only "line", "stacked_bar", "table", "pie", "bar". Leave it out.',
    ]);
  });

  test("is suggested for a misspelled field", () => {
    expect(chart("line", { groupby: "ServiceName" })).toEqual([
      'groupby: "line" has no such field. Did you mean "groupBy"?',
    ]);
    expect(chart("line", { toString: "x" })).toEqual(['toString: "line" has no such field.']);
  });
});

describe("a ratio", () => {
  test.each(["line", "stacked_bar", "table"])("divides exactly two values in a %s tile", (displayType) => {
    expect(chart(displayType, { asRatio: true, select: [COUNT, COUNT] })).toEqual([]);
    expect(chart(displayType, { asRatio: false })).toEqual([]);
    expect(chart(displayType, { asRatio: true })).toEqual([
      "asRatio: A ratio divides one select item by another: it requires exactly two, and there are 1.",
    ]);
  });

  test("cannot be combined with formulas, and an empty list of formulas is allowed", () => {
    const ratio = { asRatio: true, select: [COUNT, COUNT] };
    expect(chart("line", { ...ratio, formulas: [] })).toEqual([]);
    expect(chart("line", { ...ratio, formulas: [formula] })).toEqual([
      "asRatio: A ratio cannot be combined with formulas. Leave it out and use a formula such as A / B.",
    ]);
  });
});

describe("a number tile", () => {
  test("shows one value, or one formula of several values", () => {
    expect(chart("number", { select: [COUNT, COUNT], formulas: [formula] })).toEqual([]);
    const sentence =
      "select: A number tile shows one value, and there are 2 select items. Keep one, or compute one value with a formula.";
    expect(chart("number", { select: [COUNT, COUNT] })).toEqual([sentence]);
    expect(chart("number", { select: [COUNT, COUNT], formulas: [] })).toEqual([sentence]);
  });

  test("has at most one formula", () => {
    expect(chart("number", { formulas: [formula, formula] })).toEqual([
      "formulas: Must be at most 1 element long; it has 2.",
    ]);
  });

  test("has a color of the palette, or an unknown color of a newer server", () => {
    expect(unknown("number", { color: "chart-1" })).toEqual(['color: "chart-1"']);
    expect(unknown("number", { backgroundChart: { type: "bar", color: "red" } })).toEqual([
      'backgroundChart.type: "bar"',
      'backgroundChart.color: "red"',
    ]);
  });
});

describe("formulas", () => {
  test("are at most ten, each with up to 1024 characters", () => {
    expect(chart("line", { formulas: Array(11).fill(formula) })).toEqual([
      "formulas: Must be at most 10 elements long; it has 11.",
    ]);
    expect(chart("line", { formulas: [{ expression: "A".repeat(1025) }] })).toEqual([
      "formulas.0.expression: Must be at most 1024 characters long; it has 1025.",
    ]);
  });

  test.each([{}, { formulas: [] }])("are required for the option that shows or hides operands: %j", (fields) => {
    expect(chart("line", { ...fields, showOperandSeries: true })).toEqual([
      "showOperandSeries: Only a chart with formulas has operands to show or hide. The server drops this setting from other charts. Add a formula, or leave it out.",
    ]);
  });
});

test("a series limit is a whole number and not negative", () => {
  expect(chart("line", { seriesLimit: -1 })).toEqual(["seriesLimit: Must be at least 0; it is -1."]);
  expect(chart("line", { seriesLimit: 2.5 })).toEqual(["seriesLimit: Must be a whole number, not the number 2.5."]);
});

test("a number format has a unit that the server supports, or an unknown unit of a newer server", () => {
  expect(chart("line", { numberFormat: {} })).toEqual(["numberFormat.output: Must be given: the type of the number."]);
  expect(unknown("line", { numberFormat: { output: "data_rate", numericUnit: "furlongs" } })).toEqual([
    'numberFormat.numericUnit: "furlongs"',
  ]);
});

test("only line, stacked bar and number tiles can have alerts", () => {
  expect(ALERTABLE_DISPLAY_TYPES).toEqual(["line", "stacked_bar", "number"]);
});
