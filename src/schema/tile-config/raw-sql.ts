import * as z from "zod";
import { chartColor } from "../color";
import { optional, required } from "../field";
import { objectId } from "../object-id";
import * as field from "./chart-fields";
import { onClick } from "./on-click";

const rawSql = {
  configType: required(
    "`sql` for a chart that a query of its own fills. Left out for one that select items fill.",
    z.literal("sql"),
  ),
  connectionId: required("The connection to query.", objectId),
  sqlTemplate: required(
    "The query, in SQL. To be watched by an alert, lines and stacked bars need the interval in it, such as `$__timeInterval(Timestamp)`.",
    z.string().max(100_000),
  ),
  sourceId: optional("The source whose filters the query takes part in. Of the same connection.", objectId),
  numberFormat: field.format,
};

const timeSeries = {
  ...rawSql,
  fillNulls: field.fillNulls,
  alignDateRangeToGranularity: field.alignDateRangeToGranularity,
  seriesLimit: field.seriesLimit,
};

/** Tiles that a query in SQL fills (docs/internals/api-behavior.md 4.7). */
export const rawSqlConfigs = [
  z.object({
    displayType: field.displayType("line"),
    ...timeSeries,
    compareToPreviousPeriod: field.compareToPreviousPeriod,
    fitYAxisToData: field.fitYAxisToData,
  }),
  z.object({ displayType: field.displayType("stacked_bar"), ...timeSeries }),
  z.object({ displayType: field.displayType("table"), ...rawSql, onClick: onClick }),
  z.object({
    displayType: field.displayType("number"),
    ...rawSql,
    color: optional("The colour of the number.", chartColor),
  }),
  z.object({ displayType: field.displayType("pie"), ...rawSql }),
  z.object({ displayType: field.displayType("bar"), ...rawSql }),
] as const;
