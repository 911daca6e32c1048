import type { Provider, Resource } from "../../../src/plugin";

const TYPES = [
  "clickhouse_clickstack_dashboard",
  "clickhouse_clickstack_alert",
  "clickhouse_clickstack_saved_search",
  "clickhouse_clickstack_webhook",
  "clickhouse_clickstack_source",
  "clickhouse_clickstack_connection",
  "clickhouse_api_key",
];

const refuse = async (): Promise<never> => {
  throw new Error("The vendor's provider is asked for nothing when its resources are moved away.");
};

const resource: Resource<undefined> = {
  schema: {
    description: "A resource of the vendor.",
    attributes: { id: { type: "string", description: "Its id.", computed: true } },
  },
  create: refuse,
  read: refuse,
  update: refuse,
  delete: refuse,
};

/** Stub of ClickHouse/clickhouse for states that contain its name. Every operation fails with a clear message. */
export const clickHouseProvider: Provider<undefined> = {
  schema: { description: "Imitation of ClickHouse/clickhouse.", attributes: {} },
  configure: async () => ({ session: undefined }),
  resources: Object.fromEntries(TYPES.map((type) => [type, resource])),
};
