import type { Fields } from "../../src/declaration/field";
import { withServerDefaults } from "../../src/declaration/server-defaults";
import { shapeOf } from "../../src/declaration/shape";
import { seedIds } from "../../src/emulator";
import { source } from "../../src/resources/source/declaration";
import { refusals } from "../declaration/refusals";
import { fullSources } from "../support/full-sources";

const SOURCES = fullSources(seedIds);
const { log, metric, session } = SOURCES;

test.each(Object.entries(SOURCES))("a source of the kind %s can have every field", (_, fields) => {
  expect(refusals(source, { name: "All", ...fields })).toEqual([]);
});

test.each<[string, Fields, string]>([
  [
    "of no kind",
    { ...log, kind: "logs" },
    'kind: Must be one of "log", "trace", "metric", "session", "promql"; it is "logs". Did you mean "log"?',
  ],
  [
    "without its table",
    { ...log, from: { databaseName: "shop" } },
    'from.tableName: A source of the kind "log" needs the table that holds the data.',
  ],
  [
    "of metrics without tables",
    { ...metric, metricTables: {} },
    "metricTables: A source of metrics needs the table of at least one type. Name one.",
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
])("a source %s is refused", (_, fields, message) => {
  expect(refusals(source, { name: "Wrong", ...fields })).toEqual([message]);
});

test("a source of metrics needs no table of its own, and a source of sessions no time", () => {
  const { from: _, ...metrics } = metric;
  const { timestampValueExpression: __, ...sessions } = session;
  expect(refusals(source, { name: "M", ...metrics, from: { databaseName: "shop" } })).toEqual([]);
  expect(withServerDefaults(shapeOf(source), { name: "S", ...sessions })).toMatchObject({
    timestampValueExpression: "TimestampTime",
  });
});
