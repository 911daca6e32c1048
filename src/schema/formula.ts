import * as z from "zod";
import { optional, required } from "./field";
import { numberFormat } from "./number-format";

/** A series computed from the select items of a chart (docs/internals/api-behavior.md 4.6). */
export const formula = z.object({
  expression: required(
    "Arithmetic over the select items, named A, B, ... by position, such as `A / (A + B) * 100`.",
    z.string().max(1024),
  ),
  alias: optional("The name of the series. Default: the expression.", z.string()),
  numberFormat: optional("How the series is written.", numberFormat),
});

export type Formula = z.input<typeof formula>;
