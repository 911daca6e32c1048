import * as z from "zod";
import { nounOf, type ResourceType } from "../../../../resources/resource-type";
import type { StaleRule } from "../../../server/stale/stale-report";
import { fieldPathText } from "../fields";
import { type LintInput, type RuleFinding, serverRule } from "../lint-rule";
import { ALERT_TYPE, API_KEY_TYPE, describeObject, type LintedObject } from "../linted-objects";
import { LISTED_TYPES, literalIdsIn } from "../literal-ids";
import type { LintServer } from "../server/lint-server";

const BY_NAME =
  "The rule finds the object on the server by its name, so it does not see objects whose name is not unique.";

function typeOf(object: LintedObject): ResourceType | undefined {
  return LISTED_TYPES.find(({ type }) => type === object.type);
}

export const missingObjectRule = serverRule({
  id: "missing-object",
  severity: "error",
  description: "An object refers to another one that does not exist on the server.",
  fix: "Correct the name or the id, or create the object.",
  limits:
    "The rule checks names and ids of look-ups, and literal ids in fields such as `sourceId`. A look-up may name an object that the program creates. Tables and columns: see `query-error`.",
  types: LISTED_TYPES.map(({ type }) => type),
  checkServer: async (input, _, server) => {
    const findings: RuleFinding[] = [];
    for (const object of input.objects) {
      findings.push(...(object.kind === "data" ? await missingLookUp(input, object, server) : []));
      findings.push(...(object.kind === "resource" ? await missingIds(object, server) : []));
    }
    return findings;
  },
});

async function missingLookUp(
  input: LintInput,
  object: LintedObject,
  server: LintServer,
): Promise<readonly RuleFinding[]> {
  const resourceType = typeOf(object);
  const { id, name } = object.fields;
  const field = typeof id === "string" ? "id" : "name";
  const sought = field === "id" ? id : name;
  if (!resourceType || typeof sought !== "string") {
    return [];
  }
  const isDeclared = input.resources(object.type).some(({ fields }) => fields.name === sought);
  const known = isDeclared ? undefined : await server.objectsOf(resourceType);
  if (!known || known.some((each) => each[field] === sought)) {
    return [];
  }
  const message = `The server has no ${nounOf(resourceType)} with the ${field} ${JSON.stringify(sought)}.`;
  return [{ object, message }];
}

async function missingIds(object: LintedObject, server: LintServer): Promise<readonly RuleFinding[]> {
  const findings = new Map<string, RuleFinding>();
  for (const { id, path, tile, resourceType } of literalIdsIn(object)) {
    const known = resourceType && !findings.has(id) ? await server.objectsOf(resourceType) : undefined;
    if (resourceType && known && !known.some((each) => each.id.toLowerCase() === id.toLowerCase())) {
      const message = `The ${describeObject(object, tile)} refers to the ${nounOf(resourceType)} ${id}, which does not exist on the server.`;
      findings.set(id, { object, tile, detail: fieldPathText(path), message });
    }
  }
  return [...findings.values()];
}

export const alertErrorRule = serverRule({
  id: "alert-error",
  severity: "error",
  description: "The last evaluation of an alert failed on the server.",
  fix: "Correct the query of the alert. `check alert` repeats its checks.",
  limits: `The rule reads the errors that the server keeps. ${BY_NAME}`,
  types: [ALERT_TYPE],
  // Errors do not depend on the number of days.
  checkServer: (input, _, server) => staleFindings("alert-errors", { type: ALERT_TYPE, days: 1 }, input, server),
});

export const alertWebhookRule = serverRule({
  id: "alert-webhook",
  severity: "error",
  description: "An alert of the server notifies a webhook that was deleted, so no notification arrives.",
  fix: "Apply the declared alert again, or declare another webhook.",
  limits: `The rule reads the alerts of the server. Declared ids: see \`missing-object\`. ${BY_NAME}`,
  types: [ALERT_TYPE],
  checkServer: (input, _, server) => staleFindings("alert-webhook", { type: ALERT_TYPE, days: 1 }, input, server),
});

export const keyNotUsedRule = serverRule({
  id: "key-not-used",
  severity: "warn",
  description: "An API key was not used for some days.",
  fix: "Remove the key, or disable it.",
  limits: BY_NAME,
  types: [API_KEY_TYPE],
  options: z.strictObject({ days: z.int().min(1).max(3650).default(30).describe("Number of past days.") }),
  checkServer: (input, { days }, server) => staleFindings("key-unused", { type: API_KEY_TYPE, days }, input, server),
});

/** Sentences before the texts of `report --stale`, without their subject. */
const STALE_STATES = {
  "alert-errors": "could not be evaluated.",
  "alert-webhook": "has lost a channel.",
  "key-unused": "is not used.",
} as const satisfies Partial<Record<StaleRule, string>>;

/** Returns what `report --stale` finds for managed objects. */
async function staleFindings(
  stale: keyof typeof STALE_STATES,
  { type, days }: { readonly type: string; readonly days: number },
  input: LintInput,
  server: LintServer,
): Promise<readonly RuleFinding[]> {
  const objects = input.resources(type);
  const found = objects.length === 0 ? [] : await server.staleObjects(days);
  const findings: RuleFinding[] = [];
  for (const object of objects) {
    const resourceType = typeOf(object);
    const stored = resourceType && (await server.storedOf(object, resourceType));
    for (const { text } of found.filter((each) => each.rule === stale && each.id === stored?.id)) {
      findings.push({ object, message: `The ${describeObject(object)} ${STALE_STATES[stale]} ${text}` });
    }
  }
  return findings;
}

export const webhookRefusesRule = serverRule({
  id: "webhook-refuses",
  severity: "error",
  description: "A webhook refuses a test notification. The rule runs only with `--send-test`.",
  fix: "Correct the address of the webhook.",
  limits: `The notification comes from this machine and not from the server. The rule sees webhooks that an alert of the server notifies. ${BY_NAME}`,
  types: ["clickstack_webhook"],
  checkServer: async (input, _, server) => {
    const findings: RuleFinding[] = [];
    const tested = new Set<string>();
    for (const object of server.options.sendsTests ? input.objects : []) {
      const resourceType = object.type === "clickstack_webhook" ? typeOf(object) : undefined;
      const id = resourceType && (await server.storedOf(object, resourceType))?.id;
      if (id !== undefined && !tested.has(id)) {
        tested.add(id);
        const problem = await server.testWebhook(id);
        findings.push(...(problem === undefined ? [] : [{ object, message: problem }]));
      }
    }
    return findings;
  },
});
