import type { DeclaredFields } from "../../../src/declaration/field";
import { withServerDefaults } from "../../../src/declaration/server-defaults";
import { shapeOf } from "../../../src/declaration/shape";
import { seedIds } from "../../../src/emulator";
import { sourceDeclaration } from "../../../src/resources/source/declaration";
import { refusals } from "../../support/declaration/refusals";
import { fullSources } from "../../support/full-sources";

const SOURCES = fullSources(seedIds);
const { log, metric, session } = SOURCES;

const column = { sourceColumn: "Duration", aggFn: "sum", mvColumn: "sum" };
const view = {
  databaseName: "shop",
  tableName: "events_5m",
  dimensionColumns: "ServiceName",
  minGranularity: "5m",
  timestampColumn: "Timestamp",
  aggregatedColumns: [column],
};

test.each(Object.entries(SOURCES))("a source of the kind %s can have every field of its kind", (_, fields) => {
  expect(refusals(sourceDeclaration, { name: "All", ...fields })).toEqual([]);
});

test.each<[string, DeclaredFields, string]>([
  [
    "without a kind",
    { ...log, kind: "logs" },
    'kind: Must be one of "log", "trace", "metric", "session", "promql"; it is "logs". Did you mean "log"?',
  ],
  [
    "without its table",
    { ...log, from: { databaseName: "shop" } },
    'from.tableName: A source of the kind "log" requires the table that contains the data.',
  ],
  [
    "of metrics without tables",
    { ...metric, metricTables: {} },
    "metricTables: A source of metrics requires the table of at least one type. Set one.",
  ],
  [
    "with the field of another kind",
    { ...log, metricTables: { gauge: "g" } },
    'metricTables: "log" has no such field, only "metric". Leave it out.',
  ],
  [
    "with eleven settings",
    { ...log, querySettings: Array(11).fill({ setting: "a", value: "1" }) },
    "querySettings: Must be at most 10 elements long; it has 11.",
  ],
  [
    "with a view without aggregates",
    { ...log, materializedViews: [{ ...view, aggregatedColumns: [] }] },
    "materializedViews.0.aggregatedColumns: Must be at least 1 element long; it has 0.",
  ],
  [
    "with a sum without a column",
    { ...log, materializedViews: [{ ...view, aggregatedColumns: [{ aggFn: "sum", mvColumn: "sum" }] }] },
    "materializedViews.0.aggregatedColumns.0.sourceColumn: Every aggregation but `count` needs the column that is aggregated. Set it.",
  ],
  [
    "with a rollup without its table",
    { ...log, metadataMaterializedViews: { granularity: "15m" } },
    "metadataMaterializedViews.kvRollupTable: Must be given: the table of the fields with their values.",
  ],
  [
    "with a rollup without its granularity",
    { ...log, metadataMaterializedViews: { kvRollupTable: "values" } },
    "metadataMaterializedViews.granularity: Must be given: the width of the tables' time buckets, such as `15m`.",
  ],
  [
    "with a rollup of another granularity",
    { ...log, metadataMaterializedViews: { kvRollupTable: "values", granularity: "15 minutes" } },
    'metadataMaterializedViews.granularity: Must be a number and a unit out of s, m, h and d, such as 5m; it is "15 minutes".',
  ],
])("a source %s is refused", (_, fields, message) => {
  expect(refusals(sourceDeclaration, { name: "Wrong", ...fields })).toEqual([message]);
});

test("a metric source needs no separate table, and a session source needs no timestamp", () => {
  const { from: _, ...metrics } = metric;
  const { timestampValueExpression: __, ...sessions } = session;
  expect(refusals(sourceDeclaration, { name: "M", ...metrics, from: { databaseName: "shop" } })).toEqual([]);
  expect(withServerDefaults(shapeOf(sourceDeclaration), { name: "S", ...sessions })).toMatchObject({
    timestampValueExpression: "TimestampTime",
  });
});

test("a materialized view can count without a column, and can contain histograms", () => {
  const aggregatedColumns = [
    { aggFn: "count", mvColumn: "count" },
    { aggFn: "histogram", sourceColumn: "Duration", mvColumn: "histogram" },
  ];
  expect(
    refusals(sourceDeclaration, { name: "V", ...log, materializedViews: [{ ...view, aggregatedColumns }] }),
  ).toEqual([]);
});
