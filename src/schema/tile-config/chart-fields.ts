import * as z from "zod";
import { expression } from "../expression";
import { optional, required } from "../field";
import { formula } from "../formula";
import { numberFormat } from "../number-format";
import { objectId } from "../object-id";
import { queryLanguage } from "../query-language";
import { selectItem } from "../select-item";
import type { DisplayTypeName } from "./display-types";

/** Fields that several kinds of tile have (docs/internals/api-behavior.md 4.6). */

export const displayType = <const T extends DisplayTypeName>(type: T) =>
  required(`The kind of chart: \`${type}\`.`, z.literal(type));

export const sourceId = required("The source to query.", objectId);

export const select = required("The values to show.", z.array(selectItem).min(1).max(20));

export const oneValue = required("The value to show.", z.array(selectItem).length(1));

export const groupBy = optional("Splits the values by this expression.", expression);

export const orderBy = optional("How rows are ordered.", expression);

export const asRatio = optional("Shows the first select item divided by the second.", z.boolean(), {
  serverDefault: false,
});

export const formulas = (most: number) =>
  optional("Series computed from the select items.", z.array(formula).max(most), { emptyIsAbsent: true });

export const showOperandSeries = optional("Whether the select items are shown beside the formulas.", z.boolean());

export const where = optional("Which events are shown.", expression, { serverDefault: "" });

export const whereLanguage = optional("The language of `where`.", queryLanguage, { serverDefault: "lucene" });

export const format = optional("How values are written.", numberFormat);

export const alignDateRangeToGranularity = optional("Widens the time range to whole buckets.", z.boolean());

export const fillNulls = optional("Fills empty buckets with zero.", z.boolean(), { serverDefault: true });

export const seriesLimit = optional(
  "How many series are shown, largest first. 0 shows all; left out, the server's cap holds.",
  z.int().min(0),
);

export const compareToPreviousPeriod = optional("Draws the period before as well.", z.boolean());

export const fitYAxisToData = optional("Lets the y axis begin at the smallest value instead of zero.", z.boolean());
