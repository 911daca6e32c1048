import * as z from "zod";
import { extraFields } from "../../declaration/extra-fields";
import { type DeclaredFields, isPresent, omittedDefault, optional, required } from "../../declaration/field";
import { elementsDiffer, type Rule, withRules, withSynonyms } from "../../declaration/rules";
import { expressionField, metricTypeField, omittedFlag, queryLanguage, sourceIdField } from "../shared/query-fields";
import { FILTER_SYNONYMS } from "../synonyms";

/** The filter type that a filter without `type` has. */
const DEFAULT_TYPE = "QUERY_EXPRESSION";

const filterDoesSomething: Rule = {
  reads: ["isBroadcastEnabled", "isVariableEnabled"],
  refuses: ({ isBroadcastEnabled, isVariableEnabled }) => isBroadcastEnabled === false && isVariableEnabled !== true,
  message: "A filter must broadcast its value, be available as a variable, or both. Enable one of the two.",
};

const nameNeedsVariable: Rule = {
  reads: ["variableName", "isVariableEnabled"],
  refuses: ({ variableName, isVariableEnabled }) => isPresent(variableName) && isVariableEnabled !== true,
  message:
    "Only a filter that is available as a variable has a variable name. Enable the variable or leave the name out.",
};

const sourcesNeedBroadcast: Rule = {
  reads: ["appliesToSourceIds", "isBroadcastEnabled"],
  refuses: ({ appliesToSourceIds, isBroadcastEnabled }) =>
    isBroadcastEnabled === false && Array.isArray(appliesToSourceIds) && appliesToSourceIds.length > 0,
  message: "Only a filter that broadcasts its value applies to sources. Leave them out.",
};

const everyTileNeedsMinimum: Rule = {
  reads: ["isGlobalRequirement", "minSelections"],
  refuses: ({ isGlobalRequirement, minSelections }) => isGlobalRequirement === true && !minSelections,
  message: "Only a required filter can block every tile. Set the minimum number of selections to 1, or leave this out.",
};

const optionsDiffer = elementsDiffer({
  list: "options",
  message: () => "This option is in the list already. Remove one of the two.",
});

/** Returns true if tiles can use a filter as a variable. A filter without an expression is always a variable. */
export function isVariable({ type, isVariableEnabled }: DeclaredFields): boolean {
  return isVariableEnabled === true || !isQueryFilter({ type });
}

/** Returns true if a filter can broadcast its value. This requires an expression. */
export function isQueryFilter({ type }: DeclaredFields): boolean {
  return (type ?? DEFAULT_TYPE) === DEFAULT_TYPE;
}

/**
 * Returns the name of a filter's variable: declared, or made from the label as the server does
 * (docs/internals/api-behavior.md 4.5). Empty when the label has no valid character.
 */
export function variableNameOf({ name, variableName }: DeclaredFields): string {
  if (isPresent(variableName)) {
    return String(variableName);
  }
  const usable = String(name)
    .trim()
    .replace(/\s+/g, "_")
    .replace(/[^A-Za-z0-9_]/g, "");
  return /^[0-9_]/.test(usable) ? `v${usable}` : usable;
}

/** Requires a variable name of a filter, declared or made from its label. */
const variableHasName: Rule = {
  reads: ["variableName", "name", "isVariableEnabled"],
  check: (filter) =>
    isVariable(filter) && variableNameOf(filter) === ""
      ? `No variable name can be made from the label "${String(filter.name)}", which has no letter from A to Z and no digit. Set one.`
      : undefined,
};

/** Requires different variable names of a dashboard's filters, declared or made from labels. */
export const variableNamesDiffer = elementsDiffer({
  list: "filters",
  field: "variableName",
  reads: ["filters.*.variableName", "filters.*.name", "filters.*.isVariableEnabled", "filters.*.type"],
  keyOf: (filter: DeclaredFields) => (isVariable(filter) && variableNameOf(filter)) || undefined,
  message: (name) =>
    `Another filter has the variable name "${name}", declared or made from its label. Use different names.`,
});

const KIND = "The origin of the values: an expression, declared options, or a Prometheus label.";

const filterName = required("The filter's label, such as `Service`.", z.string().min(1));

