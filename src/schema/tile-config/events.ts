import * as z from "zod";
import { expression } from "../expression";
import { optional } from "../field";
import * as field from "./chart-fields";

/** Both keep columns as one text where charts keep a list of values, so that Terraform has an attribute of its own for them. */
const columns = () =>
  optional(
    "The columns to show, separated by commas. Left empty, the source's own. The API's `select` of a tile that shows events.",
    expression,
    { attributeName: "columns", serverDefault: "" },
  );

/** Raw events (docs/internals/api-behavior.md 4.6). */
export const search = z.object({
  displayType: field.displayType("search"),
  sourceId: field.sourceId,
  select: columns(),
  where: field.where,
  whereLanguage: field.whereLanguage,
});

/** Events grouped by what their texts have in common (docs/internals/api-behavior.md 4.6). */
export const eventPatterns = z.object({
  displayType: field.displayType("event_patterns"),
  sourceId: field.sourceId,
  select: columns(),
  where: field.where,
  whereLanguage: field.whereLanguage,
});
