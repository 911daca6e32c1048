import type { DeclaredFields } from "../declaration/field";
import { type ObjectShape, objectShapeOf } from "../declaration/shape";
import type { TemporaryApiKeyDeclaration } from "../generated/declared-types";
import { temporaryKey } from "../resources/api-key/declaration";
import { keyMaterial } from "../resources/api-key/secret/declaration";
import { ROLES_FORM, type RoleReference, toDeclaredRoles } from "./api-key";
import { positionMetadata, recordPosition } from "./code-position";
import { readProps, terraformAttributesOf, validateAtSynthesis } from "./declared";
import { ref, TerraformElement, type TerraformProvider, Token } from "./framework";
import type { ProviderOption } from "./look-up";
import { findFormProblems } from "./prop-forms";
import { type ConstructScope, requireOwnFramework } from "./scope";

/**
 * Base class of objects that exist only while Terraform runs, and in no plan and no state. Only write-only arguments,
 * provisioners, providers and other ephemeral resources accept their attributes.
 */
abstract class Ephemeral extends TerraformElement {
  // cdktf 0.21 has no class for ephemeral resources.
  protected constructor(
    scope: ConstructScope,
    id: string,
    private readonly block: {
      readonly type: string;
      readonly shape: ObjectShape;
      readonly declared: () => DeclaredFields;
      readonly formProblems?: readonly string[];
      readonly provider: TerraformProvider | undefined;
    },
  ) {
    super(requireOwnFramework(scope), id, `ephemeral.${block.type}`);
    recordPosition(this);
    const { shape, declared, formProblems = [] } = block;
    validateAtSynthesis(this, shape, declared, { formProblems });
  }

  protected override get constructNodeMetadata(): Record<string, unknown> {
    return { ...super.constructNodeMetadata, ...positionMetadata(this) };
  }

  /** Returns the block in the JSON syntax of Terraform. */
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

/** Props of a `KeyMaterial`. */
export interface KeyMaterialProps extends ProviderOption {}

/**
 * A new key ID and key secret that every run of Terraform generates and does not store: an ephemeral resource
 * (Terraform 1.11, OpenTofu 1.11, or newer). Pass them to an `ApiKey` and, in the same stack, to the write-only
 * argument of a secret store.
 */
export class KeyMaterial extends Ephemeral {
  constructor(scope: ConstructScope, id: string, { provider }: KeyMaterialProps = {}) {
    super(scope, id, {
      type: "clickstack_key_material",
      shape: objectShapeOf(keyMaterial),
      declared: () => ({}),
      provider,
    });
  }

  /** The key ID. Only write-only arguments, provisioners, providers and other ephemeral resources accept it. */
  get keyId(): string {
    return this.attribute("key_id");
  }

  /** The key secret. Ephemeral, like the key ID. */
  get keySecret(): string {
    return this.attribute("key_secret");
  }
}

/** Props of a temporary key: its roles, addresses and validity. */
export type TemporaryApiKeyProps = Pick<
  TemporaryApiKeyDeclaration,
  "name" | "ipAccessList" | "allowAnyIp" | "validFor"
> &
  ProviderOption & {
    /** Roles of the key, such as `[SystemRole.developer]`. Default: none. */
    readonly roles?: readonly RoleReference[];
  };

/**
 * An API key of ClickHouse Cloud for one run of Terraform: an ephemeral resource (Terraform 1.10, OpenTofu 1.11, or
 * newer). Every plan and every apply creates a separate key and deletes it at the end. The key of an interrupted run
 * expires.
 */
export class TemporaryApiKey extends Ephemeral {
  constructor(scope: ConstructScope, id: string, { provider, ...props }: TemporaryApiKeyProps) {
    const formProblems = findFormProblems(props, { roles: ROLES_FORM });
    const declared = () => (formProblems.length > 0 ? {} : readProps(this, () => toDeclaredKey(props)));
    super(scope, id, {
      type: "clickstack_api_key",
      shape: objectShapeOf(temporaryKey),
      declared,
      formProblems,
      provider,
    });
  }

  /** The id of the key. Ephemeral, like all attributes of the key. */
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

  /** Time at which the key expires unless the run extends it, in ISO 8601. */
  get expireAt(): string {
    return this.attribute("expire_at");
  }
}

function toDeclaredKey({ roles, ...fields }: Omit<TemporaryApiKeyProps, "provider">): TemporaryApiKeyDeclaration {
  return { ...fields, ...(roles && toDeclaredRoles(roles)) };
}
