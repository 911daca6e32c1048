import type { Provider, Resource } from "../../../src/plugin";

const secret: Resource<undefined> = {
  schema: {
    description: "A secret in a key-value store, version 2.",
    attributes: {
      mount: { type: "string", description: "Where the store is mounted.", required: true },
      name: { type: "string", description: "The secret's path.", required: true },
      data_json_wo: { type: "string", description: "The secret, as JSON.", optional: true, writeOnly: true },
      data_json_wo_version: { type: "number", description: "Writes the secret again.", optional: true },
    },
  },
  create: async ({ plan }) => ({ state: plan }),
  read: async ({ state }) => ({ state }),
  update: async ({ plan }) => ({ state: plan }),
  delete: async () => undefined,
};

/** Imitates the parts of hashicorp/vault that the guides use. */
export const vaultProvider: Provider<undefined> = {
  schema: { description: "Imitation of hashicorp/vault.", attributes: {} },
  configure: async () => ({ session: undefined }),
  resources: { vault_kv_secret_v2: secret },
};
