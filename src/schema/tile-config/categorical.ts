import * as z from "zod";
import { optional } from "../field";
import * as field from "./chart-fields";

const categorical = {
  sourceId: field.sourceId,
  select: field.oneValue,
  groupBy: field.groupBy,
  orderBy: field.orderBy,
  numberFormat: field.format,
  limit: optional("How many groups are shown. 0 or left out shows all.", z.int().min(0)),
};

/** A pie with one slice per group (docs/internals/api-behavior.md 4.6). */
export const pie = z.object({ displayType: field.displayType("pie"), ...categorical });

/** One bar per group; not over time (docs/internals/api-behavior.md 4.6). */
export const bar = z.object({ displayType: field.displayType("bar"), ...categorical });
