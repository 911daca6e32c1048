import type { Construct } from "constructs";
import type { z } from "zod";
import { apiKeyLookup } from "../schema/api-key-lookup";
import { NamedLookUp } from "./look-up";
import { byIdOnce, byNameOnce, lookUpOnce, type ProviderOption } from "./look-up-once";
import type { MetaArguments } from "./meta-arguments";

type Declaration = Pick<z.input<typeof apiKeyLookup>, "id" | "name" | "inUse">;

/** How an API key is found: by `id`, by `name`, or with `inUse` the one that runs this. */
export type ExistingApiKeyProps = Declaration & MetaArguments;

/** An API key of ClickHouse Cloud that this program does not manage. */
export class ExistingApiKey extends NamedLookUp<typeof apiKeyLookup> {
  constructor(scope: Construct, id: string, props: ExistingApiKeyProps) {
    super(scope, id, { type: "clickstack_api_key", schema: apiKeyLookup }, props);
  }

  /** The key with this name. The plan fails with the names that exist when there is none, and when several have it. */
  static byName(scope: Construct, name: string, options: ProviderOption = {}): ExistingApiKey {
    return byNameOnce(scope, "api-key", name, options, ExistingApiKey);
  }

  /** The key with this id of its record. */
  static byId(scope: Construct, keyRecordId: string, options: ProviderOption = {}): ExistingApiKey {
    return byIdOnce(scope, "api-key", keyRecordId, options, ExistingApiKey);
  }

  /** The key that signs the requests of the run. */
  static inUse(scope: Construct, options: ProviderOption = {}): ExistingApiKey {
    const asked = { which: "in use", provider: options.provider?.node.path };
    return lookUpOnce(scope, "api-key", asked, (id) => new ExistingApiKey(scope, id, { inUse: true, ...options }));
  }
}
