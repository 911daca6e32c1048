import type { ApiKeyDeclaration } from "../resources/declarations";
import type { MetaArguments } from "./declared";
import { Token } from "./framework";

/** A role: its name, such as `SystemRole.developer`, its id, or any object with an id, such as a `Role`. */
export type RoleReference = string | { readonly id: string };

/** Selects an existing key. A name must be unique. */
export type AdoptedKey = { readonly id: string } | { readonly name: string };

/** Schedule on which a new generation replaces a key. Durations have forms such as `90m`, `72h` or `30d`. */
export interface Rotation {
  /** Maximum age of the key. Without it, only changes of `keepers` rotate the key. */
  readonly every?: string;
  /** Time during which the previous generation remains valid. */
  readonly overlap: string;
  /** Any values. A change of one of them replaces the key. */
  readonly keepers?: Readonly<Record<string, string>>;
}

/** Props of an API key. */
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
    /** Adopts an existing key instead of creating one. Attributes that are not declared keep their values. */
    readonly adopt?: AdoptedKey;
    /** Roles of the key. Default: no roles for a new key, unchanged for an adopted one. */
    readonly roles?: readonly RoleReference[];
    /** @deprecated Use `roles`: the server may have frozen these. */
    readonly legacyRoles?: ApiKeyDeclaration["roles"];
    /**
     * Key ID and key secret that the program provides, such as a `KeyMaterial`. The server receives only their digests,
     * and Terraform does not store them. Requires `materialVersion`.
     */
    readonly material?: { readonly keyId: string; readonly keySecret: string };
    /**
     * Version of `material`, which is sent only when the key is created. Change the version together with `material`: a
     * new version creates a new key.
     */
    readonly materialVersion?: string;
    /** Age recipients to which the provider encrypts the generated secret: see `encryptedSecret`. */
    readonly ageRecipients?: readonly string[];
    /**
     * Time at which the key expires. Default: a new key does not expire, and an adopted one keeps its expiry. "never"
     * removes the expiry of an adopted key.
     */
    readonly expireAt?: string | Date;
    /**
     * Replaces the key by new generations. Terraform creates the new key before it updates objects that refer to it.
     */
    readonly rotation?: Rotation;
    /** Destroy behavior. Default: `delete` for a created key, `release` for an adopted one. */
    readonly onDestroy?: "delete" | "release" | "disable" | { readonly expireAfter: string };
  };

/** Names of the props that control the secret of a new key. */
export type SecretProp = "secretInState" | "material" | "materialVersion" | "ageRecipients";

/** Names of declaration fields in the props, where they differ. */
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

/** Converts props to the declaration of the key. */
export function toDeclaredKey(props: Omit<ApiKeyProps, keyof MetaArguments>): ApiKeyDeclaration {
  const { roles, legacyRoles, expireAt, rotation, onDestroy, material, materialVersion, ...fields } = props;
  return {
    ...fields,
    ...(roles && toDeclaredRoles(roles)),
    ...(legacyRoles && { roles: legacyRoles }),
    ...(expireAt !== undefined && { expireAt: typeof expireAt === "string" ? expireAt : expireAt.toISOString() }),
    ...(material && { keyIdWo: material.keyId, keySecretWo: material.keySecret }),
    ...(materialVersion !== undefined && { keyMaterialVersion: materialVersion }),
    ...(rotation && toDeclaredRotation(rotation)),
    ...(onDestroy && (typeof onDestroy === "string" ? { onDestroy } : { expireAfter: onDestroy.expireAfter })),
  } as ApiKeyDeclaration;
}

function toDeclaredRotation({ every, overlap, keepers }: Rotation) {
  return { ...(every !== undefined && { rotateEvery: every }), overlap, ...(keepers && { keepers: { ...keepers } }) };
}

/** Splits roles into ids and names. Tokens are treated as ids, because other constructs provide ids. */
export function toDeclaredRoles(
  roles: readonly RoleReference[],
): Pick<ApiKeyDeclaration, "assignedRoleIds" | "roleNames"> {
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
