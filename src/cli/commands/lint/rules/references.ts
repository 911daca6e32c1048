import { groups } from "d3-array";
import * as z from "zod";
import { type ApiFields, apiFieldsIn } from "../../../../drawing";
import { isQueryFilter, isVariable, variableNameOf } from "../../../../resources/dashboard/filter";
import { literalIdsIn } from "../fields";
import { type LintInput, type LintRule, lintRule } from "../lint-rule";
import { DASHBOARD_TYPE, describeObject, type LintedObject, typeAddressesOf } from "../linted-objects";
import { isUnevaluated, referenceOf } from "../unevaluated";

const hardCodedIdRule = lintRule({
  id: "hard-coded-id",
  severity: "warn",
  description: "An object refers to another one by a literal id, which is valid on one server only.",
  fix: "Look the object up by its name with `byName` of its class, or refer to a managed object.",
  limits: "The rule accepts an id in a look-up, such as `Source.byId`. It does not see ids in queries and texts.",
  types: typeAddressesOf("resource"),
  checkObject: (object) =>
    groups(literalIdsIn(object), ({ id }) => id).flatMap(([id, [first]]) => {
      if (!first) {
        return [];
      }
      const { path, tile, resourceType } = first;
      const place = (tile === undefined ? path : path.slice(2)).join(".");
      const { construct } = resourceType ?? {};
      const lookUp = construct === undefined ? "" : ` \`${construct}.byName\` looks up the object.`;
      const message = `The ${describeObject(object, tile)} contains the literal id ${id} in \`${place}\`.${lookUp}`;
      return [{ tile, message }];
    }),
});

const managed = z.strictObject({
  managed: z.boolean().default(true).describe("If false, the rule reports only look-ups."),
});

/** @param use sentence part that names the users of the object */
function unusedRule(type: string, noun: string, use: string, limits: string): LintRule {
  return lintRule({
    id: `unused-${noun.replaceAll(" ", "-")}`,
    severity: "warn",
    description: `No ${use} of the program uses a ${noun}.`,
    fix: `Remove the ${noun}, or refer to it.`,
    limits: `${limits} A managed object counts as used if a look-up of any stack has its name.`,
    types: [type, `data.${type}`],
    options: managed,
    checkObject: (object, options, input) => {
      const isChecked = object.kind === "data" || (options.managed && !isLookedUp(input, object));
      return isChecked && !object.stack.isMentioned(object)
        ? `No ${use} uses the ${describeObject(object)}.`
        : undefined;
    },
  });
}

function isLookedUp({ objects }: LintInput, { type, fields: { name } }: LintedObject): boolean {
  return objects.some((other) => other.kind === "data" && other.type === type && other.fields.name === name);
}

const unusedSavedSearchRule = unusedRule(
  "clickstack_saved_search",
  "saved search",
  "alert",
  "People can open a saved search in the UI without an alert: set `managed` to false in this case.",
);

const unusedSourceRule = unusedRule(
  "clickstack_source",
  "source",
  "dashboard, alert, saved search or source",
  "People can search a source in the UI without a dashboard: set `managed` to false in this case.",
);

const unusedWebhookRule = unusedRule(
  "clickstack_webhook",
  "webhook",
  "alert",
  "The rule does not see alerts that are only on the server.",
);

const unusedVariableRule = lintRule({
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

export const referenceRules = [
  hardCodedIdRule,
  unusedSavedSearchRule,
  unusedSourceRule,
  unusedWebhookRule,
  unusedVariableRule,
];
