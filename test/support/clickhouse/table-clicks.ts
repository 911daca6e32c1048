import { create } from "handlebars";
import { tileSql } from "../../../src/cli/server/series/clickhouse/tile-sql";
import type { TimeRange } from "../../../src/cli/server/series/query-series";
import { type ApiFields, apiFieldsIn } from "../../../src/drawing";
import type { ClickHouseEngine } from "./engine";
import type { PackContents } from "./pack-results";

const handlebars = create();

/** Target of a click on a row: the name of a dashboard, or the condition and the filters of a search. */
interface Click {
  readonly dashboard?: string;
  readonly where?: string;
  readonly filters?: Readonly<Record<string, string>>;
}

/**
 * Returns the targets of clicks on the rows of a table. The UI fills in the columns of the row by their names, and opens
 * nothing if a column is missing.
 */
export async function clicksOn(
  key: string,
  { dashboards }: PackContents,
  engine: ClickHouseEngine,
  range: TimeRange,
): Promise<readonly Click[]> {
  const found = dashboards.flatMap(({ fields }) => apiFieldsIn(fields.tiles)).find(({ id }) => id === key);
  const config = found?.config as ApiFields;
  const { target, whereTemplate, filters } = config.onClick as ApiFields;
  const rows = await engine.rows<object>(...queryOf(config, range));
  return rows.map((row) => {
    const filled = (template: unknown) => handlebars.compile(template, { noEscape: true, strict: true })(row);
    const { mode, template } = target as ApiFields;
    const values = apiFieldsIn(filters).map(({ expression, template: value }) => [expression, filled(value)]);
    return {
      ...(mode === "template" && { dashboard: filled(template) }),
      ...(whereTemplate !== undefined && { where: filled(whereTemplate) }),
      ...(filters !== undefined && { filters: Object.fromEntries(values) }),
    };
  });
}

function queryOf(config: ApiFields, { start, end }: TimeRange): Parameters<ClickHouseEngine["rows"]> {
  if (config.configType === "sql") {
    return [tileSql(String(config.sqlTemplate), undefined), { startDateMilliseconds: start, endDateMilliseconds: end }];
  }
  return [gaugesSql(config, { start, end })];
}

/** Returns a query of the form that the server uses for several gauges: a query for each of them, joined by the groups. */
function gaugesSql({ select, groupBy, orderBy }: ApiFields, { start, end }: TimeRange): string {
  const items = apiFieldsIn(select);
  const inRange = `TimeUnix >= fromUnixTimestamp64Milli(${start}) AND TimeUnix < fromUnixTimestamp64Milli(${end})`;
  const queries = items.map(({ aggFn, metricName, where = "1" }, index) => {
    const points = `SELECT *, cityHash64(ResourceAttributes, Attributes) AS series FROM otel_metrics_gauge WHERE MetricName = '${metricName}' AND ${inRange} AND (${where})`;
    const last = `SELECT series, toStartOfMinute(TimeUnix) AS bucket, argMax(Value, TimeUnix) AS last, any(ResourceAttributes) AS ResourceAttributes FROM (${points}) GROUP BY series, bucket`;
    const values = `SELECT ${aggFn}(last) AS value, ${groupBy} FROM (${last}) GROUP BY ${groupBy} ORDER BY ${orderBy}`;
    return `SELECT *, ${index} AS item FROM (${values})`;
  });
  const columns = items.map(({ alias }, index) => `anyOrNullIf(value, item = ${index}) AS "${alias}"`);
  return `SELECT ${columns.join(", ")}, * EXCEPT (value, item) FROM (${queries.join(" UNION ALL ")}) GROUP BY ALL ORDER BY ${orderBy}`;
}
