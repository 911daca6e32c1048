import { ClickHouseServer, DatabaseClient, Hosts, HttpService, Kubernetes, MessageQueue } from "../../../src/packs";

type Scope = ConstructorParameters<typeof HttpService>[0];

interface Ids {
  readonly traces: string;
  readonly logs: string;
  readonly metrics: string;
  readonly connection: string;
  readonly webhook: string;
}

/** Creates one of each pack, with all tiles and alerts. Packs of metrics and queries also have links and an objective. */
export function createPacks(scope: Scope, { webhook, connection, ...sources }: Ids): void {
  const { traces, logs, metrics } = sources;
  const shared = { notify: [{ type: "webhook", webhookId: webhook }] as const, environment: "production" };
  const few = { silent: { threshold: 10 } };
  new HttpService(scope, "http", {
    ...shared,
    ...sources,
    service: "checkout",
    alerts: few,
    links: { calls: new DatabaseClient(scope, "database", { ...shared, traces, namespace: "orders" }) },
  });
  new MessageQueue(scope, "queue", {
    ...shared,
    traces,
    metrics,
    destination: "orders",
    alerts: few,
    links: { consumers: { name: "HTTP: {{ServiceName}}" } },
  });
  const slo = { objective: 0.99 };
  new Hosts(scope, "hosts", {
    ...{ ...shared, slo, metrics, hosts: "web-%", alerts: { missing: { threshold: 3 } } },
    links: { hosts: { name: "Hosts: {{host}}" } },
  });
  new Kubernetes(scope, "kubernetes", { ...shared, logs, metrics, slo, cluster: "prod", namespace: "shop" });
  const { notify } = shared;
  new ClickHouseServer(scope, "clickhouse", {
    ...{ notify, connection, cluster: "default" },
    slo: { ...slo, queries: logs },
  });
}
