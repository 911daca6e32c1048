import { randomBytes } from "node:crypto";
import type { Provider, Resource } from "../../../src/plugin";

const nullResource: Resource<undefined> = {
  schema: {
    description: "Does nothing. Provisioners and `depends_on` hang on it.",
    attributes: {
      id: { type: "string", description: "A random number.", computed: true },
      triggers: {
        type: { map: "string" },
        description: "Any change here makes a new resource.",
        optional: true,
        requiresReplace: true,
      },
    },
  },
  create: async ({ plan }) => ({ state: { ...plan, id: String(randomBytes(8).readBigUInt64BE() >> 1n) } }),
  read: async ({ state }) => ({ state }),
  update: async ({ plan }) => ({ state: plan }),
  delete: async () => undefined,
  import: async ({ id }) => ({ state: { id } }),
};

/** Stub of hashicorp/null with only `null_resource`, and only the parts that `@cdktf/provider-null` uses. */
export const nullProvider: Provider<undefined> = {
  schema: { description: "Imitation of hashicorp/null.", attributes: {} },
  configure: async () => ({ session: undefined }),
  resources: { null_resource: nullResource },
};
