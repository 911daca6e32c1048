import type { Fields } from "../field";
import { formulaProblem } from "../formula-grammar";
import { isPresent } from "../present";
import type { Rule } from "../rule";

export const ratioOfTwo: Rule = {
  reads: ["asRatio", "select.size"],
  check: ({ asRatio, select }) =>
    asRatio === true && countOf(select) !== 2
      ? `A ratio divides one select item by another: it needs exactly two, here are ${countOf(select)}.`
      : undefined,
};

export const ratioOrFormulas: Rule = {
  reads: ["asRatio", "formulas.size"],
  check: ({ asRatio, formulas }) =>
    asRatio === true && countOf(formulas) > 0
      ? "A ratio cannot be combined with formulas. Leave it out and use a formula such as A / B."
      : undefined,
};

export const numberShowsOneValue: Rule = {
  reads: ["select.size", "formulas.size"],
  check: ({ select, formulas }) =>
    countOf(select) > 1 && countOf(formulas) === 0
      ? `A number tile shows one value, here are ${countOf(select)} select items. Keep one, or compute one value with a formula.`
      : undefined,
};

/** The server keeps this field only beside formulas, so that alone it would never settle (docs/internals/api-behavior.md 4.6). */
export const operandsNeedFormulas: Rule = {
  reads: ["showOperandSeries", "formulas.size"],
  check: ({ showOperandSeries, formulas }) =>
    isPresent(showOperandSeries) && countOf(formulas) === 0
      ? "Only a chart with formulas has operands to show or hide, and the server drops it from others. Add a formula, or leave it out."
      : undefined,
};

/** The first formula that does not compute a number from the select items (docs/internals/api-behavior.md 4.6). */
export const formulasCompute: Rule = {
  reads: ["formulas.*.expression", "select.size"],
  check: ({ formulas, select }) => {
    const problems = ((formulas ?? []) as readonly Fields[]).map(({ expression }) =>
      formulaProblem(String(expression), countOf(select)),
    );
    const index = problems.findIndex((problem) => problem !== undefined);
    const message = problems[index];
    return message === undefined ? undefined : { message, path: ["formulas", index, "expression"] };
  },
};

function countOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
