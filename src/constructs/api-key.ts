import type { Construct } from "constructs";
import type { z } from "zod";
import { objectShapeOf } from "../declaration/shape";
import { apiKeysLookup } from "../resources/api-key/declaration";
import { apiKey } from "../resources/declarations";
import { type AdoptedKey, API_KEY_PROP_NAMES, type ApiKeyProps, declaredKeyOf, type SecretProp } from "./api-key-props";
import type { MetaArguments } from "./declared";
import { DeclaredResource } from "./declared-resource";
import { ExistingApiKey, keyInUse } from "./existing";
import { Annotations, type IResolvable, type TerraformResourceLifecycle } from "./framework";
import { byId, byName, LookUp } from "./look-up";

/** An API key of ClickHouse Cloud: created, or an existing one adopted. */
export class ApiKey extends DeclaredResource<"clickstack_api_key", ApiKeyProps> {
  /** Looks up an existing API key by its name. */
  static readonly byName = byName(ExistingApiKey);
  /** Looks up an existing API key by its id. */
  static readonly byId = byId(ExistingApiKey);
  /** Looks up the API key that signs the requests of this run. */
  static readonly inUse = keyInUse;

  /** Whether `keyId` and `keySecret` are known after an apply. */
  readonly hasSecretInState: boolean;

  constructor(scope: Construct, id: string, props: ApiKeyProps) {
    super(
      scope,
      id,
      { type: "clickstack_api_key", schema: apiKey, propNames: API_KEY_PROP_NAMES },
      { ...props, ...(props.rotation && { lifecycle: createdFirst(props.lifecycle) }) },
      declaredKeyOf,
    );
    this.hasSecretInState = props.secretInState === true;
    const { deprecated } = objectShapeOf(apiKey).fields.roles?.meta ?? {};
    if (props.legacyRoles && deprecated) {
      Annotations.of(this).addWarning(`legacyRoles: ${deprecated}`);
    }
  }

  /**
   * Takes an existing key under management. What is not declared stays as it is; a destroy releases it unless
   * `onDestroy` says otherwise.
   */
  static adopt(
    scope: Construct,
    id: string,
    key: AdoptedKey,
    props: Omit<ApiKeyProps, "adopt" | "rotation" | SecretProp> = {},
  ): ApiKey {
    return new ApiKey(scope, id, { ...props, adopt: key });
  }

  /** The id of the key's record. Not the key ID that signs requests. */
  override get id(): string {
    return super.id;
  }

  /** Whether the key works: `enabled` or `disabled`. */
  get state(): string {
    return this.getStringAttribute("state");
  }

  /** The last four characters of the key ID. */
  get keySuffix(): string {
    return this.getStringAttribute("key_suffix");
  }

  /** When the key was created, in ISO 8601. */
  get createdAt(): string {
    return this.getStringAttribute("created_at");
  }

  /** When the key is due to be replaced, in ISO 8601. Null without `rotation.every`. */
  get rotateAt(): string {
    return this.getStringAttribute("rotate_at");
  }

  /** The key ID and key secret, encrypted to `ageRecipients`: an armored age file, which may stand in an output. */
  get encryptedSecret(): string {
    return this.getStringAttribute("encrypted_secret");
  }

  /** The key ID that signs requests; sensitive. Known with `secretInState`. */
  get keyId(): string {
    return this.getStringAttribute("key_id");
  }

  /** A reference to the key ID that signs requests, for what takes references rather than texts. */
  get keyIdRef(): IResolvable {
    return this.interpolationForAttribute("key_id");
  }

  /** The key secret that signs requests; sensitive. Known with `secretInState`. */
  get keySecret(): string {
    return this.getStringAttribute("key_secret");
  }
}

/** A new generation comes before the old one goes, unless the author wants it otherwise. */
function createdFirst(lifecycle: TerraformResourceLifecycle | undefined): TerraformResourceLifecycle {
  return { createBeforeDestroy: true, ...lifecycle };
}

type Moment = string | Date;

/** How keys are listed: all of them, or those that everything given applies to. */
export type ApiKeysProps = Pick<z.input<typeof apiKeysLookup>, "state" | "withoutIpRestriction"> & {
  /** Lists keys that expire before this moment, or have expired. */
  readonly expiringBefore?: Moment;
  /** Lists keys that were not used at or after this moment, nor created then. */
  readonly unusedSince?: Moment;
} & MetaArguments;

/** The API keys of the organization, all or some of them: `keys.observed.apiKeys`. */
export class ApiKeys extends LookUp<typeof apiKeysLookup> {
  constructor(scope: Construct, id: string, props: ApiKeysProps = {}) {
    super(scope, id, { type: "clickstack_api_keys", schema: apiKeysLookup }, props, instantsAsText);
  }
}

const instantsAsText = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
