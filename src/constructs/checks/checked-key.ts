import type { Construct } from "constructs";
import type { ApiKey } from "../api-key";
import { Fn } from "../framework";
import { CheckResource } from "./check-resource";
import { checkProvisioner, cloudEnvironment, placeCheckScript } from "./check-script";

/** Where the check gets the key's ID and secret from. */
export type CheckedKeySecret =
  /** References, such as to a secret store. */
  | { readonly keyId: string; readonly keySecret: string }
  /** The file with the age identity that decrypts `key.encryptedSecret`, on the machine that applies. */
  | { readonly identityFile: string };

export interface CheckedKeyProps {
  readonly key: ApiKey;
  /** Default: `key.keyId` and `key.keySecret`, which are known with `secretInState`. */
  readonly secret?: CheckedKeySecret;
  /**
   * What the key's roles must allow from the machine that applies: to read "keys", or "sources" of managed ClickStack.
   * Default: "nothing", so that it is enough if the server knows the key.
   */
  readonly mayRead?: "nothing" | "keys" | "sources";
  /** What the key's roles must refuse, so that it can do what it has to and nothing more. One request more for each. */
  readonly mayNotRead?: readonly ("keys" | "sources")[];
  /**
   * Any change here makes the check run again. It does anyway when the key is replaced or its state, expiry, roles or
   * addresses change, and when something else is to be read or not.
   */
  readonly triggers?: Readonly<Record<string, string>>;
}

/**
 * Verifies after an apply that a key works or, where it is disabled, that it is refused: one request, signed with the
 * key. A check that fails is tainted and runs again in the next apply; the key stays as it is. Needs Node where
 * Terraform runs and, with cdktf, `NullProvider` in the stack.
 */
export class CheckedKey extends CheckResource {
  readonly #key: ApiKey;

  constructor(
    scope: Construct,
    id: string,
    { key, secret, mayRead = "nothing", mayNotRead = [], triggers = {} }: CheckedKeyProps,
  ) {
    const refused = mayNotRead.length > 0 && mayNotRead.join(",");
    const reads = { ...(mayRead !== "nothing" && { may_read: mayRead }), ...(refused && { may_not_read: refused }) };
    super(scope, id, {
      triggers: { ...triggersOf(key), ...reads, ...triggers },
      provisioners: [
        checkProvisioner({
          what: "key",
          environment: {
            CLICKSTACK_CHECK_ID: key.id,
            CLICKSTACK_CHECK_STATE: key.state,
            CLICKSTACK_CHECK_MAY_READ: mayRead,
            ...(refused && { CLICKSTACK_CHECK_MAY_NOT_READ: refused }),
            ...cloudEnvironment(key),
            ...secretOf(key, secret),
          },
        }),
      ],
    });
    this.#key = key;
    placeCheckScript(this);
    this.node.addValidation({ validate: () => (secret ? [] : this.#missingSecret()) });
  }

  #missingSecret(): string[] {
    if (this.#key.hasSecretInState) {
      return [];
    }
    return [
      "secret: The state does not hold the secret of this key. Say where the check finds it: a reference to your secret store, or the file of the age identity.",
    ];
  }
}

function secretOf(key: ApiKey, secret: CheckedKeySecret = key): Record<string, string> {
  return "identityFile" in secret
    ? {
        CLICKSTACK_CHECK_ENCRYPTED_SECRET: key.encryptedSecret,
        CLICKSTACK_CHECK_IDENTITY_FILE: secret.identityFile,
      }
    : { CLICKSTACK_CHECK_KEY_ID: secret.keyId, CLICKSTACK_CHECK_KEY_SECRET: secret.keySecret };
}

/** Whatever can make a key stop working. None of it is secret. */
function triggersOf(key: ApiKey): Record<string, string> {
  const encoded = (attribute: string) => Fn.jsonencode(key.interpolationForAttribute(attribute));
  return {
    id: key.id,
    state: key.state,
    expire_at: encoded("expire_at"),
    assigned_role_ids: encoded("assigned_role_ids"),
    ip_access_list: encoded("ip_access_list"),
  };
}
