import type { z } from "zod";
import type { DeclaredFields } from "../declaration/field";
import { type ObjectShape, objectShapeOf } from "../declaration/shape";
import { temporaryKey } from "../resources/api-key/declaration";
import { keyMaterial } from "../resources/api-key/secret/declaration";
import type { TemporaryApiKeyDeclaration } from "../resources/declared-types";
import { ROLES_FORM, type RoleReference, toDeclaredRoles } from "./api-key";
import { positionMetadata, recordPosition } from "./code-position";
import { readProps, terraformAttributesOf, validateAtSynthesis } from "./declared";
import { ref, TerraformElement, type TerraformProvider, Token } from "./framework";
import type { ProviderOption } from "./look-up";
import { findFormProblems } from "./prop-forms";
import { type ConstructScope, requireOwnFramework } from "./scope";

/**
 * Base class of keys that exist only while Terraform runs, and in no plan and no state. Only write-only arguments,
 * provisioners, providers and other ephemeral resources accept their attributes.
 */
abstract class EphemeralKey extends TerraformElement {
  readonly #shape: ObjectShape;
  readonly #declared: () => DeclaredFields;
  readonly #provider: TerraformProvider | undefined;

  // cdktf 0.21 has no class for ephemeral resources.
  protected constructor(
    scope: ConstructScope,
    id: string,
    private readonly type: string,
    schema: z.ZodObject,
    { provider, ...props }: Partial<TemporaryApiKeyProps>,
  ) {
    super(requireOwnFramework(scope), id, `ephemeral.${type}`);
    recordPosition(this);
    const formProblems = findFormProblems(props, { roles: ROLES_FORM });
    this.#shape = objectShapeOf(schema);
    this.#declared = () => (formProblems.length > 0 ? {} : readProps(this, () => toDeclaredKey(props)));
    this.#provider = provider;
    validateAtSynthesis(this, this.#shape, this.#declared, { formProblems });
  }

  /** The key ID. Only write-only arguments, provisioners, providers and other ephemeral resources accept it. */
  get keyId(): string {
    return this.attribute("key_id");
  }

  /** The key secret. Ephemeral, like the key ID. */
  get keySecret(): string {
    return this.attribute("key_secret");
  }

  protected override get constructNodeMetadata(): Record<string, unknown> {
    return { ...super.constructNodeMetadata, ...positionMetadata(this) };
  }

  /** Returns the block in the JSON syntax of Terraform. */
  override toTerraform(): Record<string, unknown> {
    const block = {
      ...terraformAttributesOf(this.#shape, this.#declared()),
      ...(this.#provider && { provider: this.#provider.fqn }),
      "//": this.constructNodeMetadata,
    };
    return { ephemeral: { [this.type]: { [this.friendlyUniqueId]: block } } };
  }

  protected attribute(name: string): string {
    return Token.asString(ref(`ephemeral.${this.type}.${this.friendlyUniqueId}.${name}`, this.cdktfStack));
  }
}

/** Props of a `KeyMaterial`. */
export interface KeyMaterialProps extends ProviderOption {}

/**
 * A new key ID and key secret that every run of Terraform generates and does not store: an ephemeral resource
 * (Terraform 1.11, OpenTofu 1.11, or newer). Pass them to an `ApiKey` and, in the same stack, to the write-only
 * argument of a secret store.
 */
export class KeyMaterial extends EphemeralKey {
  constructor(scope: ConstructScope, id: string, { provider }: KeyMaterialProps = {}) {
    super(scope, id, "clickstack_key_material", keyMaterial, { provider });
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
export class TemporaryApiKey extends EphemeralKey {
  constructor(scope: ConstructScope, id: string, props: TemporaryApiKeyProps) {
    super(scope, id, "clickstack_api_key", temporaryKey, props);
  }

  /** The id of the key. Ephemeral, like all attributes of the key. */
  get id(): string {
    return this.attribute("id");
  }

  /** Time at which the key expires unless the run extends it, in ISO 8601. */
  get expireAt(): string {
    return this.attribute("expire_at");
  }
}

function toDeclaredKey({ roles, ...fields }: Omit<Partial<TemporaryApiKeyProps>, "provider">): DeclaredFields {
  return { ...fields, ...(roles && toDeclaredRoles(roles)) };
}
