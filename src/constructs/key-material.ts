import { ref, TerraformElement, type TerraformProvider, Token } from "cdktf";
import type { Construct } from "constructs";

const TYPE = "clickstack_key_material";

/** Which provider makes the material, where a stack has several. */
export interface KeyMaterialProps {
  readonly provider?: TerraformProvider;
}

/**
 * A new key ID and key secret, made in every run of Terraform and stored nowhere: an ephemeral resource (Terraform 1.11, OpenTofu 1.11,
 * or newer). Hand them to an `ApiKey` and, in the same stack, to the write-only argument of a secret store.
 */
export class KeyMaterial extends TerraformElement {
  readonly #provider: TerraformProvider | undefined;

  // cdktf 0.21 has no class for ephemeral resources.
  constructor(scope: Construct, id: string, { provider }: KeyMaterialProps = {}) {
    super(scope, id, `ephemeral.${TYPE}`);
    this.#provider = provider;
  }

  /** The key ID. Ephemeral: write-only arguments, provisioners, providers and other ephemeral resources take it, and nothing else. */
  get keyId(): string {
    return this.#attribute("key_id");
  }

  /** The key secret. Ephemeral, as the key ID. */
  get keySecret(): string {
    return this.#attribute("key_secret");
  }

  override toTerraform(): Record<string, unknown> {
    const block = { ...(this.#provider && { provider: this.#provider.fqn }), "//": this.constructNodeMetadata };
    return { ephemeral: { [TYPE]: { [this.friendlyUniqueId]: block } } };
  }

  #attribute(name: string): string {
    return Token.asString(ref(`ephemeral.${TYPE}.${this.friendlyUniqueId}.${name}`, this.cdktfStack));
  }
}
