import * as z from "zod";
import { DependentDefault, isPresent, optional } from "../../declaration/field";
import { type Rule, rulesOf, withRules } from "../../declaration/rules";
import { line, number, stackedBar } from "../dashboard/tiles/charts";
import { findAlertProblem, sqlLine, sqlNumber, sqlStackedBar } from "../dashboard/tiles/tile-config";
import { expressionField, queryLanguage } from "../shared/query-fields";

/** Charts of inline alerts: charts of tiles without settings of the drawing (docs/internals/api-behavior.md 6.1). */

const named = {
  name: optional("The name of the chart. Lists show it for an alert without a `display_name`.", z.string().min(1)),
};

const filtered = {
  ...named,
  where: optional("Condition of the events to evaluate, for all select items.", expressionField, {
    emptyIsAbsent: true,
    language: { namedBy: "whereLanguage" },
  }),
  whereLanguage: optional("The language of `where`.", queryLanguage, {
    serverDefault: new DependentDefault(["where"], ({ where }) => (where ? "lucene" : undefined)),
  }),
};

/**
 * Requires a filter. The server stores the language only with a filter, so it would differ in every plan without one
 * (docs/internals/api-behavior.md 6.1).
 */
const languageNeedsFilter: Rule = {
  reads: ["whereLanguage", "where"],
  refuses: ({ where, whereLanguage }) => isPresent(whereLanguage) && !where,
  message: "Only a filter has a language. Set `where`, or leave it out.",
};

const queryHasInterval: Rule = {
  reads: ["sqlTemplate", "displayType", "configType"],
  check: (chart) => findAlertProblem(chart)?.detail,
};

const LINES = { compareToPreviousPeriod: true, fitYAxisToData: true } as const;

/** The chart of an alert that watches neither a tile nor a saved search. */
export const alertChart = z.union([
  withRules(line.omit(LINES).extend(filtered), ...rulesOf(line), languageNeedsFilter),
  withRules(stackedBar.extend(filtered), ...rulesOf(stackedBar), languageNeedsFilter),
  withRules(
    number.omit({ color: true, colorRules: true, backgroundChart: true }).extend(filtered),
    ...rulesOf(number),
    languageNeedsFilter,
  ),
  withRules(sqlLine.omit(LINES).extend(named), queryHasInterval),
  withRules(sqlStackedBar.extend(named), queryHasInterval),
  sqlNumber.omit({ color: true }).extend(named),
]);

export type AlertChart = z.input<typeof alertChart>;
