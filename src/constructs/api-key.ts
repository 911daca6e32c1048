import { isPlainObject } from "../declaration/field";
import { objectShapeOf } from "../declaration/shape";
import { isKnownIdForm } from "../id-forms";
import { apiKeysLookup } from "../resources/api-key/declaration";
import type { API_KEY_SYNONYMS } from "../resources/declarations";
import { apiKey } from "../resources/declarations";
import type { ApiKeyDeclaration, ApiKeysDeclaration } from "../resources/declared-types";
import type { Synonyms, Use } from "./compiler-hint";
import type { MetaArguments } from "./declared";
import { managedClass } from "./declared-resource";
import { ExistingApiKey, keyInUse } from "./existing";
import { Annotations, type IResolvable, Token } from "./framework";
import { LookUp } from "./look-up";
import { codeOf, listFormOf, type PropForm, type PropForms } from "./prop-forms";
import type { ConstructScope } from "./scope";

/** A role: its name, such as `SystemRole.developer`, its id, or any object with an id, such as a `Role`. */
export type RoleReference =
  | string
  | {
      /** Id of the role, a UUID. */
      readonly id: string;
    };

/** Selects an existing key. A name must be unique. */
export type AdoptedKey =
  | Readonly<Required<Pick<AdoptDeclaration, "id">>>
  | Readonly<Required<Pick<AdoptDeclaration, "name">>>;

type AdoptDeclaration = NonNullable<ApiKeyDeclaration["adopt"]>;

/** Schedule for the replacement of a key by a new generation. Durations have forms such as `90m`, `72h` or `30d`. */
export interface Rotation {
  /** Maximum age of the key, such as `30d`. Default: none, so that only changes of `keepers` rotate the key. */
  readonly every?: string;
  /** Time during which the previous generation remains valid, such as `7d`. `0s` ends it immediately. */
  readonly overlap: string;
  /** Any values, such as `{ generation: "2" }`. A change of one of them replaces the key. Default: none. */
  readonly keepers?: Readonly<Record<string, string>>;
}

/** Props of an API key. */
export type ApiKeyProps = AcceptedProps & Synonyms<typeof API_KEY_SYNONYMS>;

type AcceptedProps = Pick<
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
  | "extraFields"
> &
  MetaArguments & {
    /**
     * Adopts an existing key instead of creating one: `{ name: "ci" }`. Attributes that are not declared keep their
     * values. Default: a new key.
     */
    readonly adopt?: AdoptedKey;
    /**
     * Roles of the key, such as `[SystemRole.developer, role]`. Default: no roles for a new key, unchanged for an adopted
     * one.
     */
    readonly roles?: readonly RoleReference[] | Use<"[SystemRole.developer]">;
    /**
     * Deprecated roles of the key. Default: none.
     * @deprecated Use `roles`: the server may not change these.
     */
    readonly legacyRoles?: ApiKeyDeclaration["roles"];
    /**
     * Key ID and key secret that the program provides, such as a `KeyMaterial`. The server receives only their digests,
     * and Terraform does not store them. Requires `materialVersion`. Default: the server creates both.
     */
    readonly material?: {
      /** Key ID: at least 16 visible ASCII characters without a colon. */
      readonly keyId: string;
      /** Key secret: at least 32 visible ASCII characters. */
      readonly keySecret: string;
    };
    /**
     * Version of `material`, which is sent only when the key is created. Change the version together with `material`: a
     * new version creates a new key. Example: `1`. Default: none.
     */
    readonly materialVersion?: string;
    /** Age recipients (`age1...`) that can decrypt the generated secret. See `encryptedSecret`. Default: none. */
    readonly ageRecipients?: readonly string[];
    /**
     * Time at which the key expires, such as `2026-12-31T23:59:59Z`. Default: a new key does not expire, and an adopted
     * one keeps its expiry. "never" removes the expiry of an adopted key.
     */
    readonly expireAt?: string | Date;
    /**
     * Replaces the key by new generations: `{ every: "30d", overlap: "7d" }`. Terraform creates the new key before it
     * updates objects that refer to it. Default: no rotation.
     */
    readonly rotation?: Rotation | Use<'{ every: "30d", overlap: "7d" }'>;
    /** Destroy behavior. Default: `delete` for a created key, `release` for an adopted one. */
    readonly onDestroy?:
      | "delete"
      | "release"
      | "disable"
      | {
          /** Time for which the key works after a destroy, such as `72h`. */
          readonly expireAfter: string;
        };
  };

/** Names of the props that control the secret of a new key. */
type SecretProp = "secretInState" | "material" | "materialVersion" | "ageRecipients";

const ROLE: PropForm = {
  expected: "a role",
  fits: (value) => typeof value === "string" || (typeof value === "object" && value !== null && "id" in value),
  use: (value) => codeOf(value, "Developer"),
};

/** Form of the roles of a key: names, ids and roles. */
export const ROLES_FORM: PropForm = {
  ...listFormOf(ROLE, "a list of roles"),
  use: (value) => (typeof value === "string" ? `[${JSON.stringify(value)}]` : "[SystemRole.developer]"),
};

