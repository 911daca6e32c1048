import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ObjectValue, Provider, Resource } from "../../../src/plugin";

const write = ({ file }: ObjectValue, { value_wo: value }: ObjectValue) => {
  mkdirSync(dirname(String(file)), { recursive: true });
  writeFileSync(String(file), String(value), { mode: 0o600 });
};

const secret: Resource<undefined> = {
  schema: {
    description: "A secret in the store.",
    attributes: {
      file: { type: "string", description: "Where the store keeps it.", required: true, requiresReplace: true },
      value_wo: { type: "string", description: "The secret.", optional: true, writeOnly: true },
      value_wo_version: { type: "string", description: "Write the secret again.", optional: true },
    },
  },
  create: async ({ plan, config }) => {
    write(plan, config);
    return { state: plan };
  },
  read: async ({ state }) => (readable(String(state.file)) ? { state } : null),
  update: async ({ plan, config }) => {
    write(plan, config);
    return { state: plan };
  },
  delete: async ({ state }) => rmSync(String(state.file), { force: true }),
};

function readable(file: string): boolean {
  try {
    return readFileSync(file).length > 0;
  } catch {
    return false;
  }
}

/** Imitates a secret store with a write-only argument, like Vault's provider. Each secret is in a separate file. */
export const storeProvider: Provider<undefined> = {
  schema: { description: "Imitation of a secret store.", attributes: {} },
  configure: async () => ({ session: undefined }),
  resources: { store_secret: secret },
};
