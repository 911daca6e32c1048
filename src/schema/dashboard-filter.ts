import * as z from "zod";
import { optional, required } from "./field";
import { metricType } from "./metric-type";
import { objectId } from "./object-id";
import { isPresent } from "./present";
import { queryLanguage } from "./query-language";
import { type Rule, withRules } from "./rule";
import { variableHasName } from "./variable-name";

const filterDoesSomething: Rule = {
  reads: ["isBroadcastEnabled", "isVariableEnabled"],
  check: ({ isBroadcastEnabled, isVariableEnabled }) =>
    isBroadcastEnabled === false && isVariableEnabled !== true
      ? "A filter must broadcast its value, be available as a variable, or both. Enable one of the two."
      : undefined,
};

const nameNeedsVariable: Rule = {
  reads: ["variableName", "isVariableEnabled"],
  check: ({ variableName, isVariableEnabled }) =>
    isPresent(variableName) && isVariableEnabled !== true
      ? "Only a filter that is available as a variable has a variable name. Enable the variable or leave the name out."
      : undefined,
};

const sourcesNeedBroadcast: Rule = {
  reads: ["appliesToSourceIds", "isBroadcastEnabled"],
  check: ({ appliesToSourceIds, isBroadcastEnabled }) =>
    isBroadcastEnabled === false && Array.isArray(appliesToSourceIds) && appliesToSourceIds.length > 0
      ? "Only a filter that broadcasts its value applies to sources. Leave them out."
      : undefined,
};

/** A drop-down above a dashboard (docs/internals/api-behavior.md 4.5). Its id belongs to the server. */
export const dashboardFilter = withRules(
  z.object({
    type: optional("The kind of filter.", z.enum(["QUERY_EXPRESSION"]), { serverDefault: "QUERY_EXPRESSION" }),
    name: required("The filter's label.", z.string().min(1)),
    expression: required("The expression whose values are offered and filtered by.", z.string().min(1)),
    sourceId: required("The source that the values come from.", objectId),
    sourceMetricType: optional("The type of the metric. For metric sources.", metricType),
    where: optional("Which rows the values come from.", z.string()),
    whereLanguage: optional("The language of `where`. Default: sql.", queryLanguage),
    appliesToSourceIds: optional("Limits the filter to tiles of these sources. Default: all.", z.array(z.string())),
    isBroadcastEnabled: optional("Whether the chosen value filters the tiles. Default: true.", z.boolean()),
    isVariableEnabled: optional("Whether tiles can read the chosen value as a variable. Default: false.", z.boolean()),
    variableName: optional(
      "The variable's name. Default: made from the filter's name.",
      z
        .string()
        .max(64)
        .regex(/^[a-zA-Z][a-zA-Z0-9_]*$/, "Must begin with a letter and go on with letters, digits and underscores"),
    ),
  }),
  filterDoesSomething,
  nameNeedsVariable,
  sourcesNeedBroadcast,
  variableHasName,
);

export type DashboardFilter = z.input<typeof dashboardFilter>;
