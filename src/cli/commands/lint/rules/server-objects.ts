import * as z from "zod";
import { isObject } from "../../../../declaration/field";
import { nounOf } from "../../../../resources/resource-type";
import type { StaleRule } from "../../../server/stale/stale-report";
import { chartsIn } from "../charts";
import { listedType, literalIdsIn } from "../fields";
import { type LintInput, lintRule, type RuleFinding } from "../lint-rule";
import {
  ALERT_TYPE,
  API_KEY_TYPE,
  DASHBOARD_TYPE,
  describeObject,
  type LintedObject,
  typeAddressesOf,
} from "../linted-objects";
import type { LintServer } from "../server/lint-server";
import { isUnevaluated } from "../unevaluated";

const BY_NAME =
  "The rule finds the object on the server by its name, so it does not see objects whose name is not unique.";

export const missingObjectRule = lintRule({
  id: "missing-object",
  severity: "error",
  description: "An object refers to another one that does not exist on the server.",
  fix: "Correct the name or the id, or create the object.",
  limits:
    "The rule checks names and ids of look-ups, names of click targets without a column of the row, and literal ids in fields such as `sourceId`. The name of an object in the program is accepted. Tables and columns: see `query-error`.",
  types: typeAddressesOf("resource", "data"),
  checkServer: async (objects, _, server, input) => {
    const findings: RuleFinding[] = [];
    for (const object of objects) {
      const found = object.kind === "data" ? missingLookUp(input, object, server) : missingIds(object, server);
      findings.push(...(await found), ...(await missingTargets(input, object, server)));
    }
    return findings;
  },
});

async function missingLookUp(
  input: LintInput,
  object: LintedObject,
  server: LintServer,
): Promise<readonly RuleFinding[]> {
  const { id, name } = object.fields;
  const field = typeof id === "string" ? "id" : "name";
  const sought = field === "id" ? id : name;
  const noun = typeof sought === "string" && (await missingNoun(object.type, field, sought, input, server));
  return noun ? [{ object, message: `The server has no ${noun} with the ${field} ${JSON.stringify(sought)}.` }] : [];
}

/** Returns the noun of an object that neither the program nor the server has. */
async function missingNoun(
  type: string,
  field: "id" | "name",
  sought: string,
  { objects }: LintInput,
  server: LintServer,
): Promise<string | undefined> {
  const resourceType = listedType(type);
  const isDeclared = objects.some(({ typeAddress, fields }) => typeAddress === type && fields.name === sought);
  const known = isDeclared || !resourceType ? undefined : await server.objectsOf(resourceType);
  return resourceType && known?.every((each) => each[field] !== sought) ? nounOf(resourceType) : undefined;
}

/** Checks clicks that open an object by a fixed name. Skips types with an object whose name only the engine knows. */
async function missingTargets(
  input: LintInput,
  object: LintedObject,
  server: LintServer,
): Promise<readonly RuleFinding[]> {
  const findings: RuleFinding[] = [];
  for (const [tile, { onClick }] of chartsIn(object)) {
    const { type, target } = isObject(onClick) ? onClick : {};
    const name = isObject(target) && typeof target.template === "string" ? target.template.trim() : "{{";
    const sought = type === "search" ? "clickstack_source" : DASHBOARD_TYPE;
    const isKnown = input.objects.every(
      ({ typeAddress, fields }) => typeAddress !== sought || !isUnevaluated(fields.name),
    );
    const noun = isKnown && !name.includes("{{") && (await missingNoun(sought, "name", name, input, server));
    if (noun) {
      const message = `A click in the ${describeObject(object, tile)} opens the ${noun} ${JSON.stringify(name)}, which does not exist on the server.`;
      findings.push({ object, tile, message });
    }
  }
  return findings;
}

