import type { ResourceType } from "../resource-type";
import { apiKeyApi } from "./api";
import { apiKeyDataSource, apiKeysDataSource } from "./data-source";
import { apiKey, apiKeyLookup, apiKeysLookup, temporaryKey } from "./declaration";
import { apiKeys } from "./key-collection";
import { movedKey } from "./mapping";
import { apiKeyResource } from "./resource";
import { keyMaterial } from "./secret/declaration";
import { keyMaterialEphemeral, temporaryKeyEphemeral } from "./temporary-key";

export const apiKeyType = {
  type: "clickstack_api_key",
  api: apiKeyApi,
  member: "apiKeys",
  part: () => apiKeys,
  declaration: () => apiKey,
  resource: () => apiKeyResource,
  construct: "ApiKey",
  dataSources: {
    clickstack_api_key: { construct: "ExistingApiKey", declaration: () => apiKeyLookup },
    clickstack_api_keys: { construct: "ApiKeys", declaration: () => apiKeysLookup },
  },
  lookUps: () => ({ one: apiKeyDataSource, all: apiKeysDataSource }),
  ephemeralResources: {
    clickstack_api_key: {
      declaration: () => temporaryKey,
      handlers: () => temporaryKeyEphemeral,
      construct: "TemporaryApiKey",
      details:
        "Every plan and every apply creates a separate key, so the key that runs them requires the permission to create keys. The key of a killed run expires. Requires Terraform 1.10 or OpenTofu 1.11, or newer. See [API keys](../guides/api-keys.md#a-key-for-one-run).",
    },
    clickstack_key_material: {
      declaration: () => keyMaterial,
      handlers: () => keyMaterialEphemeral,
      construct: "KeyMaterial",
      details:
        "The server receives them only when a resource creates a key with them. Requires Terraform 1.11 or OpenTofu 1.11, or newer.",
    },
  },
  movedState: (source) => movedKey(source),
  shortNoun: "key",
  hasUniqueNames: true,
  importedByDefault: true,
  subcategory: "ClickHouse Cloud",
  details:
    "The argument `adopt` adopts an existing key. API keys are in ClickHouse Cloud only. [API keys](../guides/api-keys.md) explains roles, addresses and rotation, and [Secrets](../guides/secrets.md) explains where the secret of a new key is stored.",
  importNote:
    "The imported key is adopted, so declare it with `adopt`. Its secret cannot be read. If `adopt` contains the same id, the next plan is empty. If it contains the name, the plan only shows a change of `adopt`. `adopt` also works without an import.",
  inTypeScript: {
    rotateEvery: "`rotation.every`",
    overlap: "`rotation.overlap`",
    keepers: "`rotation.keepers`",
    expireAfter: "`onDestroy: { expireAfter }`",
  },
} as const satisfies ResourceType;
