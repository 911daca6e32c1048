import { seedIds } from "../../../src/emulator";
import { count, dashboard, lineConfig, place, running, tile } from "../../support/emulator/support";

const emulator = running();
const sourceId = seedIds.logs;
const markdown = { displayType: "markdown" };
const filter = { type: "QUERY_EXPRESSION", name: "N", expression: "x", sourceId };
const container = { id: "c", title: "C", collapsed: false };
const rawSql = { configType: "sql", displayType: "line", connectionId: seedIds.connection, sqlTemplate: "SELECT 1" };
const number = { displayType: "number", sourceId, select: [count] };
const failed = "Body validation failed: ";

const refused: [string, Record<string, unknown>, string][] = [
  ["an empty body", {}, "name: Required; tiles: Required"],
  ["a name of null", { name: null, tiles: [] }, "name: Expected string, received null"],
  ["a long name", { name: "x".repeat(1025), tiles: [] }, "name: String must contain at most 1024 character(s)"],
  ["tiles as text", { name: "n", tiles: "x" }, "tiles: Expected array, received string"],
  [
    "x outside of the grid",
    { name: "n", tiles: [tile(markdown, { x: 24 })] },
    "tiles.0.x: Number must be less than or equal to 23",
  ],
  [
    "w of zero",
    { name: "n", tiles: [tile(markdown, { w: 0 })] },
    "tiles.0.w: Number must be greater than or equal to 1",
  ],
  ["neither config nor series", { name: "n", tiles: [place] }, "tiles.0: Tile must have either series or config"],
  [
    "config and series",
    { name: "n", tiles: [tile(markdown, { series: [{ type: "markdown", content: "" }] })] },
    "tiles.0: Tile cannot have both series and config",
  ],
  [
    "asRatio in addition to config",
    { name: "n", tiles: [tile(markdown, { asRatio: false })] },
    "tiles.0: asRatio property is not supported when using config property. Specify config.asRatio instead.",
  ],
  [
    "two tiles with one id",
    { name: "n", tiles: [tile(markdown, { id: "X" }), tile(markdown, { id: "X" })] },
    "tiles.1.id: Duplicate tile ID: X. Omit the ID to generate a unique one.",
  ],
  [
    "a tile id over 36 characters",
    { name: "n", tiles: [tile(markdown, { id: "x".repeat(37) })] },
    "tiles.0.id: String must contain at most 36 character(s)",
  ],
  [
    "an unknown display type",
    dashboard({ displayType: "foo" }),
    "tiles.0.config.displayType: Invalid discriminator value. Expected 'line' | 'stacked_bar' | 'table' | 'number' | " +
      "'pie' | 'bar' | 'heatmap' | 'markdown' | 'search' | 'event_patterns'",
  ],
  [
    "raw SQL search",
    dashboard({ configType: "sql", displayType: "search", connectionId: seedIds.connection, sqlTemplate: "" }),
    "tiles.0.config.displayType: Invalid discriminator value. Expected 'line' | 'stacked_bar' | 'table' | 'number' | " +
      "'pie' | 'bar'",
  ],
  [
    "a level without quantile",
    dashboard({ ...lineConfig, select: [{ aggFn: "max", valueExpression: "v", level: 0.5 }] }),
    "tiles.0.config.select.0: Level can only be used with quantile aggregation function",
  ],
  [
    "an unsupported level",
    dashboard({ ...lineConfig, select: [{ aggFn: "quantile", valueExpression: "v", level: 0.42 }] }),
    "tiles.0.config.select.0.level: Invalid input",
  ],
  [
    "an expression on a count",
    dashboard({ ...lineConfig, select: [count, { aggFn: "count", valueExpression: "v" }] }),
    "tiles.0.config.select.1: Value expression cannot be used with count aggregation function",
  ],
  [
    "no expression on a sum",
    dashboard({ ...lineConfig, select: [{ aggFn: "sum" }] }),
    "tiles.0.config.select.0: Value expression is required for non-count aggregation functions",
  ],
  [
    "a ratio of one item",
    dashboard({ ...lineConfig, asRatio: true }),
    "tiles.0.config: asRatio can only be used with exactly two select items",
  ],
  [
    "a ratio on a raw SQL tile",
    dashboard({ ...rawSql, asRatio: true }),
    "tiles.0.config: asRatio can only be used with exactly two select items",
  ],
  [
    "two items on a number tile",
    dashboard({ ...number, select: [count, count] }),
    "tiles.0.config.select: Number tiles support a single select item unless formulas are used (extra items are formula operands)",
  ],
  [
    "no select item",
    dashboard({ ...lineConfig, select: [] }),
    "tiles.0.config.select: Array must contain at least 1 element(s)",
  ],
  [
    "a formula next to a wrong field, which hides it",
    dashboard({ ...lineConfig, select: [], formulas: [{ expression: "B / A" }] }),
    "tiles.0.config.select: Array must contain at least 1 element(s)",
  ],
  [
    "a ratio next to a wrong field, which hides it",
    dashboard({ ...lineConfig, select: [], asRatio: true }),
    "tiles.0.config.select: Array must contain at least 1 element(s)",
  ],
  [
    "null for an optional field",
    dashboard({ ...lineConfig, groupBy: null }),
    "tiles.0.config.groupBy: Expected string, received null",
  ],
  [
    "a series limit of null",
    dashboard({ ...lineConfig, seriesLimit: null }),
    "tiles.0.config.seriesLimit: Expected number, received null",
  ],
  [
    "an old color",
    dashboard({ ...number, color: "chart-1" }),
    "tiles.0.config.color: Invalid enum value. Expected 'chart-blue' | 'chart-orange' | 'chart-red' | 'chart-cyan' | " +
      "'chart-green' | 'chart-pink' | 'chart-purple' | 'chart-light-blue' | 'chart-brown' | 'chart-gray' | " +
      "'chart-success' | 'chart-warning' | 'chart-error', received 'chart-1'",
  ],
  [
    "a null query language in addition to a query",
    { ...dashboard(), savedQuery: "a", savedQueryLanguage: null },
    "savedQueryLanguage: savedQueryLanguage cannot be null when savedQuery is provided",
  ],
  [
    "a filter id on create",
    { ...dashboard(), filters: [{ ...filter, id: "x" }] },
    "filters.0: Unrecognized key(s) in object: 'id'",
  ],
  [
    "a filter that is neither applied nor a variable",
    { ...dashboard(), filters: [{ ...filter, isBroadcastEnabled: false }] },
    'filters.0.isBroadcastEnabled: Filter "N" must broadcast its value, be available as a variable, or both',
  ],
  [
    "a variable name of a filter that is not a variable",
    { ...dashboard(), filters: [{ ...filter, variableName: "v" }] },
    'filters.0.variableName: Filter "N" sets variableName but is not available as a variable; set isVariableEnabled to true or drop variableName',
  ],
  [
    "sources of a filter that is not applied",
    {
      ...dashboard(),
      filters: [{ ...filter, isBroadcastEnabled: false, isVariableEnabled: true, appliesToSourceIds: ["x"] }],
    },
    'filters.0.appliesToSourceIds: Filter "N" sets appliesToSourceIds but does not broadcast its value; set isBroadcastEnabled to true or drop appliesToSourceIds',
  ],
  [
    "two variables with the same name",
    {
      ...dashboard(),
      filters: [
        { ...filter, name: "Total Requests", isVariableEnabled: true },
        { ...filter, isVariableEnabled: true, variableName: "Total_Requests" },
      ],
    },
    'filters.1.variableName: Variable names must be unique: "Total_Requests"',
  ],
  [
    "a filter name without a valid variable name",
    { ...dashboard(), filters: [{ ...filter, name: "!!!", isVariableEnabled: true }] },
    'filters.0.variableName: Variable name is required for filter "!!!"',
  ],
  [
    "two containers with the same id",
    { ...dashboard(), containers: [container, container] },
    'containers.1.id: Container IDs must be unique: "c"',
  ],
  [
    "two tabs with the same id",
    {
      ...dashboard(),
      containers: [
        {
          ...container,
          tabs: [
            { id: "t", title: "T" },
            { id: "t", title: "U" },
          ],
        },
      ],
    },
    'containers.0.tabs.1.id: Duplicate tab id "t" in container "c"',
  ],
];

