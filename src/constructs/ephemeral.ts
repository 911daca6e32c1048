import type { Construct } from "constructs";
import type { DeclaredFields } from "../declaration/field";
import { type ObjectShape, objectShapeOf } from "../declaration/shape";
import { type TemporaryKeyDeclaration, temporaryKey } from "../resources/api-key/declaration";
import { keyMaterial } from "../resources/api-key/secret/declaration";
import { type RoleReference, rolesOf } from "./api-key-props";
import { readProps, terraformAttributesOf, validateAtSynthesis } from "./declared";
import { ref, TerraformElement, type TerraformProvider, Token } from "./framework";

/** Which provider makes it, where a stack has several. */
interface ProviderProp {
  readonly provider?: TerraformProvider;
}

/**
 * What is there while Terraform runs, and in no plan and no state. Its attributes are ephemeral: write-only arguments,
 * provisioners, providers and other ephemeral resources take them, and nothing else.
 */
abstract class Ephemeral extends TerraformElement {
  // cdktf 0.21 has no class for ephemeral resources.
  protected constructor(
    scope: Construct,
    id: string,
    private readonly block: {
      readonly type: string;
      readonly shape: ObjectShape;
      readonly declared: () => DeclaredFields;
      readonly propNames?: Readonly<Record<string, string>>;
      readonly provider: TerraformProvider | undefined;
    },
  ) {
    super(scope, id, `ephemeral.${block.type}`);
    const { shape, declared, propNames } = block;
    validateAtSynthesis(this, shape, declared, { ...(propNames && { propNames }) });
  }

  override toTerraform(): Record<string, unknown> {
    const { type, shape, declared, provider } = this.block;
    const block = {
      ...terraformAttributesOf(shape, declared()),
      ...(provider && { provider: provider.fqn }),
      "//": this.constructNodeMetadata,
    };
    return { ephemeral: { [type]: { [this.friendlyUniqueId]: block } } };
  }

  protected attribute(name: string): string {
    return Token.asString(ref(`ephemeral.${this.block.type}.${this.friendlyUniqueId}.${name}`, this.cdktfStack));
  }
}

/** Which provider makes the material, where a stack has several. */
export interface KeyMaterialProps extends ProviderProp {}

/**
 * A new key ID and key secret, made in every run of Terraform and stored nowhere: an ephemeral resource (Terraform
 * 1.11, OpenTofu 1.11, or newer). Hand them to an `ApiKey` and, in the same stack, to the write-only argument of a
 * secret store.
 */
export class KeyMaterial extends Ephemeral {
  constructor(scope: Construct, id: string, { provider }: KeyMaterialProps = {}) {
    super(scope, id, {
      type: "clickstack_key_material",
      shape: objectShapeOf(keyMaterial),
      declared: () => ({}),
      provider,
    });
  }

  /**
   * The key ID. Ephemeral: write-only arguments, provisioners, providers and other ephemeral resources take it, and
   * nothing else.
   */
  get keyId(): string {
    return this.attribute("key_id");
  }

  /** The key secret. Ephemeral, as the key ID. */
  get keySecret(): string {
    return this.attribute("key_secret");
  }
}

/** What a temporary key may do, from where, and for how long. */
export type TemporaryApiKeyProps = Pick<TemporaryKeyDeclaration, "name" | "ipAccessList" | "allowAnyIp" | "validFor"> &
  ProviderProp & {
    /** The key's roles. It has none unless they are given. */
    readonly roles?: readonly RoleReference[];
  };

/**
 * An API key of ClickHouse Cloud for one run of Terraform: an ephemeral resource (Terraform 1.10, OpenTofu 1.11, or
 * newer). Every plan and every apply makes one of its own, hands it to what needs it, and deletes it at the end. What a
 * killed run leaves expires.
 */
export class TemporaryApiKey extends Ephemeral {
  constructor(scope: Construct, id: string, { provider, ...props }: TemporaryApiKeyProps) {
    const declared = () => readProps(this, () => declaredTemporaryKey(props));
    super(scope, id, {
      type: "clickstack_api_key",
      shape: objectShapeOf(temporaryKey),
      declared,
      propNames: { assignedRoleIds: "roles", roleNames: "roles" },
      provider,
    });
  }

  /** The id of the key's record. Ephemeral, as everything of the key. */
  get id(): string {
    return this.attribute("id");
  }

  /** The key ID that signs requests. */
  get keyId(): string {
    return this.attribute("key_id");
  }

  /** The key secret that signs requests. */
  get keySecret(): string {
    return this.attribute("key_secret");
  }

  /** When the key stops working unless the run extends it, in ISO 8601. */
  get expireAt(): string {
    return this.attribute("expire_at");
  }
}

function declaredTemporaryKey({ roles, ...fields }: Omit<TemporaryApiKeyProps, "provider">): TemporaryKeyDeclaration {
  return { ...fields, ...(roles && rolesOf(roles)) };
}
