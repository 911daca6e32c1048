import type { JsonObject } from "../../client";
import { withServerDefaults } from "../../declaration/server-defaults";
import { objectShapeOf } from "../../declaration/shape";
import { toUtc } from "../../declaration/value-types";
import type { DataSource } from "../../plugin";
import { createLookUp } from "../shared/look-up";
import { reportFailure } from "../shared/report-failure";
import type { Session } from "../shared/session";
import { objectToTerraform } from "../shared/terraform-form";
import type { ChartQuery, ChartRow } from "./api";
import { charts } from "./api";
import { type ChartSeriesDeclaration, chartSeries } from "./declaration";

const CHART_SERIES = objectShapeOf(chartSeries);

/** The values of up to five series over time; open source only (docs/internals/api-behavior.md 5). */
export const chartSeriesDataSource: DataSource<Session> = createLookUp(
  CHART_SERIES,
  "The values of up to five series over time, read again in every plan. Open-source deployment only.",
  async (declared, { session, signal }) => {
    const query = withServerDefaults(CHART_SERIES, declared) as ChartSeriesDeclaration;
    const rows = await reportFailure("query the chart series", () =>
      session.client.collection(charts).querySeries(bodyOf(query), { signal }),
    );
    return { state: objectToTerraform(CHART_SERIES, { ...query, rows: rows.map((row) => rowOf(row, query)) }) };
  },
);

function bodyOf({ startTime, endTime, groupBy = [], series, granularity, seriesReturnType }: ChartSeriesDeclaration) {
  const body = {
    startTime: Date.parse(startTime),
    endTime: Date.parse(endTime),
    granularity,
    ...(seriesReturnType && { seriesReturnType }),
    // The server requires the same grouping in every series (docs/internals/api-behavior.md 5).
    series: series.map((each) => ({ ...each, groupBy }) as unknown as JsonObject),
  };
  return body as ChartQuery;
}

function rowOf({ bucket, group, values, raw }: ChartRow, { series }: ChartSeriesDeclaration) {
  return {
    time: typeof bucket === "number" ? toUtc(bucket) : bucket,
    group: group.map(String),
    values: series.map((_, index) => exact(values.get(index))),
    json: JSON.stringify(raw),
  };
}

/** Converts text, which represents an integer that a double would round. */
function exact(value: number | string | null | undefined): number | bigint | null {
  if (typeof value !== "string") {
    return value ?? null;
  }
  return /^-?\d+$/.test(value) ? BigInt(value) : null;
}
