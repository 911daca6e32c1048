import { z } from "zod/v3";
import { objectId } from "../validation";
import { whereLanguage } from "./select-item";

const expression = z.string().min(1).max(10000);

const target = z.discriminatedUnion("mode", [
  z.object({ mode: z.literal("id"), id: objectId }),
  z.object({ mode: z.literal("template"), template: expression }),
]);

const linked = {
  target,
  whereTemplate: z.string().max(10000).optional(),
  whereLanguage,
  filters: z
    .array(z.object({ kind: z.literal("expressionTemplate"), expression, template: expression }))
    .max(50)
    .optional(),
};

/** Where a click on a table row leads (docs/internals/api-behavior.md 4.8). */
export const onClick = z.discriminatedUnion("type", [
  z.object({ type: z.literal("search"), ...linked }),
  z.object({ type: z.literal("dashboard"), ...linked }),
  z.object({ type: z.literal("external"), urlTemplate: expression }),
]);
