import type { Construct } from "constructs";
import type { z } from "zod";
import { apiKeyLookup, apiKeysLookup } from "../schema/api-key-lookup";
import { LookUp, NamedLookUp } from "./look-up";
import { byIdOnce, byNameOnce, lookUpOnce, type ProviderOption } from "./look-up-once";
import type { MetaArguments } from "./meta-arguments";

/** How a key is found: by `id`, by `name`, or with `inUse` the one that runs this. */
export type ExistingApiKeyProps = Pick<z.input<typeof apiKeyLookup>, "id" | "name" | "inUse"> & MetaArguments;

/** An API key of the organization that this program does not manage. `ApiKey.adopt` manages it. */
export class ExistingApiKey extends NamedLookUp<typeof apiKeyLookup> {
  constructor(scope: Construct, id: string, props: ExistingApiKeyProps) {
    super(scope, id, { type: "clickstack_api_key", schema: apiKeyLookup }, props);
  }

  /** The key with this name. The plan fails with the names that exist when there is none. */
  static byName(scope: Construct, name: string, options: ProviderOption = {}): ExistingApiKey {
    return byNameOnce(scope, "api-key", name, options, ExistingApiKey);
  }

  /** The key with this id of its record. */
  static byId(scope: Construct, keyId: string, options: ProviderOption = {}): ExistingApiKey {
    return byIdOnce(scope, "api-key", keyId, options, ExistingApiKey);
  }

  /** The key that signs the requests of a run. */
  static inUse(scope: Construct, options: ProviderOption = {}): ExistingApiKey {
    return lookUpOnce(
      scope,
      "api-key",
      { inUse: "in use", provider: options.provider?.node.path },
      (id) => new ExistingApiKey(scope, id, { inUse: true, ...options }),
    );
  }
}

/** Which keys are listed: those that everything given applies to. */
export type ApiKeysProps = Pick<
  z.input<typeof apiKeysLookup>,
  "state" | "expiringBefore" | "unusedSince" | "withoutIpRestriction"
> &
  MetaArguments;

/** API keys of the organization, all or some of them: `keys.observed.apiKeys`. */
export class ApiKeys extends LookUp<typeof apiKeysLookup> {
  constructor(scope: Construct, id: string, props: ApiKeysProps = {}) {
    super(scope, id, { type: "clickstack_api_keys", schema: apiKeysLookup }, props);
  }
}
