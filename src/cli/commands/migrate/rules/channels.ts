import * as z from "zod";
import { Names } from "../../../code/model/names";
import type { GrafanaInput } from "../input/read-documents";
import type { GrafanaRule, Policy } from "../input/rules";
import { type Json, textAt } from "../input/value";
import type { MigrateContext, MigratedObject } from "../migrated";

const TEXT = "{{title}}\\n{{body}}\\n{{link}}";
const byState = (firing: string, resolved: string) => `{{#if (eq state 'ALERT')}}${firing}{{else}}${resolved}{{/if}}`;

/** Body for each type of contact point. A word in capitals is an id or a secret of the account. */
const BODIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    webhook: `{"title": "{{title}}", "message": "{{body}}", "state": "{{state}}", "link": "{{link}}", "id": "{{eventId}}"}`,
    pagerduty: `{"routing_key": "ROUTING_KEY", "event_action": "${byState("trigger", "resolve")}", "dedup_key": "{{eventId}}", "payload": {"summary": "{{title}}", "source": "{{link}}", "severity": "critical"}}`,
    opsgenie: `{"message": "{{title}}", "alias": "{{eventId}}", "description": "{{body}}"}`,
    victorops: `{"message_type": "${byState("CRITICAL", "RECOVERY")}", "entity_id": "{{eventId}}", "entity_display_name": "{{title}}", "state_message": "{{body}}"}`,
    discord: `{"content": "${TEXT}"}`,
    teams: `{"@type": "MessageCard", "title": "{{title}}", "text": "{{body}}"}`,
    googlechat: `{"text": "${TEXT}"}`,
    telegram: `{"chat_id": "CHAT_ID", "text": "${TEXT}"}`,
    pushover: `{"token": "API_TOKEN", "user": "USER_KEY", "title": "{{title}}", "message": "{{body}}"}`,
    webex: `{"roomId": "ROOM_ID", "markdown": "${TEXT}"}`,
    slack: `{"channel": "CHANNEL_ID", "text": "${TEXT}"}`,
  }),
);

/** Addresses that are the same for all accounts. */
const ADDRESSES: ReadonlyMap<string, string> = new Map([
  ["pagerduty", "https://events.pagerduty.com/v2/enqueue"],
  ["opsgenie", "https://api.opsgenie.com/v2/alerts"],
  ["telegram", "https://api.telegram.org/botTOKEN/sendMessage"],
  ["pushover", "https://api.pushover.net/1/messages.json"],
  ["webex", "https://webexapis.com/v1/messages"],
  ["slack", "https://slack.com/api/chat.postMessage"],
]);

/** Settings of contact points with the ids in bodies. */
const IDS: ReadonlyMap<string, string> = new Map(
  Object.entries({ CHAT_ID: "chatid", ROOM_ID: "room_id", CHANNEL_ID: "recipient" }),
);

const PLACES = /\b[A-Z]+_[A-Z]+\b/g;

/** Settings with a secret for the header Authorization, also if it is redacted. */
const SECRETS = ["authorization_credentials", "password", "apiKey", "bot_token", "token"];

type Channel = { readonly type: string; readonly webhookId?: string; readonly emailRecipients?: readonly string[] };

/** The channels of alerts, with the webhooks that they need. */
export class Channels {
  readonly webhooks: MigratedObject[] = [];
  readonly notes = new Set<string>();
  readonly #channels = new Map<string, readonly Channel[]>();
  readonly #names = new Names(" ");

  constructor(
    private readonly input: GrafanaInput,
    private readonly context: MigrateContext,
  ) {}