/** Forms of the props that are objects. */
const API_KEY_FORMS: PropForms = {
  roles: ROLES_FORM,
  rotation: {
    expected: "a rotation",
    fits: isPlainObject,
    use: (value) => `{ every: ${codeOf(value, "30d")}, overlap: "7d" }`,
  },
  adopt: { expected: "an existing key", fits: isPlainObject, use: (value) => `{ name: ${codeOf(value, "ci")} }` },
  material: {
    expected: "a key ID and a key secret",
    fits: (value) => typeof value === "object" && value !== null && "keyId" in value && "keySecret" in value,
    use: () => 'new KeyMaterial(this, "material")',
  },
};

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
  const isId = (role: RoleReference) => typeof role !== "string" || Token.isUnresolved(role) || isKnownIdForm(role);
  const ids = roles.filter(isId).map((role) => (typeof role === "string" ? role : role.id));
  const names = roles.filter((role): role is string => !isId(role));
  return {
    ...((ids.length > 0 || names.length === 0) && { assignedRoleIds: ids }),
    ...(names.length > 0 && { roleNames: names }),
  };
}

/**
 * A managed API key of ClickHouse Cloud. `ApiKey.adopt` adopts an existing key. `ApiKey.byName` and `ApiKey.byId` look
 * up an existing key without managing it.
 */
export class ApiKey extends managedClass("clickstack_api_key", apiKey, ExistingApiKey)<ApiKeyProps> {
  /** Looks up the API key that signs the requests of the run. */
  static readonly inUse = keyInUse;

  /** True if the state contains `keyId` and `keySecret` after an apply. */
  readonly hasSecretInState: boolean;

  constructor(scope: ConstructScope, id: string, props: ApiKeyProps) {
    // Terraform creates a new generation before it destroys the previous one, unless the author sets another lifecycle.
    const lifecycle = props?.rotation && { lifecycle: { createBeforeDestroy: true, ...props.lifecycle } };
    super(scope, id, props && { ...props, ...lifecycle });
    this.hasSecretInState = props?.secretInState === true;
    const { deprecated } = objectShapeOf(apiKey).fields.roles?.meta ?? {};
    if (props.legacyRoles && deprecated) {
      Annotations.of(this).addWarning(`legacyRoles: ${deprecated}`);
    }
  }

  protected override get forms(): PropForms {
    return API_KEY_FORMS;
  }

  protected override toDeclared(props: Omit<ApiKeyProps, keyof MetaArguments>): ApiKeyDeclaration {
    const { roles, legacyRoles, expireAt, rotation, onDestroy, material, materialVersion, ...fields } = props;
    return {
      ...fields,
      ...(roles && toDeclaredRoles(roles as readonly RoleReference[])),
      ...(legacyRoles && { roles: legacyRoles }),
      ...(expireAt !== undefined && { expireAt: typeof expireAt === "string" ? expireAt : expireAt.toISOString() }),
      ...(material && { keyIdWo: material.keyId, keySecretWo: material.keySecret }),
      ...(materialVersion !== undefined && { keyMaterialVersion: materialVersion }),
      ...(rotation && toDeclaredRotation(rotation as Rotation)),
      ...(onDestroy && (typeof onDestroy === "string" ? { onDestroy } : { expireAfter: onDestroy.expireAfter })),
    } as ApiKeyDeclaration;
  }

  /**
   * Adopts an existing key. Attributes that are not declared keep their values. A destroy releases the key unless
   * `onDestroy` is set.
   * @param scope the stack, or another construct
   * @param id id of the construct, unique in its scope
   * @param key the existing key: `{ name: "ci" }` or `{ id: "..." }`
   * @param props attributes to change. Default: none
   */
  static adopt(
    scope: ConstructScope,
    id: string,
    key: AdoptedKey,
    props: Omit<ApiKeyProps, "adopt" | "rotation" | SecretProp> = {},
  ): ApiKey {
    return new ApiKey(scope, id, { ...props, adopt: key });
  }

  /** The id of the key. It is not the key ID that signs requests. */
  override get id(): string {
    return super.id;
  }

  /** State of the key: `enabled` or `disabled`. */
  get state(): string {
    return this.getStringAttribute("state");
  }

  /** The last four characters of the key ID. */
  get keySuffix(): string {
    return this.getStringAttribute("key_suffix");
  }

  /** Time at which the key was created, in ISO 8601. */
  get createdAt(): string {
    return this.getStringAttribute("created_at");
  }

  /** Time of the next rotation, in ISO 8601. Null without `rotation.every`. */
  get rotateAt(): string {
    return this.getStringAttribute("rotate_at");
  }

  /** The key ID and key secret, encrypted to `ageRecipients`: an armored age file. It is safe to show in an output. */
  get encryptedSecret(): string {
    return this.getStringAttribute("encrypted_secret");
  }

  /** The key ID that signs requests. Sensitive, and known only with `secretInState`. */
  get keyId(): string {
    return this.getStringAttribute("key_id");
  }

  /** The key ID as a reference, for props that require a token object instead of a text. */
  get keyIdRef(): IResolvable {
    return this.interpolationForAttribute("key_id");
  }

  /** The key secret that signs requests. Sensitive, and known only with `secretInState`. */
  get keySecret(): string {
    return this.getStringAttribute("key_secret");
  }
}

type Moment = string | Date;

/** Props that filter the list of API keys. Without any, the list contains all keys. */
export type ApiKeysProps = Pick<ApiKeysDeclaration, "state" | "withoutIpRestriction"> & {
  /** Selects keys that expire before this time or have expired. Default: all keys. */
  readonly expiringBefore?: Moment;
  /** Selects keys that were neither used nor created since this time. Default: all keys. */
  readonly unusedSince?: Moment;
} & MetaArguments;

/** List of the API keys of the organization: `keys.observed.apiKeys`. */
export class ApiKeys extends LookUp<ApiKeysDeclaration> {
  constructor(scope: ConstructScope, id: string, props: ApiKeysProps = {}) {
    super(scope, id, { type: "clickstack_api_keys", schema: apiKeysLookup }, datesToTexts(props));
  }
}

const datesToTexts = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
