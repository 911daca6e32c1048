import type { ResourceType } from "../resource-type";
import { apiKeyApi } from "./api";

export const apiKeyType = {
  type: "clickstack_api_key",
  api: apiKeyApi,
  collection: ({ apiKeys }) => apiKeys,
  declaration: () => (require("./declaration") as typeof import("./declaration")).apiKey,
  resource: () => (require("./resource") as typeof import("./resource")).apiKeyResource,
  dataSources: {
    clickstack_api_key: () => (require("./data-source") as typeof import("./data-source")).apiKeyDataSource,
    clickstack_api_keys: () => (require("./data-source") as typeof import("./data-source")).apiKeysDataSource,
  },
  movedState: (source) => (require("./state") as typeof import("./state")).movedKey(source),
  ephemeralResources: {
    clickstack_api_key: () => (require("./ephemeral") as typeof import("./ephemeral")).temporaryKeyEphemeral,
    clickstack_key_material: () => (require("./secrets") as typeof import("./secrets")).keyMaterialEphemeral,
  },
  shortNoun: "key",
  hasUniqueNames: true,
  importedByDefault: true,
} as const satisfies ResourceType;
