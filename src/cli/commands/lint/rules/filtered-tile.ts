import * as z from "zod";
import type { DeclaredFields } from "../../../../declaration/field";
import { type ApiFields, apiFieldsIn } from "../../../../drawing";
import { isQueryFilter, isVariable, variableNameOf } from "../../../../resources/dashboard/filter";
import { watchedBy } from "../charts";
import { lintRule } from "../lint-rule";
import { ALERT_TYPE, describeObject } from "../linted-objects";
import { isUnevaluated } from "../unevaluated";

export const filteredTileAlertRule = lintRule({
  id: "filtered-tile-alert",
  severity: "warn",
  description:
    "An alert watches a tile that uses a variable, or that saved filters of its dashboard change. The alert evaluates the tile without them.",
  fix: "Watch a tile without the filter, an inline chart or a saved search, or group the tile by the expression of the filter.",
  limits:
    "The rule skips a tile that groups by the expression of the filter, or whose conditions contain the expression. It does not know which columns the table of a tile has.",
  types: [ALERT_TYPE],
  options: z.strictObject({
    broadcast: z
      .boolean()
      .default(false)
      .describe("True also reports filters that users select in the UI, which no alert evaluates."),
  }),
  checkObject: (alert, { broadcast }) => {
    const { owner, tileKey, config } = watchedBy(alert);
    if (!owner || tileKey === undefined || !config) {
      return undefined;
    }
    const problem =
      variableProblem(owner.fields, config) ??
      (appliesFilters(config) ? savedProblem(owner.fields) : undefined) ??
      (appliesFilters(config) && broadcast ? broadcastProblem(owner.fields, config) : undefined);
    return problem && `The ${describeObject(alert)} watches the ${describeObject(owner, tileKey)}, ${problem}.`;
  },
});

function variableProblem({ filters }: DeclaredFields, config: ApiFields): string | undefined {
  const code = queryText(config);
  const filter = knownFilters(filters)
    .filter(isVariable)
    .find((each) => new RegExp(`\\$${escapePattern(variableNameOf(each))}(?!\\w)`).test(code));
  return filter && `which uses the variable of the filter "${String(filter.name)}"`;
}

function escapePattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}-]/g, "\\$&");
}

function savedProblem({ savedQuery, savedFilterValues }: DeclaredFields): string | undefined {
  if (typeof savedQuery === "string" && savedQuery.trim() !== "") {
    return "which the saved query of the dashboard changes";
  }
  // A variable changes only the tiles that use it.
  return apiFieldsIn(savedFilterValues).some(({ type }) => type !== "variable")
    ? "which the saved filters of the dashboard change"
    : undefined;
}

function broadcastProblem({ filters }: DeclaredFields, config: ApiFields): string | undefined {
  const code = queryText(config);
  const filter = knownFilters(filters).find(
    ({ type, isBroadcastEnabled, appliesToSourceIds, expression }) =>
      isQueryFilter({ type }) &&
      isBroadcastEnabled !== false &&
      typeof expression === "string" &&
      !code.includes(expression) &&
      appliesTo(appliesToSourceIds, config.sourceId),
  );
  return filter && `which the filter "${String(filter.name)}" changes`;
}

/** Returns the filters whose label is known. */
function knownFilters(filters: unknown): readonly ApiFields[] {
  return apiFieldsIn(filters).filter(({ name }) => typeof name === "string");
}

/** Returns true if filters can apply to a tile. A raw SQL query must contain `$__filters`. */
function appliesFilters({ configType, sqlTemplate }: ApiFields): boolean {
  return configType !== "sql" || (typeof sqlTemplate === "string" && sqlTemplate.includes("$__filters"));
}

function appliesTo(sources: unknown, source: unknown): boolean {
  if (!Array.isArray(sources) || sources.length === 0) {
    return !isUnevaluated(sources);
  }
  return sources.some((each) => textOf(each) === textOf(source));
}

function textOf(value: unknown): string {
  return isUnevaluated(value) ? value.expression : String(value);
}

/** Returns the parts of a chart that decide its rows. */
function queryText({ select, where, groupBy, sqlTemplate }: ApiFields): string {
  const items = apiFieldsIn(select).flatMap((item) => [item.where, item.valueExpression]);
  return [sqlTemplate, where, groupBy, ...items].filter((each) => typeof each === "string").join("\n");
}
