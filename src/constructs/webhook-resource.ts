import { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { objectShapeOf } from "../schema/shape";
import { type WebhookDeclaration, webhook } from "../schema/webhook";
import { attributesOf, validateAtSynthesis } from "./declared";
import { type MetaArguments, splitMetaArguments } from "./meta-arguments";
import { GENERATOR_METADATA } from "./provider-source";

const WEBHOOK = objectShapeOf(webhook);

/** What a webhook is made of. Keep secrets out of the program: pass a Terraform variable for an address or a header. */
export type WebhookResourceProps = Omit<WebhookDeclaration, "id" | "otherFields"> & MetaArguments;

/** A webhook that this program creates and changes. `Webhook` looks up one that exists. Alerts take either as it is. */
export class WebhookResource extends TerraformResource {
  readonly #declared: WebhookDeclaration;

  constructor(scope: Construct, id: string, props: WebhookResourceProps) {
    const { meta, declared } = splitMetaArguments(props);
    super(scope, id, {
      terraformResourceType: "clickstack_webhook",
      terraformGeneratorMetadata: GENERATOR_METADATA,
      ...meta,
    });
    this.#declared = declared;
    validateAtSynthesis(this, WEBHOOK, declared);
  }

  /** The webhook's id. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributesOf(WEBHOOK, this.#declared);
  }
}
