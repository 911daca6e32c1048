import { objectShapeOf } from "../../declaration/shape";
import { type LookUpKind, listDataSource, lookUpDataSource } from "../handlers/look-up";
import type { WebhookRecord } from "./api";
import { webhookLookup, webhooksLookup } from "./declaration";

const WEBHOOKS = {
  noun: "webhook",
  plural: "webhooks",
  collection: (client) => client.webhooks,
  facts: (webhook) => webhook,
  kindOf: ({ service }) => service,
} satisfies LookUpKind<WebhookRecord, WebhookRecord>;

/** `clickstack_webhook`: one webhook by id or name (docs/internals/api-behavior.md 3.11). */
export const webhookDataSource = lookUpDataSource(
  WEBHOOKS,
  objectShapeOf(webhookLookup),
  "A webhook that alerts are sent to, found by id or by name.",
);

/** `clickstack_webhooks`: all webhooks, or those of one service. */
export const webhooksDataSource = listDataSource(
  WEBHOOKS,
  "webhooks",
  objectShapeOf(webhooksLookup),
  "All webhooks, or those of one service.",
);
