import * as z from "zod";
import { fieldPathText, fieldValues } from "../fields";
import { type LintInput, type LintRule, offlineRule, type RuleFinding } from "../lint-rule";
import { describeObject, type LintedObject } from "../linted-objects";
import { referredType } from "../referred-type";

const OBJECT_ID = /^[0-9a-f]{24}$/;

export const hardCodedIdRule = offlineRule({
  id: "hard-coded-id",
  severity: "warn",
  description: "An object refers to another one by a literal id, which is valid on one server only.",
  fix: "Look the object up by its name with `byName` of its class, or refer to a managed object.",
  limits: "The rule accepts an id in a look-up, such as `Source.byId`. It does not see ids in queries and texts.",
  types: [
    ...["clickstack_dashboard", "clickstack_alert", "clickstack_saved_search", "clickstack_source"],
    "clickstack_api_key",
  ],
  check: ({ objects }) => objects.filter(({ kind }) => kind === "resource").flatMap(literalIdsIn),
});

/** Reports each id once per object, with its first place. */
function literalIdsIn(object: LintedObject): readonly RuleFinding[] {
  const found = new Map<string, RuleFinding>();
  for (const { path, value, siblings } of fieldValues(object)) {
    if (typeof value === "string" && OBJECT_ID.test(value) && !found.has(value) && isReference(path, siblings)) {
      const [first, key] = path;
      const tile = first === "tiles" && typeof key === "string" ? key : undefined;
      const place = fieldPathText(tile === undefined ? path : path.slice(2));
      const { construct } = referredType(path) ?? {};
      const lookUp = construct === undefined ? "" : ` \`${construct}.byName\` looks up the object.`;
      const message = `The ${describeObject(object, tile)} contains the literal id ${value} in \`${place}\`.${lookUp}`;
      found.set(value, { object, tile, detail: fieldPathText(path), message });
    }
  }
  return [...found.values()];
}

function isReference(path: readonly (string | number)[], siblings: unknown): boolean {
  const name = path.findLast((step) => typeof step === "string");
  const isTarget = name === "id" && (siblings as { readonly mode?: unknown } | undefined)?.mode === "id";
  return isTarget || (typeof name === "string" && /[a-z]Ids?$/.test(name));
}

const managed = z.strictObject({
  managed: z.boolean().default(true).describe("False reports only look-ups, and no managed objects."),
});

/** @param use sentence part that names the users of the object */
function unusedRule(type: string, noun: string, use: string, limits: string): LintRule {
  return offlineRule({
    id: `unused-${noun.replaceAll(" ", "-")}`,
    severity: "warn",
    description: `No ${use} of the program uses a ${noun}.`,
    fix: `Remove the ${noun}, or refer to it.`,
    limits: `${limits} A managed object is used if a look-up of any stack has its name.`,
    types: [type],
    options: managed,
    check: (input, options) =>
      input.objects
        .filter(
          (object) =>
            object.type === type && (object.kind === "data" || (object.kind === "resource" && options.managed)),
        )
        .filter((object) => !isUsed(input, object))
        .map((object) => ({ object, message: `No ${use} uses the ${describeObject(object)}.` })),
  });
}

function isUsed(input: LintInput, object: LintedObject): boolean {
  return input.stackOf(object).isMentioned(object) || (object.kind === "resource" && isLookedUp(input, object));
}

function isLookedUp({ objects }: LintInput, { type, fields: { name } }: LintedObject): boolean {
  return objects.some((other) => other.kind === "data" && other.type === type && other.fields.name === name);
}

export const unusedSavedSearchRule = unusedRule(
  "clickstack_saved_search",
  "saved search",
  "alert",
  "People can open a saved search in the UI without an alert: set `managed` to false in this case.",
);

export const unusedSourceRule = unusedRule(
  "clickstack_source",
  "source",
  "dashboard, alert, saved search or source",
  "People can search a source in the UI without a dashboard: set `managed` to false in this case.",
);

export const unusedWebhookRule = unusedRule(
  "clickstack_webhook",
  "webhook",
  "alert",
  "The rule does not see alerts that are only on the server.",
);