  /** Returns the channels of a rule. The list has at least one channel. */
  of(rule: GrafanaRule, labels: readonly string[], add: (difference: string) => void): readonly Channel[] {
    if (this.input.policies.some(({ hasTimings }) => hasTimings)) {
      this.notes.add("Grouping, repeat intervals and mute timings of notification policies are not converted.");
    }
    const names = receiversOf(rule, this.input.policies, labels, add);
    const channels = names.flatMap((name) => this.#ofContactPoint(name, add));
    const distinct = [...new Map(channels.map((each) => [each.webhookId ?? JSON.stringify(each), each])).values()];
    if (distinct.length === 0) {
      add('The rule has no contact point that can be converted. It notifies the webhook "Alerts".');
      return this.#once("", () => [this.#webhook("Alerts", "webhook", {})]);
    }
    return distinct;
  }

  #ofContactPoint(name: string, add: (difference: string) => void): readonly Channel[] {
    const webhookId = this.context.webhookOf(name);
    const points = this.input.contactPoints.filter((each) => each.name === name || each.uid === name);
    if (webhookId !== undefined) {
      return [{ type: "webhook", webhookId }];
    }
    if (points.length === 0) {
      add(`The contact point ${JSON.stringify(name)} is not in the input.`);
    }
    const receivers = points.flatMap((each) => each.receivers);
    const hasEmail = !this.context.isOpenSource;
    const addressesIn = (settings: Json) => textAt(settings, "addresses").match(/[^;,\s]+/g) ?? [];
    const isValid = (address: string) => z.email().safeParse(address).success;
    const recipientsIn = (settings: Json) => addressesIn(settings).filter(isValid);
    const isKnown = ({ type, settings }: (typeof receivers)[number]) =>
      type === "email" ? hasEmail && recipientsIn(settings).length > 0 : type === "incidentio" || BODIES.has(type);
    const isComplete = ({ settings }: (typeof receivers)[number]) => !hasEmail || addressesIn(settings).every(isValid);
    for (const { type } of receivers.filter((each) => !isKnown(each) || !isComplete(each))) {
      const lack = `the type ${JSON.stringify(type)}, which has no equivalent`;
      add(
        `The contact point ${JSON.stringify(name)} has ${type === "email" && hasEmail ? "a missing or invalid e-mail address" : lack}.`,
      );
    }
    return this.#once(name, () =>
      receivers.filter(isKnown).map(({ type, settings }) => {
        const emailRecipients = recipientsIn(settings);
        return type === "email" ? { type, emailRecipients } : this.#webhook(name, type, settings);
      }),
    );
  }

  #once(name: string, make: () => readonly Channel[]): readonly Channel[] {
    const channels = this.#channels.get(name) ?? make();
    this.#channels.set(name, channels);
    return channels;
  }

  #webhook(contactPoint: string, type: string, settings: Json): Channel {
    const isSlack = type === "slack" && textAt(settings, "token") === "";
    const service = isSlack ? "slack" : type === "incidentio" ? type : "generic";
    const [template, url] = service === "generic" ? [BODIES.get(type), ADDRESSES.get(type)] : [];
    const idIn = (place: string) => JSON.stringify(textAt(settings, IDS.get(place) ?? "") || place).slice(1, -1);
    const body = template?.replace(PLACES, idIn);
    const name = this.#names.take(contactPoint || "Alerts", `${contactPoint} ${type}`);
    const id = this.context.idOf("webhook", name);
    // The program has a variable for the address, because it can contain a secret.
    const address = isSlack ? "https://hooks.slack.com/services/" : (url ?? "https://example.com/");
    const fields = { name, service, url: address, ...(body && { body }) };
    this.webhooks.push({ type: "webhook", id, name, fields, group: "Contact points" });
    const texts = ["title", "text", "message", "description", "subject"].map((each) => textAt(settings, each));
    if (texts.some((text) => text !== "" && !text.includes("default."))) {
      this.notes.add(`The own texts of the contact point ${JSON.stringify(contactPoint)} are not converted.`);
    }
    const hasHeader = !isSlack && SECRETS.some((each) => textAt(settings, each) !== "");
    const missing = [
      `the variable with its address${url ? `, which is ${url}` : ""}`,
      ...(body?.match(PLACES) ?? []).map((place) => `${place} in \`body\``),
      ...(hasHeader ? ["Authorization in `headers`"] : []),
    ];
    this.notes.add(`Webhook ${JSON.stringify(name)}: set ${missing.join("; ")}.`);
    return { type: "webhook", webhookId: id };
  }
}

/** Returns the contact points of a rule: those that it names, or those of the notification policies. */
function receiversOf(
  rule: GrafanaRule,
  policies: readonly Policy[],
  labels: readonly string[],
  add: (difference: string) => void,
): readonly string[] {
  const named = rule.receiver === undefined ? rule.notifications : [rule.receiver];
  if (named.length > 0) {
    return named;
  }
  const fixed = new Map([...Object.entries(rule.labels), ["alertname", rule.title], ["grafana_folder", rule.folder]]);
  const isMet = ({ matchers, receiver = "" }: Policy): boolean => {
    const results = matchers.map((matcher) => matches(matcher, fixed, labels));
    if (results.includes(undefined) && !results.includes(false)) {
      add(`The policy of ${JSON.stringify(receiver)} depends on the query or on a pattern. It is ignored.`);
    }
    return results.every((each) => each === true);
  };
  const walk = ({ receiver, routes }: Policy, inherited?: string): readonly string[] => {
    const own = receiver ?? inherited;
    let isOpen = true;
    const found = routes.flatMap((route) => {
      const isTaken = isOpen && isMet(route);
      isOpen &&= !isTaken || route.continues;
      return isTaken ? walk(route, own) : [];
    });
    return found.length > 0 || own === undefined ? found : [own];
  };
  return policies.flatMap((policy) => walk(policy));
}

/** Compares a label of a rule with a matcher. Undefined for a label of the query and for wildcards. */
function matches(
  [label, operator, value]: Policy["matchers"][number],
  fixed: ReadonlyMap<string, string>,
  labels: readonly string[],
): boolean | undefined {
  const own = fixed.get(label) ?? "";
  const isPattern = operator.endsWith("~");
  if ((!fixed.has(label) && labels.includes(label)) || (isPattern && /[^\w |/:@-]/.test(value) && value !== ".*")) {
    return undefined;
  }
  const isEqual = isPattern ? value === ".*" || value.split("|").includes(own) : own === value;
  return operator.startsWith("!") ? !isEqual : isEqual;
}
