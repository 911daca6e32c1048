import type { ApiKey } from "../api-key";
import { ExistingApiKey } from "../existing";
import { Fn } from "../framework";
import type { ConstructScope } from "../scope";
import { CheckResource } from "./check-resource";
import { cloudEnvironment, createCheckProvisioner, placeCheckScript } from "./check-script";

/** Source of the key ID and key secret for the check. */
export type CheckedKeySecret =
  /** The key ID and secret as references, for example to a secret store. */
  | {
      /** Key ID that signs the request. */
      readonly keyId: string;
      /** Key secret that signs the request. */
      readonly keySecret: string;
    }
  /** Path of the age identity that decrypts `key.encryptedSecret`, on the machine that applies. */
  | {
      /** Path of a file with an age identity, such as `~/.age/identity.txt`. */
      readonly identityFile: string;
    };

/** Props of a `CheckedKey`. */
export interface CheckedKeyProps {
  /** Key to verify, managed or not. */
  readonly key: ApiKey | ExistingApiKey;
  /**
   * Default: `key.keyId` and `key.keySecret`, which require `secretInState`. An existing key requires references to its
   * key ID and key secret.
   */
  readonly secret?: CheckedKeySecret;
  /**
   * Objects that the key must be able to read from the machine that applies: "keys", or "sources" of managed
   * ClickStack. Default: "nothing". The check then only verifies that the server accepts the key.
   */
  readonly mayRead?: "nothing" | "keys" | "sources";
  /** Objects that the key must not be able to read. The check sends one more request for each. Default: none. */
  readonly mayNotRead?: readonly ("keys" | "sources")[];
  /**
   * Additional values whose change runs the check again. The check always runs again for a replaced key, and for
   * changes of its state, expiry, roles, addresses, `mayRead` or `mayNotRead`. Default: none.
   */
  readonly triggers?: Readonly<Record<string, string>>;
}

/**
 * Verifies after an apply that a key works, or that a disabled key is refused. The check sends one request, signed with
 * the key. A failed check is tainted and runs again in the next apply. The key does not change. Requires Node where
 * Terraform runs and, with cdktf, `NullProvider` in the stack.
 */
export class CheckedKey extends CheckResource {
  constructor(
    scope: ConstructScope,
    id: string,
    { key, secret, mayRead = "nothing", mayNotRead = [], triggers = {} }: CheckedKeyProps,
  ) {
    const refused = mayNotRead.length > 0 && mayNotRead.join(",");
    const reads = { ...(mayRead !== "nothing" && { may_read: mayRead }), ...(refused && { may_not_read: refused }) };
    super(scope, id, {
      triggers: { ...triggersOf(key), ...reads, ...triggers },
      provisioners: [
        createCheckProvisioner({
          what: "key",
          environment: {
            CLICKSTACK_CHECK_ID: key.id,
            CLICKSTACK_CHECK_STATE: key.state,
            CLICKSTACK_CHECK_MAY_READ: mayRead,
            ...(refused && { CLICKSTACK_CHECK_MAY_NOT_READ: refused }),
            ...cloudEnvironment(key),
            ...secretEnvironment(key, secret),
          },
        }),
      ],
    });
    placeCheckScript(this);
    this.node.addValidation({ validate: () => findSecretProblems(key, secret) });
  }
}

function findSecretProblems(key: ApiKey | ExistingApiKey, secret: CheckedKeySecret | undefined): string[] {
  if (key instanceof ExistingApiKey) {
    return secret && "keyId" in secret
      ? []
      : ["secret: No state contains the secret of an existing key. Set `secret` to references to your secret store."];
  }
  if (secret || key.hasSecretInState) {
    return [];
  }
  return [
    "secret: The state does not contain the secret of this key. Set `secret` to references to your secret store, or to the file of the age identity.",
  ];
}

function secretEnvironment(key: ApiKey | ExistingApiKey, given?: CheckedKeySecret): Record<string, string> {
  const secret = given ?? (key instanceof ExistingApiKey ? undefined : key);
  if (secret && "keyId" in secret) {
    return { CLICKSTACK_CHECK_KEY_ID: secret.keyId, CLICKSTACK_CHECK_KEY_SECRET: secret.keySecret };
  }
  if (!secret || key instanceof ExistingApiKey) {
    return {};
  }
  return {
    CLICKSTACK_CHECK_ENCRYPTED_SECRET: key.encryptedSecret,
    CLICKSTACK_CHECK_IDENTITY_FILE: secret.identityFile,
  };
}

/** Returns the attributes that can make a key stop working. None of them is secret. */
function triggersOf(key: ApiKey | ExistingApiKey): Record<string, string> {
  const encoded = (attribute: string) => Fn.jsonencode(key.interpolationForAttribute(attribute));
  return {
    id: key.id,
    state: key.state,
    expire_at: encoded("expire_at"),
    ...(key instanceof ExistingApiKey
      ? { assigned_roles: encoded("assigned_roles") }
      : { assigned_role_ids: encoded("assigned_role_ids") }),
    ip_access_list: encoded("ip_access_list"),
  };
}
