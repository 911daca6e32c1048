import * as z from "zod";
import { chartColor } from "../color";
import { optional, required } from "../field";
import { withRules } from "../rule";
import * as field from "./chart-fields";
import { formulasCompute, numberShowsOneValue } from "./chart-rules";
import { colorRule } from "./color-rule";

const backgroundChart = z.object({
  type: required("The shape: `line` or `area`.", z.enum(["line", "area"])),
  color: optional("The colour. Default: the tile's.", chartColor),
});

/** One big number (docs/internals/api-behavior.md 4.6). */
export const number = withRules(
  z.object({
    displayType: field.displayType("number"),
    sourceId: field.sourceId,
    select: field.select,
    numberFormat: field.format,
    color: optional("The colour of the number.", chartColor),
    colorRules: optional(
      "Colours that depend on the number. The last rule that holds wins.",
      z.array(colorRule).max(10),
      {
        emptyIsAbsent: true,
      },
    ),
    backgroundChart: optional("A trend drawn behind the number.", backgroundChart),
    formulas: field.formulas(1),
  }),
  numberShowsOneValue,
  formulasCompute,
);
