import { count, onClick, tile } from "../../../src";
import { tileConfigField } from "../../../src/resources/dashboard/tiles/tile-config";
import { refusals } from "../../support/declaration/refusals";

const source = "0123456789abcdef01234567";
const select = [count()];

test.each([
  ["line", tile.line({ source, select })],
  ["stacked_bar", tile.stackedBar({ source, select })],
  ["table", tile.table({ source, select })],
  ["number", tile.number({ source, select })],
  ["pie", tile.pie({ source, select })],
  ["bar", tile.bar({ source, select })],
] as const)("a tile of the kind %s queries values from a source", (displayType, made) => {
  expect(made).toEqual({ displayType, config: { displayType, sourceId: source, select } });
  expect(refusals(tileConfigField, made.config)).toEqual([]);
});

test("a search tile selects columns, and a Markdown tile has no query", () => {
  expect(tile.search({ source, select: "Timestamp, Body", where: "level:error" })).toEqual({
    displayType: "search",
    config: { displayType: "search", sourceId: source, select: "Timestamp, Body", where: "level:error" },
  });
  expect(tile.markdown({ markdown: "# Text" })).toEqual({
    displayType: "markdown",
    config: { displayType: "markdown", markdown: "# Text" },
  });
});

test("title, position and container are fields of the tile, and all other props are fields of its configuration", () => {
  const frame = { name: "Errors", x: 1, y: 2, w: 3, h: 4, containerId: "top", tabId: "first" };
  expect(tile.line({ ...frame, source, select, groupBy: "ServiceName", fillNulls: false })).toEqual({
    ...frame,
    displayType: "line",
    config: { displayType: "line", sourceId: source, select, groupBy: "ServiceName", fillNulls: false },
  });
});

test("the items of a heatmap have a separate type, and event patterns need no columns", () => {
  const item = { valueExpression: "Duration", heatmapScaleType: "log" } as const;
  const heatmap = tile.heatmap({ source, select: [item], where: "a:b" });
  expect(heatmap.config).toEqual({ displayType: "heatmap", sourceId: source, select: [item], where: "a:b" });
  expect(refusals(tileConfigField, heatmap.config)).toEqual([]);
  const patterns = tile.eventPatterns({ source });
  expect(patterns.config).toEqual({ displayType: "event_patterns", sourceId: source });
  expect(refusals(tileConfigField, patterns.config)).toEqual([]);
});

const query = { connection: { id: source }, sqlTemplate: "SELECT 1" };

test.each([
  ["line", tile.sql.line(query)],
  ["stacked_bar", tile.sql.stackedBar(query)],
  ["table", tile.sql.table(query)],
  ["number", tile.sql.number(query)],
  ["pie", tile.sql.pie(query)],
  ["bar", tile.sql.bar(query)],
] as const)("a query in SQL fills a tile of the kind %s", (displayType, made) => {
  expect(made.displayType).toBe(displayType);
  expect(made.config).toEqual({ displayType, configType: "sql", connectionId: source, sqlTemplate: "SELECT 1" });
  expect(refusals(tileConfigField, made.config)).toEqual([]);
});

test.each([
  ["a source", onClick.search(source), { type: "search", target: { mode: "id", id: source } }],
  [
    "a source by name",
    onClick.search({ name: "{{Name}}" }),
    { type: "search", target: { mode: "template", template: "{{Name}}" } },
  ],
  [
    "a dashboard, filtered",
    onClick.dashboard({ id: source }, { whereTemplate: "a:b", filters: { ServiceName: "{{ServiceName}}" } }),
    {
      type: "dashboard",
      target: { mode: "id", id: source },
      whereTemplate: "a:b",
      filters: [{ expression: "ServiceName", template: "{{ServiceName}}" }],
    },
  ],
  [
    "another website",
    onClick.external("https://example.com"),
    { type: "external", urlTemplate: "https://example.com" },
  ],
])("a click on a table row opens %s", (_, made, expected) => {
  expect(made).toEqual(expected);
  expect(refusals(tileConfigField, tile.table({ source, select, onClick: made }).config)).toEqual([]);
});
