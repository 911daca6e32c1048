import * as z from "zod";
import { expression } from "../expression";
import { optional, required } from "../field";
import * as field from "./chart-fields";

const heatmapItem = z.object({
  valueExpression: required("The expression whose values are spread over the y axis.", z.string().min(1).max(10_000)),
  countExpression: optional("What is counted in each cell. Default: rows.", expression),
  heatmapScaleType: optional("The scale of the y axis.", z.enum(["log", "linear"])),
});

/** How values are spread over time, of a trace source (docs/internals/api-behavior.md 4.6). */
export const heatmap = z.object({
  displayType: field.displayType("heatmap"),
  sourceId: field.sourceId,
  select: required("The value to show.", z.array(heatmapItem).length(1)),
  where: field.where,
  whereLanguage: field.whereLanguage,
  numberFormat: field.format,
});

export type HeatmapItem = z.input<typeof heatmapItem>;
