import type { ApiKeyDeclaration } from "../resources/declarations";
import type { MetaArguments } from "./declared";
import { Token } from "./framework";

/**
 * A role: by its name, such as `SystemRole.developer`, by its id, or anything that has an id, such as a data source.
 */
export type RoleReference = string | { readonly id: string };

/** How an existing key is found. The name has to be the only one. */
export type AdoptedKey = { readonly id: string } | { readonly name: string };

/** When a new generation takes a key's place. Durations such as `90m`, `72h` or `30d`. */
export interface Rotation {
  /** How old the key may become. Without it only `keepers` rotate. */
  readonly every?: string;
  /** How long the old generation goes on working. */
  readonly overlap: string;
  /** A change of one of these values replaces the key. */
  readonly keepers?: Readonly<Record<string, string>>;
}

/** What a key is made of. */
export type ApiKeyProps = Pick<
  ApiKeyDeclaration,
  | "name"
  | "state"
  | "ipAccessList"
  | "allowAnyIp"
  | "secretInState"
  | "keyIdWo"
  | "keySecretWo"
  | "keyMaterialVersion"
  | "allowSelfLockout"
> &
  MetaArguments & {
    /** Takes an existing key under management. What is not declared stays as it is. */
    readonly adopt?: AdoptedKey;
    /** The key's roles. A new key has none unless they are given. */
    readonly roles?: readonly RoleReference[];
    /** @deprecated Use `roles`: the server may have frozen these. */
    readonly legacyRoles?: ApiKeyDeclaration["roles"];
    /**
     * A key ID and key secret of your own, such as `KeyMaterial`: the server gets digests, Terraform stores nothing.
     * Needs `materialVersion`.
     */
    readonly material?: { readonly keyId: string; readonly keySecret: string };
    /** Change it whenever `material` changes: it is sent when the key is created, and a new version is a new key. */
    readonly materialVersion?: string;
    /** Encrypts the secret that the server generates to these age recipients: see `encryptedSecret`. */
    readonly ageRecipients?: readonly string[];
    /**
     * When the key stops working. Never, when left out for a new key; "never" takes the expiry of an adopted one away.
     */
    readonly expireAt?: string | Date;
    /** Replaces the key by new generations. The new one exists before anything that refers to the key changes. */
    readonly rotation?: Rotation;
    /** What a destroy does with the key. Default: `delete` for a created one, `release` for an adopted one. */
    readonly onDestroy?: "delete" | "release" | "disable" | { readonly expireAfter: string };
  };

/** The props that say what becomes of a new key's secret. */
export type SecretProp = "secretInState" | "material" | "materialVersion" | "ageRecipients";

/** What the props call the fields of the declaration, where they differ. */
export const API_KEY_PROP_NAMES = {
  assignedRoleIds: "roles",
  roleNames: "roles",
  roles: "legacyRoles",
  keyIdWo: "material.keyId",
  keySecretWo: "material.keySecret",
  keyMaterialVersion: "materialVersion",
  rotateEvery: "rotation.every",
  overlap: "rotation.overlap",
  keepers: "rotation.keepers",
  expireAfter: "onDestroy.expireAfter",
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The declaration that props stand for. */
export function declaredKeyOf(props: Omit<ApiKeyProps, keyof MetaArguments>): ApiKeyDeclaration {
  const { roles, legacyRoles, expireAt, rotation, onDestroy, material, materialVersion, ...fields } = props;
  return {
    ...fields,
    ...(roles && rolesOf(roles)),
    ...(legacyRoles && { roles: legacyRoles }),
    ...(expireAt !== undefined && { expireAt: typeof expireAt === "string" ? expireAt : expireAt.toISOString() }),
    ...(material && { keyIdWo: material.keyId, keySecretWo: material.keySecret }),
    ...(materialVersion !== undefined && { keyMaterialVersion: materialVersion }),
    ...(rotation && rotationOf(rotation)),
    ...(onDestroy && (typeof onDestroy === "string" ? { onDestroy } : { expireAfter: onDestroy.expireAfter })),
  } as ApiKeyDeclaration;
}

function rotationOf({ every, overlap, keepers }: Rotation) {
  return { ...(every !== undefined && { rotateEvery: every }), overlap, ...(keepers && { keepers: { ...keepers } }) };
}

/** A token stands for an id: that is what other constructs have. */
export function rolesOf(roles: readonly RoleReference[]): Pick<ApiKeyDeclaration, "assignedRoleIds" | "roleNames"> {
  if (Token.isUnresolved(roles)) {
    return { assignedRoleIds: roles as string[] };
  }
  const texts = roles.map((role) => (typeof role === "string" ? role : role.id));
  const isId = (text: string) => Token.isUnresolved(text) || UUID.test(text);
  const ids = texts.filter(isId);
  const names = texts.filter((text) => !isId(text));
  return {
    ...((ids.length > 0 || names.length === 0) && { assignedRoleIds: ids }),
    ...(names.length > 0 && { roleNames: names }),
  };
}
