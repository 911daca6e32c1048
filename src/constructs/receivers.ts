import { isPlainObject } from "../declaration/field";
import { codeOf, listFormOf, type PropForm } from "./prop-forms";
import { ExistingWebhook, Webhook } from "./webhook";

/** Form of one receiver. */
export const RECEIVER: PropForm = {
  expected: "a webhook",
  fits: (value) => value instanceof Webhook || value instanceof ExistingWebhook || isPlainObject(value),
  use: (value) => (value instanceof Object ? "webhook" : `Webhook.byName(this, ${codeOf(value, "Slack")})`),
};

/** Form of a list of receivers. */
export const RECEIVERS = listFormOf(RECEIVER, "a list of webhooks");
