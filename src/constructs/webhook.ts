import type { Construct } from "constructs";
import type { z } from "zod";
import { type WebhookDeclaration, webhook, webhookLookup, webhooksLookup } from "../resources/webhook/declaration";
import type { MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { listClass, lookUpClass } from "./look-up-class";

/**
 * How a webhook is found: by `id`, or by `name` and perhaps `service`. Only `includeUrl` puts its address into the
 * state.
 */
export type WebhookProps = Pick<z.input<typeof webhookLookup>, "id" | "name" | "service" | "includeUrl"> &
  MetaArguments;

/** A webhook that exists in ClickStack. Alerts take it as it is. */
export class Webhook extends lookUpClass("clickstack_webhook", webhookLookup)<WebhookProps> {}

/** How webhooks are listed: all of them, or those of one name or service. */
export type WebhooksProps = Omit<z.input<typeof webhooksLookup>, "webhooks"> & MetaArguments;

/** All webhooks that exist in ClickStack, or those of one name or service: `webhooks.observed.webhooks`. */
export class Webhooks extends listClass("clickstack_webhooks", webhooksLookup)<WebhooksProps> {}

/**
 * What a webhook is made of. Keep secrets out of the program: pass a Terraform variable for an address or a header, and
 * give a secret address as `urlWo`, which keeps it out of the state too.
 */
export type WebhookResourceProps = Omit<WebhookDeclaration, "id" | "otherFields"> & MetaArguments;

/** A webhook that this program creates and changes. `Webhook` looks up one that exists. Alerts take either as it is. */
export class WebhookResource extends DeclaredResource<"clickstack_webhook", WebhookResourceProps> {
  constructor(scope: Construct, id: string, props: WebhookResourceProps) {
    super(scope, id, { type: "clickstack_webhook", schema: webhook }, props);
  }
}
