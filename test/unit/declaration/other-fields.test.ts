import { splitOtherFields } from "../../../src/declaration/other-fields";
import { shapeOf } from "../../../src/declaration/shape";
import { tileField } from "../../../src/resources/dashboard/tiles/tile";
import { dashboard } from "../../../src/resources/declarations";
import { fullDashboard } from "../../support/declaration/declarations";

const TILE = shapeOf(tileField);
const frame = { name: "T", x: 0, y: 0, w: 1, h: 1 };

test("an object with only declared fields has no other fields", () => {
  const { line } = fullDashboard.tiles;
  expect(splitOtherFields(TILE, line)).toEqual({ known: line, other: {} });
});

test("an undeclared field is reported with its path, as JSON", () => {
  const config = { displayType: "number", select: [{ aggFn: "count", filter: { a: 1 } }], gauge: [{ value: 1 }] };
  expect(splitOtherFields(TILE, { ...frame, config, asRatio: false })).toEqual({
    known: { ...frame, config: { displayType: "number", select: [{ aggFn: "count" }] } },
    other: {
      "config.select.0.filter": '{"a":1}',
      "config.gauge": '[{"value":1}]',
      asRatio: "false",
    },
  });
});

test("a field of another tile kind is reported as an undeclared field", () => {
  const config = { displayType: "markdown", markdown: "# T", groupBy: "ServiceName" };
  expect(splitOtherFields(TILE, { ...frame, config })).toEqual({
    known: { ...frame, config: { displayType: "markdown", markdown: "# T" } },
    other: { "config.groupBy": '"ServiceName"' },
  });
});

test("a tile of an unknown kind keeps its kind, and its fields are reported as undeclared", () => {
  const config = { displayType: "funnel", sourceId: "s", limit: 5 };
  expect(splitOtherFields(TILE, { ...frame, config })).toEqual({
    known: { ...frame, config: { displayType: "funnel" } },
    other: { "config.sourceId": '"s"', "config.limit": "5" },
  });
});

test("a value of a wrong type is reported as an undeclared field", () => {
  const config = { displayType: "markdown", markdown: { text: "# T" } };
  expect(splitOtherFields(TILE, { ...frame, y: "1", config })).toEqual({
    known: { ...frame, y: undefined, config: { displayType: "markdown", markdown: undefined } },
    other: { y: '"1"', "config.markdown": '{"text":"# T"}' },
  });
});

test("null and missing fields are not reported as undeclared", () => {
  expect(splitOtherFields(shapeOf(dashboard), { name: "D", savedQuery: null, teamId: null })).toEqual({
    known: { name: "D", savedQuery: undefined },
    other: {},
  });
});
