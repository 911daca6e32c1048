import { Webhook } from "../../../src";
import { DatabaseClient, type DatabaseClientProps, MessageQueue, type MessageQueueProps } from "../../../src/packs";
import { type StackJson, synthesized } from "../../support/constructs/synthesize";

type Scope = ConstructorParameters<typeof DatabaseClient>[0];

const TRACES = "66f000000000000000000001";
const METRICS = "66f000000000000000000003";
const WEBHOOK = "66f000000000000000000004";

const shared = (stack: Scope) => ({ traces: TRACES, notify: [Webhook.byId(stack, WEBHOOK)] });

/** Returns the title, the configurations of the tiles, and the alerts by name. */
function declared(create: (stack: Scope) => void) {
  const { resource = {} }: StackJson = synthesized(create);
  const [dashboard] = Object.values(resource.clickstack_dashboard ?? {});
  const tiles = Object.entries(dashboard?.tiles as Record<string, { config: Record<string, unknown> }>);
  const alerts = Object.values(resource.clickstack_alert ?? {}).map((alert) => [String(alert.name), alert]);
  return {
    name: dashboard?.name,
    tiles: Object.fromEntries(tiles.map(([key, { config }]) => [key, config])),
    alerts: Object.fromEntries(alerts) as Record<string, Record<string, unknown>>,
  };
}

const database = (props: Partial<DatabaseClientProps> = {}) =>
  declared((stack) => new DatabaseClient(stack, "pack", { ...shared(stack), ...props }));

const queue = (props: Partial<MessageQueueProps> = {}) =>
  declared((stack) => new MessageQueue(stack, "pack", { ...shared(stack), ...props }));

describe("the pack of databases", () => {
  test("has tiles and alerts for the client spans of all databases", () => {
    const { name, tiles, alerts } = database();
    expect(name).toBe("Database: Any database");
    expect(Object.keys(tiles).sort()).toEqual(
      ["slow", "errors", "traffic", "latency", "operations", "failures", "queries", "callers"].sort(),
    );
    expect(alerts).toMatchObject({
      "Any database is slow": { threshold: 500 },
      "Any database fails": { threshold: 5 },
    });
  });

  test("restricts the spans to a product, a database and a service by new and old attributes", () => {
    const { name, tiles } = database({ system: "postgresql", namespace: "orders", service: "checkout" });
    expect(name).toBe("Database: orders of checkout");
    const [{ where = "" } = {}] = (tiles.traffic?.select ?? []) as { where?: string }[];
    expect(where.split(" AND ")).toEqual([
      "ServiceName = 'checkout'",
      "SpanKind = 'Client'",
      "if(SpanAttributes['db.system.name'] != '', SpanAttributes['db.system.name'], SpanAttributes['db.system']) = 'postgresql'",
      "if(SpanAttributes['db.namespace'] != '', SpanAttributes['db.namespace'], SpanAttributes['db.name']) = 'orders'",
    ]);
  });

  test("opens the dashboard of a caller by its name", () => {
    const { tiles } = database({ links: { callers: { name: "HTTP: {{ServiceName}}" } } });
    expect(tiles.callers?.on_click).toEqual({
      type: "dashboard",
      target: { mode: "template", template: "HTTP: {{ServiceName}}" },
    });
    expect(tiles.queries?.on_click).toMatchObject({ type: "search", where_language: "sql" });
  });
});

describe("the pack of message queues", () => {
  test("has no tile and no alert for the lag if it has no source of metrics", () => {
    const { name, tiles, alerts } = queue();
    expect(name).toBe("Queue: Any queue");
    expect(Object.keys(tiles).sort()).toEqual(
      ["slow", "errors", "sent", "processed", "operations", "latency", "destinations", "consumers"].sort(),
    );
    expect(Object.keys(alerts).sort()).toEqual(["Any queue fails", "Any queue is slow"]);
  });

  test("watches the lag of each consumer group of a topic", () => {
    const { tiles, alerts } = queue({ metrics: METRICS, destination: "orders" });
    expect(tiles.lag).toMatchObject({
      group_by: "Attributes['group']",
      select: [
        { metric_name: "kafka.consumer_group.lag_sum", metric_type: "gauge", where: "Attributes['topic'] = 'orders'" },
      ],
    });
    expect(alerts["orders has waiting messages"]).toMatchObject({ threshold: 1000, num_consecutive_windows: 3 });
  });

  test("watches the ready messages of each queue of RabbitMQ", () => {
    const { tiles } = queue({ metrics: METRICS, system: "rabbitmq" });
    expect(tiles.lag).toMatchObject({
      group_by: "Attributes['queue']",
      select: [{ metric_name: "rabbitmq_queue_messages_ready", metric_type: "gauge" }],
    });
  });

  test("refuses a changed alert on the lag if it has no source of metrics", () => {
    expect(() => queue({ alerts: { lag: { threshold: 5 } } })).toThrow(
      'alerts.lag: The alert watches the tile "lag", which requires a source that is not set.',
    );
  });
});
