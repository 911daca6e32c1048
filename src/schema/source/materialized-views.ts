import * as z from "zod";
import { optional, required } from "../field";
import { instant } from "../instant";
import { neededText } from "./common-fields";

const granularity = () =>
  z.string().regex(/^\d+[smhd]$/, "Must be a number and a unit out of s, m, h and d, such as 5m");

const aggregatedColumn = z.object({
  sourceColumn: optional("The column of the source that is aggregated.", z.string()),
  aggFn: required("How it is aggregated, such as `count`, `sum` or `avg`.", z.string()),
  mvColumn: required("The column of the view that holds the result.", neededText()),
});

const materializedView = z.object({
  databaseName: required("The database that holds the view.", neededText()),
  tableName: required("The view's table.", neededText()),
  dimensionColumns: required("The columns to filter and group by, separated by commas.", z.string()),
  minGranularity: required("The width of the view's time buckets, such as `5m`.", granularity()),
  minDate: optional("The moment since which the view holds data. Default: as long as the source.", instant(), {
    instant: true,
  }),
  timestampColumn: required("The column of the time.", neededText()),
  aggregatedColumns: required("The columns that are aggregated already.", z.array(aggregatedColumn)),
});

/** Views that answer aggregating queries faster than the source's own table (docs/internals/api-behavior.md 3.13). */
export const materializedViews = optional(
  "Views of the data that are aggregated already; queries that fit one are answered from it.",
  z.array(materializedView),
  { serverDefault: [] },
);

/** Views that know the fields of the data and their values (docs/internals/api-behavior.md 3.13). */
export const metadataMaterializedViews = optional(
  "Views that find fields and complete values faster.",
  z.object({
    keyRollupTable: optional("The table of the fields.", z.string()),
    kvRollupTable: optional("The table of the fields with their values.", z.string()),
    granularity: optional("The width of the tables' time buckets, such as `15m`.", granularity()),
  }),
);
