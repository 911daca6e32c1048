import * as z from "zod";
import { fieldPathText } from "../fields";
import { type LintInput, type LintRule, offlineRule, type RuleFinding } from "../lint-rule";
import { ALERT_TYPE, API_KEY_TYPE, DASHBOARD_TYPE, describeObject, type LintedObject } from "../linted-objects";
import { literalIdsIn } from "../literal-ids";

export const hardCodedIdRule = offlineRule({
  id: "hard-coded-id",
  severity: "warn",
  description: "An object refers to another one by a literal id, which is valid on one server only.",
  fix: "Look the object up by its name with `byName` of its class, or refer to a managed object.",
  limits: "The rule accepts an id in a look-up, such as `Source.byId`. It does not see ids in queries and texts.",
  types: [...[DASHBOARD_TYPE, ALERT_TYPE, "clickstack_saved_search", "clickstack_source"], API_KEY_TYPE],
  check: ({ objects }) => objects.filter(({ kind }) => kind === "resource").flatMap(findingsIn),
});

/** Reports each id once per object, with its first place. */
function findingsIn(object: LintedObject): readonly RuleFinding[] {
  const found = new Map<string, RuleFinding>();
  for (const { id, path, tile, resourceType } of literalIdsIn(object)) {
    if (!found.has(id)) {
      const place = fieldPathText(tile === undefined ? path : path.slice(2));
      const { construct } = resourceType ?? {};
      const lookUp = construct === undefined ? "" : ` \`${construct}.byName\` looks up the object.`;
      const message = `The ${describeObject(object, tile)} contains the literal id ${id} in \`${place}\`.${lookUp}`;
      found.set(id, { object, tile, detail: fieldPathText(path), message });
    }
  }
  return [...found.values()];
}

const managed = z.strictObject({
  managed: z.boolean().default(true).describe("If false, the rule reports only look-ups."),
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
