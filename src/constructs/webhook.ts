import type { Construct } from "constructs";
import type { z } from "zod";
import { webhookLookup, webhooksLookup } from "../schema/webhook-lookup";
import { LookUp, NamedLookUp } from "./look-up";
import { byIdOnce, byNameOnce, type ProviderOption } from "./look-up-once";
import type { MetaArguments } from "./meta-arguments";

type Declaration = Pick<z.input<typeof webhookLookup>, "id" | "name" | "service">;

/** How a webhook is found: by `id`, or by `name` and perhaps `service`. */
export type WebhookProps = Declaration & MetaArguments;

/** A webhook that exists in ClickStack. Alerts take it as it is. */
export class Webhook extends NamedLookUp<typeof webhookLookup> {
  constructor(scope: Construct, id: string, props: WebhookProps) {
    super(scope, id, { type: "clickstack_webhook", schema: webhookLookup }, props);
  }

  /** The webhook with this name. The plan fails with the names that exist when there is none. */
  static byName(scope: Construct, name: string, options: Pick<WebhookProps, "service" | "provider"> = {}): Webhook {
    return byNameOnce(scope, "webhook", name, options, Webhook);
  }

  /** The webhook with this id. */
  static byId(scope: Construct, webhookId: string, options: ProviderOption = {}): Webhook {
    return byIdOnce(scope, "webhook", webhookId, options, Webhook);
  }
}

/** How webhooks are listed: all of them, or those of one service. */
export type WebhooksProps = Pick<z.input<typeof webhooksLookup>, "service"> & MetaArguments;

/** All webhooks that exist in ClickStack, or those of one service: `webhooks.observed.webhooks`. */
export class Webhooks extends LookUp<typeof webhooksLookup> {
  constructor(scope: Construct, id: string, props: WebhooksProps = {}) {
    super(scope, id, { type: "clickstack_webhooks", schema: webhooksLookup }, props);
  }
}
