import type { Construct } from "constructs";
import type { z } from "zod";
import { objectShapeOf } from "../declaration/shape";
import { apiKeysLookup } from "../resources/api-key/declaration";
import { apiKey } from "../resources/declarations";
import { type AdoptedKey, API_KEY_PROP_NAMES, type ApiKeyProps, type SecretProp, toDeclaredKey } from "./api-key-props";
import type { MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { ExistingApiKey, keyInUse } from "./existing";
import { Annotations, type IResolvable, type TerraformResourceLifecycle } from "./framework";
import { byId, byName, LookUp } from "./look-up";

/**
 * A managed API key of ClickHouse Cloud. `ApiKey.adopt` adopts an existing key. `ApiKey.byName` and `ApiKey.byId` look
 * up an existing key without managing it.
 */
export class ApiKey extends DeclaredResource<"clickstack_api_key", ApiKeyProps> {
  /** Looks up an existing API key by its name. */
  static readonly byName = byName(ExistingApiKey);
  /** Looks up an existing API key by its id. */
  static readonly byId = byId(ExistingApiKey);
  /** Looks up the API key that signs the requests of the run. */
  static readonly inUse = keyInUse;

  /** True if the state contains `keyId` and `keySecret` after an apply. */
  readonly hasSecretInState: boolean;

  constructor(scope: Construct, id: string, props: ApiKeyProps) {
    super(
      scope,
      id,
      { type: "clickstack_api_key", schema: apiKey, propNames: API_KEY_PROP_NAMES },
      { ...props, ...(props.rotation && { lifecycle: createBeforeDestroy(props.lifecycle) }) },
      toDeclaredKey,
    );
    this.hasSecretInState = props.secretInState === true;
    const { deprecated } = objectShapeOf(apiKey).fields.roles?.meta ?? {};
    if (props.legacyRoles && deprecated) {
      Annotations.of(this).addWarning(`legacyRoles: ${deprecated}`);
    }
  }

  /**
   * Adopts an existing key. Attributes that are not declared keep their values. A destroy releases the key unless
   * `onDestroy` is set.
   */
  static adopt(
    scope: Construct,
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

/** Creates a new generation before the previous one is destroyed, unless the author sets another lifecycle. */
function createBeforeDestroy(lifecycle: TerraformResourceLifecycle | undefined): TerraformResourceLifecycle {
  return { createBeforeDestroy: true, ...lifecycle };
}

type Moment = string | Date;

/** Props that filter the list of API keys. Without any, the list contains all keys. */
export type ApiKeysProps = Pick<z.input<typeof apiKeysLookup>, "state" | "withoutIpRestriction"> & {
  /** Selects keys that expire before this time or have expired. */
  readonly expiringBefore?: Moment;
  /** Selects keys that were neither used nor created since this time. */
  readonly unusedSince?: Moment;
} & MetaArguments;

/** List of the API keys of the organization: `keys.observed.apiKeys`. */
export class ApiKeys extends LookUp<typeof apiKeysLookup> {
  constructor(scope: Construct, id: string, props: ApiKeysProps = {}) {
    super(scope, id, { type: "clickstack_api_keys", schema: apiKeysLookup }, props, datesToTexts);
  }
}

const datesToTexts = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
