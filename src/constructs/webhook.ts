import type { ExistingWebhookDeclaration, WebhookDeclaration, WebhooksDeclaration } from "../resources/declared-types";
import { webhook, webhookLookup, webhooksLookup } from "../resources/webhook/declaration";
import type { MetaArguments } from "./declared";
import { managedClass } from "./declared-resource";
import { listClass, lookUpClass } from "./look-up";

/**
 * Props that select a webhook: `id`, or `name` with an optional `service`. The state contains the URL only with
 * `includeUrl`.
 */
export type ExistingWebhookProps = Pick<ExistingWebhookDeclaration, "id" | "name" | "service" | "includeUrl"> &
  MetaArguments;

/** An existing webhook that this program does not manage. Alerts accept it in `notify`. */
export class ExistingWebhook extends lookUpClass<ExistingWebhookDeclaration>(
  "clickstack_webhook",
  webhookLookup,
)<ExistingWebhookProps> {}

/** Props that filter the list of webhooks. */
export type WebhooksProps = Omit<WebhooksDeclaration, "webhooks"> & MetaArguments;

/** List of webhooks, managed or not: `webhooks.observed.webhooks`. */
export class Webhooks extends listClass<WebhooksDeclaration>("clickstack_webhooks", webhooksLookup)<WebhooksProps> {}

/**
 * Props of a webhook. Keep secrets out of the program: pass a Terraform variable for a URL or a header. `urlWo` also
 * keeps a secret URL out of the state.
 */
export type WebhookProps = Omit<WebhookDeclaration, "id" | "otherFields"> & MetaArguments;

/** A managed webhook. `Webhook.byName` and `Webhook.byId` look up an existing one. */
export class Webhook extends managedClass("clickstack_webhook", webhook, ExistingWebhook)<WebhookProps> {}
