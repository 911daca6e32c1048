import { type ApiFields, apiFieldsIn } from "../../../../drawing";
import { isQueryFilter, isVariable, variableNameOf } from "../../../../resources/dashboard/filter";
import { lintRule } from "../lint-rule";
import { DASHBOARD_TYPE, describeObject, type LintedObject } from "../linted-objects";
import { isUnevaluated, referenceOf } from "../unevaluated";

export const unusedVariableRule = lintRule({
  id: "unused-variable",
  severity: "warn",
  description:
    "A filter only sets a variable that nothing uses, or an initial value is for a variable without a filter.",
  fix: "Use the variable in a tile as `$NAME`, or remove the filter or the initial value.",
  limits: "The rule skips dashboards in which an expression sets tiles or filters, and filters that also broadcast.",
  types: [DASHBOARD_TYPE],
  checkObject: (dashboard) => [...unusedIn(dashboard), ...unfilteredIn(dashboard)],
});

function unusedIn(object: LintedObject): readonly string[] {
  const { tiles, filters } = object.fields;
  const texts = [...textsIn(tiles), ...textsIn(filters)];
  if (texts.some((text) => text === undefined)) {
    return [];
  }
  const used = new Set(texts.flatMap((text) => text?.match(VARIABLE) ?? []).map((each) => each.replace(/\W/g, "")));
  return variablesOf(filters)
    .filter((filter) => !isQueryFilter(filter) || filter.isBroadcastEnabled === false)
    .filter((filter) => !used.has(variableNameOf(filter)))
    .map(
      (filter) =>
        `The filter "${String(filter.name)}" of the ${describeObject(object)} only sets the variable "${variableNameOf(filter)}", which nothing uses.`,
    );
}

function unfilteredIn(object: LintedObject): readonly string[] {
  const { filters, savedFilterValues } = object.fields;
  const names = variablesOf(filters).map(variableNameOf);
  if (textsIn(filters).includes(undefined)) {
    return [];
  }
  return apiFieldsIn(savedFilterValues)
    .filter(({ type, name }) => type === "variable" && typeof name === "string" && !names.includes(name))
    .map(
      ({ name }) =>
        `The ${describeObject(object)} has an initial value for the variable "${String(name)}", which none of its filters sets.`,
    );
}

/** A use of a variable, such as `$env` or `${env}`. */
const VARIABLE = /\$\{?[A-Za-z]\w*/g;

function variablesOf(filters: unknown): readonly ApiFields[] {
  return apiFieldsIn(filters).filter((filter) => typeof filter.name === "string" && isVariable(filter));
}

/** Returns the texts in a value at every depth. A text that only the engine knows is undefined, unless it is an id. */
function textsIn(value: unknown): readonly (string | undefined)[] {
  if (typeof value === "string") {
    return [value];
  }
  if (isUnevaluated(value)) {
    return [referenceOf(value) === undefined ? undefined : value.expression];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
