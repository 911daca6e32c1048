import * as z from "zod";
import { withRules } from "../rule";
import * as field from "./chart-fields";
import { formulasCompute, operandsNeedFormulas, ratioOfTwo, ratioOrFormulas } from "./chart-rules";

const timeSeries = {
  sourceId: field.sourceId,
  select: field.select,
  groupBy: field.groupBy,
  asRatio: field.asRatio,
  alignDateRangeToGranularity: field.alignDateRangeToGranularity,
  fillNulls: field.fillNulls,
  numberFormat: field.format,
  seriesLimit: field.seriesLimit,
  formulas: field.formulas(10),
  showOperandSeries: field.showOperandSeries,
};

const rules = [ratioOfTwo, ratioOrFormulas, operandsNeedFormulas, formulasCompute];

/** Lines over time (docs/internals/api-behavior.md 4.6). */
export const line = withRules(
  z.object({
    displayType: field.displayType("line"),
    ...timeSeries,
    compareToPreviousPeriod: field.compareToPreviousPeriod,
    fitYAxisToData: field.fitYAxisToData,
  }),
  ...rules,
);

/** Stacked bars over time (docs/internals/api-behavior.md 4.6). */
export const stackedBar = withRules(
  z.object({ displayType: field.displayType("stacked_bar"), ...timeSeries }),
  ...rules,
);