async function missingIds(object: LintedObject, server: LintServer): Promise<readonly RuleFinding[]> {
  const findings = new Map<string, RuleFinding>();
  for (const { id, tile, resourceType } of literalIdsIn(object)) {
    const known = resourceType && !findings.has(id) ? await server.objectsOf(resourceType) : undefined;
    if (resourceType && known && !known.some((each) => each.id.toLowerCase() === id.toLowerCase())) {
      const message = `The ${describeObject(object, tile)} refers to the ${nounOf(resourceType)} ${id}, which does not exist on the server.`;
      findings.set(id, { object, tile, message });
    }
  }
  return [...findings.values()];
}

/** Ends of the sentence that names the object. The text of `report --stale` follows this sentence. */
const STALE_STATES = {
  "alert-errors": "could not be evaluated.",
  "alert-webhook": "has lost a channel.",
  "key-unused": "is not used.",
} as const satisfies Partial<Record<StaleRule, string>>;

/** Returns the findings of `report --stale` about managed objects. */
async function staleFindings(
  stale: keyof typeof STALE_STATES,
  objects: readonly LintedObject[],
  days: number,
  server: LintServer,
): Promise<readonly RuleFinding[]> {
  const found = objects.length === 0 ? [] : await server.staleObjects(days);
  const findings: RuleFinding[] = [];
  for (const object of objects) {
    const stored = await server.storedOf(object);
    for (const { text } of found.filter((each) => each.rule === stale && each.id === stored?.id)) {
      findings.push({ object, message: `The ${describeObject(object)} ${STALE_STATES[stale]} ${text}` });
    }
  }
  return findings;
}

const alertErrorRule = lintRule({
  id: "alert-error",
  severity: "error",
  description: "The last evaluation of an alert failed on the server.",
  fix: "Correct the query of the alert. `check alert` repeats its checks.",
  limits: `The rule reads the errors that the server keeps. ${BY_NAME}`,
  types: [ALERT_TYPE],
  // The number of days has no effect on errors.
  checkServer: (alerts, _, server) => staleFindings("alert-errors", alerts, 1, server),
});

const alertWebhookRule = lintRule({
  id: "alert-webhook",
  severity: "error",
  description: "An alert of the server notifies a webhook that was deleted, so no notification arrives.",
  fix: "Apply the declared alert again, or declare another webhook.",
  limits: `The rule reads the alerts of the server. Declared ids: see \`missing-object\`. ${BY_NAME}`,
  types: [ALERT_TYPE],
  checkServer: (alerts, _, server) => staleFindings("alert-webhook", alerts, 1, server),
});

const keyNotUsedRule = lintRule({
  id: "key-not-used",
  severity: "warn",
  description: "An API key was not used for some days.",
  fix: "Remove the key, or disable it.",
  limits: BY_NAME,
  types: [API_KEY_TYPE],
  options: z.strictObject({ days: z.int().min(1).max(3650).default(30).describe("Number of past days.") }),
  checkServer: (keys, { days }, server) => staleFindings("key-unused", keys, days, server),
});

const webhookRefusesRule = lintRule({
  id: "webhook-refuses",
  severity: "error",
  description: "A webhook refuses a test notification. The rule runs only with `--send-test`.",
  fix: "Correct the address of the webhook.",
  limits: `The notification comes from this machine and not from the server. The rule sees webhooks that an alert of the server notifies. ${BY_NAME}`,
  types: ["clickstack_webhook", "data.clickstack_webhook"],
  checkServer: async (webhooks, _, server) => {
    const findings: RuleFinding[] = [];
    const tested = new Set<string>();
    for (const object of server.options.sendsTests ? webhooks : []) {
      const { id } = (await server.storedOf(object)) ?? {};
      if (id !== undefined && !tested.has(id)) {
        tested.add(id);
        const message = await server.testWebhook(id);
        findings.push(...(message === undefined ? [] : [{ object, message }]));
      }
    }
    return findings;
  },
});

export const storedObjectRules = [alertErrorRule, alertWebhookRule, keyNotUsedRule, webhookRefusesRule];
