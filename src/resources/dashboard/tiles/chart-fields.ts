import * as z from "zod";
import {
  type DeclaredFields,
  DependentDefault,
  isPresent,
  omittedDefault,
  optional,
  required,
} from "../../../declaration/field";
import type { Rule } from "../../../declaration/rules";
import type { DisplayType } from "../../../tile-kinds";
import { conditionFields, expressionField, omittedFlag, sourceIdField } from "../../shared/query-fields";
import { numberFormatField } from "./appearance";
import { formula, formulaProblem } from "./formula";
import { selectItemField } from "./select-item";

/** Fields of several tile kinds (docs/internals/api-behavior.md 4.6). */

export const displayType = <const T extends DisplayType>(type: T) =>
  required(`The kind of chart: \`${type}\`.`, z.literal(type));

export const tileSourceField = sourceIdField("The source to query.");

export const select = required("The values to show.", z.array(selectItemField).min(1).max(20));

export const oneValue = required("The value to show.", z.array(selectItemField).length(1));

export const groupByField = optional("Splits the values by this expression, such as `ServiceName`.", expressionField, {
  ...omittedDefault(""),
  language: "sql",
});

export const orderBy = optional("The order of the rows, such as `ServiceName ASC`.", expressionField, {
  ...omittedDefault(""),
  language: "sql",
});

export const asRatio = optional("True if the chart shows the first select item divided by the second.", z.boolean(), {
  serverDefault: false,
});

export const formulasField = (most: number) =>
  optional("Series computed from the select items.", z.array(formula).max(most), { emptyIsAbsent: true });

export const showOperandSeries = optional(
  "True if the select items are shown in addition to the formulas. Default with formulas: true.",
  z.boolean(),
  omittedDefault(new DependentDefault(["formulas"], ({ formulas }) => (countOf(formulas) > 0 ? true : undefined))),
);

export const condition = conditionFields(
  "Condition of the events to show, such as `level:error`. Empty shows all events.",
);

export const format = optional("The format of the values.", numberFormatField, { textMap: true });

export const alignDateRangeToGranularity = omittedFlag("True if the time range is extended to whole buckets.", true);

export const fillNulls = optional("True if empty buckets have the value zero.", z.boolean(), { serverDefault: true });

export const seriesLimit = optional(
  "The maximum number of series, largest first. 0 shows all. Default: the server's limit.",
  z.int().min(0),
);

export const compareToPreviousPeriod = omittedFlag("True if the chart also shows the previous period.", false);

export const fitYAxisToData = omittedFlag("True if the y axis begins at the smallest value instead of zero.", false);

export const ratioOfTwo: Rule = {
  reads: ["asRatio", "select.size"],
  check: ({ asRatio, select }) =>
    asRatio === true && countOf(select) !== 2
      ? `A ratio divides one select item by another: it requires exactly two, and there are ${countOf(select)}.`
      : undefined,
};

export const ratioOrFormulas: Rule = {
  reads: ["asRatio", "formulas.size"],
  refuses: ({ asRatio, formulas }) => asRatio === true && countOf(formulas) > 0,
  message: "A ratio cannot be combined with formulas. Leave it out and use a formula such as A / B.",
};

export const numberShowsOneValue: Rule = {
  reads: ["select.size", "formulas.size"],
  check: ({ select, formulas }) =>
    countOf(select) > 1 && countOf(formulas) === 0
      ? `A number tile shows one value, and there are ${countOf(select)} select items. Keep one, or compute one value with a formula.`
      : undefined,
};

/**
 * Requires formulas. The server stores this field only with formulas, so it would differ in every plan without them
 * (docs/internals/api-behavior.md 4.6).
 */
export const operandsNeedFormulas: Rule = {
  reads: ["showOperandSeries", "formulas.size"],
  refuses: ({ showOperandSeries, formulas }) => isPresent(showOperandSeries) && countOf(formulas) === 0,
  message:
    "Only a chart with formulas has operands to show or hide. The server drops this setting from other charts. Add a formula, or leave it out.",
};

/** Requires that each formula computes a number from the select items (docs/internals/api-behavior.md 4.6). */
export const formulasCompute: Rule = {
  reads: ["formulas.*.expression", "select.size"],
  check: ({ formulas, select }) => {
    const problems = ((formulas ?? []) as readonly DeclaredFields[]).map(({ expression }) =>
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