test.each(refused)("a create is refused with the real server's message: %s", async (_name, body, text) => {
  const response = await emulator.openSource.post("/dashboards", body);
  expect(response.status).toBe(400);
  expect(response.json).toEqual({ message: failed + text });
});

test.each([
  ["a reference to a missing item", "A / B", 'Unknown series "B"'],
  ["an incomplete expression", "A +", "Unexpected end of expression"],
  ["an incomplete expression after an unknown series", "Z +", "Unexpected end of expression"],
  ["no series at all", "1 + 2", "at least one series"],
  ["an invalid character", "A ^ 2", 'Unexpected character "^"'],
  ["more than 64 nesting levels", `${"(".repeat(65)}A${")".repeat(65)}`, "nested too deeply"],
])("a formula is refused: %s", async (_name, expression, text) => {
  const response = await emulator.openSource.post(
    "/dashboards",
    dashboard({ ...lineConfig, formulas: [{ expression }] }),
  );
  expect(response.status).toBe(400);
  expect(response.json.message).toMatch(/^Body validation failed: tiles\.0\.config\.formulas\.0\.expression: /);
  expect(response.json.message).toContain(text);
});

test("a raw SQL tile with asRatio false is accepted, and is returned without asRatio", async () => {
  const response = await emulator.openSource.post("/dashboards", dashboard({ ...rawSql, asRatio: false }));
  expect(response.status).toBe(200);
  expect(response.json.data.tiles[0].config).toEqual({ ...rawSql, fillNulls: true });
});

test("a formula with 64 nesting levels is accepted", async () => {
  const expression = `${"(".repeat(64)}A${")".repeat(64)}`;
  const response = await emulator.openSource.post(
    "/dashboards",
    dashboard({ ...lineConfig, formulas: [{ expression }] }),
  );
  expect(response.status).toBe(200);
});

test("a dashboard with 500 tiles is accepted, and one with 501 tiles is refused", async () => {
  const tiles = Array.from({ length: 501 }, () => tile(markdown));
  expect((await emulator.openSource.post("/dashboards", { name: "n", tiles: tiles.slice(1) })).status).toBe(200);
  const response = await emulator.openSource.post("/dashboards", { name: "n", tiles });
  expect(response.json.message).toBe(`${failed}tiles: Array must contain at most 500 element(s)`);
});

test("create and update accept an empty name", async () => {
  const response = await emulator.openSource.post("/dashboards", { name: "", tiles: [] });
  expect(response.status).toBe(200);
  expect(response.json.data.name).toBe("");
  const { json } = await emulator.openSource.post("/dashboards", dashboard());
  const updated = await emulator.openSource.put(`/dashboards/${json.data.id}`, { name: "", tiles: [] });
  expect(updated.status).toBe(200);
  expect(updated.json.data.name).toBe("");
});

test("unknown fields are dropped, also inside a tile configuration", async () => {
  const response = await emulator.openSource.post("/dashboards", {
    ...dashboard({ ...markdown, fantasy: 1 }),
    id: "x",
    fantasy: 1,
  });
  expect(response.status).toBe(200);
  expect(response.text).not.toContain("fantasy");
});
