import { TerraformDataSource } from "cdktf";
import type { Construct } from "constructs";
import type { z } from "zod";
import type { Fields } from "../schema/field";
import { objectShapeOf } from "../schema/shape";
import { webhookLookup } from "../schema/webhook-lookup";
import { attributesOf, validateAtSynthesis } from "./declared";
import { lookUpOnce } from "./look-up-once";
import { type MetaArguments, splitMetaArguments } from "./meta-arguments";
import { GENERATOR_METADATA } from "./provider-source";

const WEBHOOK = objectShapeOf(webhookLookup);

/** How a webhook is found: by `id`, or by `name` and perhaps `service`. */
export type WebhookProps = Pick<z.input<typeof webhookLookup>, "id" | "name" | "service"> & MetaArguments;

/** A webhook that exists in ClickStack. Alerts take it as it is. */
export class Webhook extends TerraformDataSource {
  readonly #declared: Fields;

  constructor(scope: Construct, id: string, props: WebhookProps) {
    const { meta, declared } = splitMetaArguments(props);
    super(scope, id, {
      terraformResourceType: "clickstack_webhook",
      terraformGeneratorMetadata: GENERATOR_METADATA,
      ...meta,
    });
    this.#declared = declared;
    validateAtSynthesis(this, WEBHOOK, declared);
  }

  /** The webhook with this name. The plan fails with the names that exist when there is none. */
  static byName(scope: Construct, name: string, options: Pick<WebhookProps, "service" | "provider"> = {}): Webhook {
    return lookUpOnce(
      scope,
      "webhook",
      { name, service: options.service, provider: options.provider?.node.path },
      (id) => new Webhook(scope, id, { name, ...options }),
    );
  }

  /** The webhook with this id. */
  static byId(scope: Construct, webhookId: string, options: Pick<WebhookProps, "provider"> = {}): Webhook {
    return lookUpOnce(
      scope,
      "webhook",
      { id: webhookId, provider: options.provider?.node.path },
      (id) => new Webhook(scope, id, { id: webhookId, ...options }),
    );
  }

  /** The webhook's id. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributesOf(WEBHOOK, this.#declared);
  }
}
