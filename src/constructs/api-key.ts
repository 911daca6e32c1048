import { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { type ApiKeyDeclaration, apiKey } from "../schema";
import { objectShapeOf } from "../schema/shape";
import { attributesOf, eachOf, readProps, validateAtSynthesis } from "./declared";
import { type MetaArguments, splitMetaArguments } from "./meta-arguments";
import { GENERATOR_METADATA } from "./provider-source";

const API_KEY = objectShapeOf(apiKey);

/** What the props call the fields of the declaration, where they differ. */
export const API_KEY_PROP_NAMES = { assignedRoleIds: "roles" };

/** What a key is made of. */
export type ApiKeyProps = Pick<
  ApiKeyDeclaration,
  "adopt" | "name" | "state" | "ipAccessList" | "secretInState" | "keyIdWo" | "keySecretWo" | "keyMaterialVersion"
> &
  MetaArguments & {
    /** The ids of the key's roles. A new key has none unless they are given. */
    readonly roles?: readonly string[];
    /** Encrypts the secret that the server makes to these age recipients: see `encryptedSecret`. */
    readonly ageRecipients?: readonly string[];
    /** When the key stops working. Never, when left out for a new key. */
    readonly expireAt?: string | Date;
  };

/** An API key of ClickHouse Cloud: created, or adopted with `adopt`. */
export class ApiKey extends TerraformResource {
  readonly #declared: ApiKeyDeclaration;

  constructor(scope: Construct, id: string, props: ApiKeyProps) {
    const { meta, declared } = splitMetaArguments(props);
    super(scope, id, {
      terraformResourceType: "clickstack_api_key",
      terraformGeneratorMetadata: GENERATOR_METADATA,
      ...meta,
    });
    const { roles, expireAt, ageRecipients, ...fields } = declared;
    this.#declared = readProps(this, () => ({
      ...fields,
      ...(roles && { assignedRoleIds: [...roles] }),
      ...(ageRecipients && { ageRecipients: eachOf(ageRecipients, (recipient) => recipient) }),
      ...(expireAt !== undefined && { expireAt: typeof expireAt === "string" ? expireAt : expireAt.toISOString() }),
    }));
    validateAtSynthesis(this, API_KEY, this.#declared, { propNames: API_KEY_PROP_NAMES });
  }

  /** The id of the key's record. Not the key ID that signs requests. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  /** Whether the key works: `enabled` or `disabled`. */
  get state(): string {
    return this.getStringAttribute("state");
  }

  /** Whether `keyId` and `keySecret` are known after an apply. */
  get hasSecretInState(): boolean {
    return this.#declared.secretInState === true;
  }

  /** The last four characters of the key ID. */
  get keySuffix(): string {
    return this.getStringAttribute("key_suffix");
  }

  /** When the key was created, in ISO 8601. */
  get createdAt(): string {
    return this.getStringAttribute("created_at");
  }

  /** The key ID and key secret, encrypted to `ageRecipients`: an armored age file, which may stand in an output. */
  get encryptedSecret(): string {
    return this.getStringAttribute("encrypted_secret");
  }

  /** The key ID that signs requests; sensitive. Known with `secretInState`. */
  get keyId(): string {
    return this.getStringAttribute("key_id");
  }

  /** The key secret that signs requests; sensitive. Known with `secretInState`. */
  get keySecret(): string {
    return this.getStringAttribute("key_secret");
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return attributesOf(API_KEY, this.#declared);
  }
}
