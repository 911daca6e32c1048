import { type RefinementCtx, z } from "zod/v3";
import { custom } from "../validation";
import { formulaProblem } from "./formula-expression";
import { numberFormat } from "./number-format";

const formula = z.object({
  expression: z.string().max(1024),
  alias: z.string().optional(),
  numberFormat: numberFormat.optional(),
});

export const formulas = z.array(formula).max(10).optional();

interface FormulaHolder {
  displayType?: unknown;
  select?: unknown;
  formulas?: { expression: string }[];
  asRatio?: boolean;
}

/** The rules of formulas that concern the whole config (docs/internals/api-behavior.md 4.6). */
export function checkFormulas(config: FormulaHolder, ctx: RefinementCtx): void {
  const list = config.formulas ?? [];
  if (list.length === 0) return;
  if (config.asRatio) {
    ctx.addIssue({ code: custom, path: ["formulas"], message: "formulas cannot be combined with asRatio" });
  }
  if (config.displayType === "number" && list.length > 1) {
    ctx.addIssue({ code: custom, path: ["formulas"], message: "Number tiles support a single formula" });
  }
  const series = Array.isArray(config.select) ? config.select.length : 0;
  list.forEach(({ expression }, index) => {
    const message = formulaProblem(expression, series);
    if (message) ctx.addIssue({ code: custom, path: ["formulas", index, "expression"], message });
  });
}
