import { count, tile } from "../../src";
import { tileConfig } from "../../src/schema/tile-config";
import { refusals } from "../schema/refusals";

const source = "0123456789abcdef01234567";
const select = [count()];

test.each([
  ["line", tile.line({ source, select })],
  ["stacked_bar", tile.stackedBar({ source, select })],
  ["table", tile.table({ source, select })],
  ["number", tile.number({ source, select })],
] as const)("a tile of the kind %s queries a source for values", (displayType, made) => {
  expect(made).toEqual({ displayType, config: { displayType, sourceId: source, select } });
  expect(refusals(tileConfig, made.config)).toEqual([]);
});

test("a search selects columns, and a text queries nothing", () => {
  expect(tile.search({ source, select: "Timestamp, Body", where: "level:error" })).toEqual({
    displayType: "search",
    config: { displayType: "search", sourceId: source, select: "Timestamp, Body", where: "level:error" },
  });
  expect(tile.markdown({ markdown: "# Text" })).toEqual({
    displayType: "markdown",
    config: { displayType: "markdown", markdown: "# Text" },
  });
});

test("title, place and container belong to the tile and everything else to its configuration", () => {
  const frame = { name: "Errors", x: 1, y: 2, w: 3, h: 4, containerId: "top", tabId: "first" };
  expect(tile.line({ ...frame, source, select, groupBy: "ServiceName", fillNulls: false })).toEqual({
    ...frame,
    displayType: "line",
    config: { displayType: "line", sourceId: source, select, groupBy: "ServiceName", fillNulls: false },
  });
});