/** Fields of every filter. */
const common = {
  variableName: optional(
    "The variable's name, such as `service`. Default: derived from the filter's name.",
    z
      .string()
      .max(64)
      .regex(/^[a-zA-Z][a-zA-Z0-9_]*$/, "Must begin with a letter and contain only letters, digits and underscores"),
  ),
  minSelections: optional("1 for a required filter: tiles that use it wait for a selected value.", z.int().min(0), {
    ...omittedDefault(0),
    since: "2.39",
  }),
  isGlobalRequirement: optional("True if every tile waits for a required filter.", z.boolean(), {
    ...omittedDefault(false),
    since: "2.39",
  }),
  extraFields: extraFields("filter"),
};

const queryFilter = withRules(
  z.object({
    type: optional(KIND, z.literal(DEFAULT_TYPE), { serverDefault: DEFAULT_TYPE }),
    name: filterName,
    expression: required(
      "The expression that provides the values to select and to filter by, such as `ServiceName`.",
      z.string().min(1),
      { language: "sql" },
    ),
    sourceId: sourceIdField("The source that the values come from."),
    sourceMetricType: optional("The type of the metric. For metric sources.", metricTypeField),
    where: optional("Condition of the rows that provide the values.", z.string(), {
      ...omittedDefault(""),
      language: { namedBy: "whereLanguage" },
    }),
    whereLanguage: optional("The language of `where`.", queryLanguage, omittedDefault("sql")),
    appliesToSourceIds: optional(
      "Sources to whose tiles the filter applies. An empty list means all sources.",
      z.array(z.string().min(1)),
      { ...omittedDefault([]), refersTo: "source", propName: "appliesTo" },
    ),
    isBroadcastEnabled: omittedFlag("True if the selected value filters the tiles.", true),
    isVariableEnabled: omittedFlag("True if tiles can use the selected value as a variable.", false),
    ...common,
  }),
  filterDoesSomething,
  nameNeedsVariable,
  sourcesNeedBroadcast,
  variableHasName,
  everyTileNeedsMinimum,
);

withSynonyms(queryFilter, FILTER_SYNONYMS);

const staticListFilter = withRules(
  z.object({
    type: required(KIND, z.literal("STATIC_LIST"), { sinceValues: { STATIC_LIST: "2.38" } }),
    name: filterName,
    options: required(
      'The values to select, in this order, such as `["prod", "stage"]`. Upper and lower case differ.',
      z.array(z.string().max(10_000)).min(1).max(1000),
    ),
    ...common,
  }),
  optionsDiffer,
  variableHasName,
  everyTileNeedsMinimum,
);

const prometheusLabelFilter = withRules(
  z.object({
    type: required(KIND, z.literal("PROMETHEUS_LABEL"), { sinceValues: { PROMETHEUS_LABEL: "2.38" } }),
    name: filterName,
    sourceId: sourceIdField("The source that the values come from."),
    label: required("The label whose values can be selected, such as `pod` or `k8s.pod.name`.", z.string().min(1)),
    match: optional(
      'Selector of the series whose label values are offered, such as `up{job="api"}`. It can contain variables of the dashboard.',
      z.string(),
      omittedDefault(""),
    ),
    ...common,
  }),
  variableHasName,
  everyTileNeedsMinimum,
);

/** A drop-down above a dashboard (docs/internals/api-behavior.md 4.5, 6.3). The server assigns its id. */
export const dashboardFilter = z.union([queryFilter, staticListFilter, prometheusLabelFilter]);

const VALUE_KIND = "The kind of initial value: `sql` for a condition, `variable` for the values of a variable.";

/** An initial value of a dashboard's filters (docs/internals/api-behavior.md 4.1, 6.3). */
export const savedFilterValue = z.union([
  z.object({
    type: optional(VALUE_KIND, z.literal("sql"), { serverDefault: "sql" }),
    condition: required("The condition, such as `ServiceName = 'checkout'`.", expressionField, {
      language: "sql",
    }),
  }),
  z.object({
    type: required(VALUE_KIND, z.literal("variable"), { sinceValues: { variable: "2.37" } }),
    name: required("The name of the variable, such as `service`.", z.string().min(1)),
    values: required('The selected values, such as `["checkout"]`.', z.array(z.string())),
  }),
]);
