import * as z from "zod";
import { computed } from "./field";
import { idAndName, idOrName } from "./id-or-name";
import { withRules } from "./rule";

const connectionFacts = {
  host: computed("The address of ClickHouse, or of a Prometheus endpoint.", z.string()),
  username: computed("The user that queries run as.", z.string()),
  hyperdxSettingPrefix: computed("The prefix of the settings that HyperDX passes to ClickHouse.", z.string()),
  isPrometheusEndpoint: computed("Whether the host speaks PromQL instead of SQL.", z.boolean()),
};

/** One connection, found by id or by name (docs/internals/api-behavior.md 3.14). */
export const connectionLookup = withRules(z.object({ ...idAndName("connection"), ...connectionFacts }), idOrName);

const listedConnection = z.object({
  id: computed("The connection's id.", z.string()),
  name: computed("The connection's name.", z.string()),
  ...connectionFacts,
});

/** All connections. */
export const connectionsLookup = z.object({
  connections: computed("The connections.", z.array(listedConnection)),
});
