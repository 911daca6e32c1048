import { App, TerraformStack } from "cdktf";
import { ClickStackProvider, Connection, Source, Webhook } from "../../src";
import type { Contents } from "../../src/cli/project/contents/contents";
import { contentsOfConfiguration } from "../../src/cli/project/contents/from-code";
import { ClickHouseServer, DatabaseClient, Hosts, HttpService, Kubernetes, MessageQueue } from "../../src/packs";
import { configurationOf } from "../../src/testing/configuration";

/** Pictures of packs, with the titles of their dashboards. */
export const PACK_PICTURES = {
  "pack-http.svg": "HTTP: checkout",
  "pack-database.svg": "Database: orders",
  "pack-queue.svg": "Queue: orders",
  "pack-hosts.svg": "Hosts: web-%",
  "pack-kubernetes.svg": "Kubernetes: production",
  "pack-clickhouse.svg": "ClickHouse: Server",
} as const;

/** Returns the configuration of a stack with one of each pack. */
export function configurationOfPacks() {
  const stack = new TerraformStack(new App(), "packs");
  new ClickStackProvider(stack, "clickstack");
  const traces = Source.byName(stack, "Traces");
  const logs = Source.byName(stack, "Logs");
  const metrics = Source.byName(stack, "Metrics");
  const notify = [Webhook.byName(stack, "Slack oncall")];
  new HttpService(stack, "http", { notify, service: "checkout", traces, logs, metrics });
  new DatabaseClient(stack, "database", { notify, traces, namespace: "orders" });
  new MessageQueue(stack, "queue", { notify, traces, metrics, destination: "orders" });
  const slo = { objective: 0.99 };
  const hosts = { name: "Hosts: {{host}}" };
  new Hosts(stack, "hosts", { notify, metrics, hosts: "web-%", slo, links: { hosts } });
  new Kubernetes(stack, "kubernetes", { notify, metrics, logs, cluster: "production", slo });
  const connection = Connection.byName(stack, "Default");
  const queries = Source.byName(stack, "Queries");
  new ClickHouseServer(stack, "clickhouse", { notify, connection, slo: { ...slo, queries } });
  return configurationOf(stack);
}

const SOURCES = new Map(["Traces", "Logs", "Metrics", "Queries"].map((name) => [name.toLowerCase(), name]));

/** Returns the contents of the stack. The names of sources replace the references to them, because a query needs an id. */
export function contentsOfPacks(): Contents {
  const json = JSON.stringify(configurationOfPacks());
  const named = json.replaceAll(/\$\{data\.clickstack_source\.source-(\w+)\.id\}/g, "$1");
  return { ...contentsOfConfiguration(JSON.parse(named)), sourceName: (id) => SOURCES.get(id) };
}
