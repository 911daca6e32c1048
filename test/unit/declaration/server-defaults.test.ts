import type { z } from "zod";
import { withoutOmittedDefaults, withServerDefaults } from "../../../src/declaration/server-defaults";
import { shapeOf } from "../../../src/declaration/shape";
import { dashboardContainer } from "../../../src/resources/dashboard/declaration";
import { dashboardFilter } from "../../../src/resources/dashboard/filter";
import { selectItemField } from "../../../src/resources/dashboard/tiles/select-item";
import { tileConfigField } from "../../../src/resources/dashboard/tiles/tile-config";
import { alert, apiKey, dashboard } from "../../../src/resources/declarations";
import { ID, UUID } from "../../support/declaration/declarations";

const filled = (declaration: z.ZodType, value: unknown) => withServerDefaults(shapeOf(declaration), value);

describe("the server defaults of a key", () => {
  test("make a new key enabled, without an expiry and without roles", () => {
    expect(filled(apiKey, { name: "ci", ipAccessList: [{ source: "0.0.0.0/0" }] })).toEqual({
      name: "ci",
      ipAccessList: [{ source: "0.0.0.0/0" }],
      state: "enabled",
      onDestroy: "delete",
      assignedRoleIds: [],
      expireAt: null,
    });
  });

  test("do not change an adopted key", () => {
    expect(filled(apiKey, { adopt: { id: UUID } })).toEqual({ adopt: { id: UUID }, onDestroy: "release" });
  });
});

describe("the server defaults of an alert", () => {
  test("contain no offset, and a tile as the watched object", () => {
    expect(filled(alert, { interval: "5m" })).toEqual({
      interval: "5m",
      source: "tile",
      numConsecutiveWindows: 1,
      scheduleOffsetMinutes: 0,
    });
  });

  test("set the source to saved_search if the alert has a saved search", () => {
    expect(filled(alert, { savedSearchId: ID })).toEqual({
      savedSearchId: ID,
      source: "saved_search",
      numConsecutiveWindows: 1,
      scheduleOffsetMinutes: 0,
    });
  });

  test("do not change declared values", () => {
    expect(filled(alert, { source: "saved_search", scheduleOffsetMinutes: 3 })).toEqual({
      source: "saved_search",
      numConsecutiveWindows: 1,
      scheduleOffsetMinutes: 3,
    });
  });
});

describe("the server defaults of a dashboard", () => {
  test("are empty lists, and null if null and a missing value have the same meaning", () => {
    expect(filled(dashboard, { name: "D", tiles: {} })).toEqual({
      name: "D",
      tiles: {},
      tags: [],
      filters: [],
      savedFilterValues: [],
      containers: [],
    });
  });

  test("set the language of its saved query to Lucene, if it has a saved query", () => {
    const language = (savedQuery: unknown) =>
      (filled(dashboard, { name: "D", tiles: {}, savedQuery }) as { savedQueryLanguage?: unknown }).savedQueryLanguage;
    expect(language("level:error")).toBe("lucene");
    expect(language("")).toBeUndefined();
    expect(language(null)).toBeUndefined();
  });

  test("include the defaults of its tiles, their values and its filter conditions", () => {
    const tile = { name: "", x: 0, y: 0, w: 1, h: 1 };
    const config = { displayType: "line", sourceId: ID, select: [{ aggFn: "count" }] };
    expect(
      filled(dashboard, { name: "D", tiles: { a: { ...tile, config } }, savedFilterValues: [{ condition: "1" }] }),
    ).toMatchObject({
      tiles: {
        a: {
          config: {
            asRatio: false,
            fillNulls: true,
            select: [{ aggFn: "count", valueExpression: "", where: "", whereLanguage: "lucene" }],
          },
        },
      },
      savedFilterValues: [{ type: "sql", condition: "1" }],
    });
  });
});

const TIME_SERIES = { asRatio: false, fillNulls: true, groupBy: "", alignDateRangeToGranularity: true };
const DRAWN_AS_LINE = { compareToPreviousPeriod: false, fitYAxisToData: false };

