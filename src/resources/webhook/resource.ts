import type { JsonObject } from "../../client";
import { type Fields, isPresent } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import type { Resource } from "../../plugin";
import { type BodyParts, observedWithOthers, plainResource } from "../handlers/crud-resource";
import type { Session } from "../handlers/session";
import type { WebhookBody, WebhookRecord } from "./api";
import { webhook } from "./declaration";

const WEBHOOK = objectShapeOf(webhook);

/** What the server never shows, and the stored field that says when to send it again. */
const WRITE_ONLY = Object.values(WEBHOOK.fields).flatMap(({ name, meta }) =>
  meta.sentAgainWith === undefined ? [] : [[name, meta.sentAgainWith] as const],
);

/** `clickstack_webhook`: a webhook that alerts are sent to (docs/internals/api-behavior.md 3.11). */
export const webhookResource: Resource<Session> = plainResource<WebhookRecord, WebhookBody>({
  noun: "webhook",
  shape: WEBHOOK,
  description: "A webhook that ClickStack alerts are sent to.",
  collection: ({ client }) => client.webhooks,
  body: webhookBody,
  observed: (record, before) => ({
    ...observedWithOthers(WEBHOOK, record),
    ...ownFields(record, before),
  }),
});

/**
 * The body of a create or update. Headers and query parameters that are left out stay on the server, but both are cleared when the
 * address or the service changes; so they are sent again then, and whenever their version says so (docs/internals/api-behavior.md 3.11).
 */
export function webhookBody({ declared, config, prior }: BodyParts): JsonObject {
  const versions = WRITE_ONLY.map(([, version]) => version);
  const fields = Object.entries(declared).filter(([name]) => !versions.includes(name));
  const moved = prior !== undefined && (prior.url !== declared.url || prior.service !== declared.service);
  const sent = WRITE_ONLY.flatMap(([name, version]): [string, unknown][] => {
    const value = config[name];
    if (prior === undefined || moved) return isPresent(value) ? [[name, value]] : [];
    if (prior[version] === declared[version] || declared.service === "slack") return [];
    return [[name, value ?? {}]];
  });
  return Object.fromEntries([...fields, ...sent]) as JsonObject;
}

/** What the server does not show: the versions, and the body of any but a generic webhook (docs/internals/api-behavior.md 3.11). */
function ownFields({ service, body }: WebhookRecord, before: Fields): Fields {
  const versions = Object.fromEntries(WRITE_ONLY.map(([, version]) => [version, before[version]]));
  const unseenBody = service !== "generic" && body === undefined && { body: before.body };
  return { ...versions, ...unseenBody };
}
