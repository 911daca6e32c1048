import * as z from "zod";
import { expression } from "../expression";
import { optional } from "../field";
import { withRules } from "../rule";
import * as field from "./chart-fields";
import { formulasCompute, operandsNeedFormulas, ratioOfTwo, ratioOrFormulas } from "./chart-rules";
import { onClick } from "./on-click";

/** A table of aggregated values (docs/internals/api-behavior.md 4.6). */
export const table = withRules(
  z.object({
    displayType: field.displayType("table"),
    sourceId: field.sourceId,
    select: field.select,
    groupBy: field.groupBy,
    having: optional("Which groups are shown: a condition on aggregated values.", expression),
    orderBy: field.orderBy,
    asRatio: field.asRatio,
    numberFormat: field.format,
    groupByColumnsOnLeft: optional("Puts the columns of `group_by` first.", z.boolean()),
    onClick: onClick,
    formulas: field.formulas(10),
    showOperandSeries: field.showOperandSeries,
  }),
  ratioOfTwo,
  ratioOrFormulas,
  operandsNeedFormulas,
  formulasCompute,
);