test.each([
  ["line", { ...TIME_SERIES, ...DRAWN_AS_LINE }],
  ["stacked_bar", TIME_SERIES],
  ["table", { asRatio: false, groupBy: "", having: "", orderBy: "", groupByColumnsOnLeft: false }],
  ["number", {}],
  ["pie", { groupBy: "", orderBy: "" }],
  ["bar", { groupBy: "", orderBy: "" }],
  ["heatmap", { where: "", whereLanguage: "lucene" }],
  ["search", { select: "", where: "", whereLanguage: "lucene" }],
  ["event_patterns", { select: "", where: "", whereLanguage: "lucene" }],
  ["markdown", { markdown: "" }],
])("the server adds the documented defaults to a tile of the kind %s", (displayType, defaults) => {
  expect(filled(tileConfigField, { displayType })).toEqual({ displayType, ...defaults });
});

test.each([
  ["line", { fillNulls: true, alignDateRangeToGranularity: true, ...DRAWN_AS_LINE }],
  ["stacked_bar", { fillNulls: true, alignDateRangeToGranularity: true }],
  ["table", {}],
  ["number", {}],
])("the server adds the documented defaults to a %s tile with a SQL query", (displayType, defaults) => {
  const config = { displayType, configType: "sql" };
  expect(filled(tileConfigField, config)).toEqual({ ...config, ...defaults });
});

test("a declared value is kept, also if it is false or empty", () => {
  const declared = { displayType: "line", fillNulls: false, asRatio: true };
  expect(filled(tileConfigField, declared)).toMatchObject(declared);
  expect(filled(dashboardFilter, { type: "" })).toMatchObject({ type: "" });
});

test("a tile of an unknown kind stays unchanged", () => {
  expect(filled(tileConfigField, { displayType: "funnel" })).toEqual({ displayType: "funnel" });
});

test("the condition of a select item is in Lucene by default, for any aggregate function", () => {
  expect(filled(selectItemField, { aggFn: "sum", valueExpression: "Bytes", where: "a:b" })).toEqual({
    aggFn: "sum",
    valueExpression: "Bytes",
    where: "a:b",
    whereLanguage: "lucene",
    alias: "",
  });
});

const FILTER_DEFAULTS = {
  where: "",
  whereLanguage: "sql",
  appliesToSourceIds: [],
  isBroadcastEnabled: true,
  isVariableEnabled: false,
  minSelections: 0,
  isGlobalRequirement: false,
};

test("a filter has the defaults that the published schema documents", () => {
  expect(filled(dashboardFilter, { name: "Service" })).toEqual({
    name: "Service",
    type: "QUERY_EXPRESSION",
    ...FILTER_DEFAULTS,
  });
});

test("a container is collapsible and has a border and no tabs by default", () => {
  const container = { id: "a", title: "A", collapsed: false };
  expect(filled(dashboardContainer, container)).toEqual({ ...container, collapsible: true, bordered: true, tabs: [] });
});

test("a chart with formulas shows its operands by default", () => {
  const formulas = [{ expression: "A / 2" }];
  expect(filled(tileConfigField, { displayType: "line", formulas })).toMatchObject({ showOperandSeries: true });
  expect(filled(tileConfigField, { displayType: "line", formulas: [] })).not.toHaveProperty("showOperandSeries");
});

test("a request omits defaults that the server neither stores nor returns", () => {
  const filter = { type: "QUERY_EXPRESSION", name: "Service", expression: "ServiceName", sourceId: ID };
  const shape = shapeOf(dashboardFilter);
  expect(withoutOmittedDefaults(shape, { ...filter, ...FILTER_DEFAULTS })).toEqual(filter);
  const other = { ...filter, whereLanguage: "lucene", isVariableEnabled: true };
  expect(withoutOmittedDefaults(shape, other)).toEqual(other);
});

test("a missing field without a default stays missing, and the declared object is not modified", () => {
  expect(filled(apiKey, undefined)).toBeUndefined();
  const declared = Object.freeze({ name: "ci" });
  filled(apiKey, declared);
  expect(declared).toEqual({ name: "ci" });
});
