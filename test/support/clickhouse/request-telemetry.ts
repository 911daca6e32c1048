import type { GeneratedWeek } from "./generated-week";

/** Spans, logs and metrics of two services, with one fault for each alert of the packs of spans. */

export const REQUEST_FAULTS = ["slow requests", "failed requests", "no requests"] as const;

/** Requests of `checkout` and `cart` every 10 seconds. The faults have the service `checkout`. */
export async function createRequests(week: GeneratedWeek<(typeof REQUEST_FAULTS)[number]>): Promise<void> {
  const fault = (name: (typeof REQUEST_FAULTS)[number]) => `(service = 'checkout' AND ${week.during(name)})`;
  const services = { service: ["checkout", "cart"] };
  const failed = `(n % 200 = 0 OR (${fault("failed requests")} AND n % 2 = 0))`;
  await week.insert("otel_traces", {
    step: 10_000,
    each: services,
    columns: {
      Timestamp: "t",
      ServiceName: "service",
      SpanName: "n % 4 = 0 ? 'POST /pay' : 'GET /cart'",
      SpanKind: "'Server'",
      ResourceAttributes: "map('deployment.environment.name', 'production')",
      SpanAttributes: `map('http.response.status_code', ${failed} ? '500' : '200')`,
      // From 100 to 290 ms.
      Duration: `(100 + (n % 20) * 10) * 1000000 * (${fault("slow requests")} ? 10 : 1)`,
      StatusCode: `${failed} ? 'Error' : 'Ok'`,
    },
    where: `NOT ${fault("no requests")}`,
  });
  await week.insert("otel_traces", {
    step: 10_000,
    each: services,
    columns: {
      Timestamp: "t",
      ServiceName: "service",
      SpanName: "'SELECT orders'",
      SpanKind: "'Client'",
      ResourceAttributes: "map('deployment.environment.name', 'production')",
      Duration: "20000000",
      StatusCode: "'Ok'",
    },
  });
  await week.insert("otel_logs", {
    step: 600_000,
    each: { ...services, level: ["info", "error"] },
    columns: {
      Timestamp: "t",
      ServiceName: "service",
      SeverityText: "level",
      SeverityNumber: "level = 'error' ? 17 : 9",
      Body: "concat(level, ' ', service)",
      ResourceAttributes: "map('deployment.environment.name', 'production')",
    },
  });
  await week.gauge("k8s.pod.cpu_limit_utilization", {
    each: { pod: ["checkout-1", "checkout-2"] },
    resource: {
      "k8s.pod.name": "pod",
      "k8s.deployment.name": "'checkout'",
      "deployment.environment": "'production'",
    },
    value: "pod = 'checkout-1' ? 0.4 : 0.7",
  });
}

export const DATABASE_FAULTS = ["slow queries", "failed queries"] as const;

/** Queries of two services on the database `orders` every 10 seconds, with old and new names of attributes. */
export async function createQueries(week: GeneratedWeek<(typeof DATABASE_FAULTS)[number]>): Promise<void> {
  const failed = `(n % 200 = 0 OR (${week.during("failed queries")} AND n % 2 = 0))`;
  const select = "n % 4 != 0";
  await week.insert("otel_traces", {
    step: 10_000,
    each: { service: ["billing", "shipping"] },
    columns: {
      Timestamp: "t",
      ServiceName: "service",
      SpanName: `${select} ? 'SELECT orders' : 'INSERT orders'`,
      SpanKind: "'Client'",
      SpanAttributes: `map(
        service = 'billing' ? 'db.system.name' : 'db.system', 'postgresql',
        service = 'billing' ? 'db.namespace' : 'db.name', 'orders',
        service = 'billing' ? 'db.operation.name' : 'db.operation', ${select} ? 'SELECT' : 'INSERT',
        'db.response.status_code', ${failed} ? '57014' : '')`,
      // From 1 to 20 ms.
      Duration: `(1 + n % 20) * 1000000 * (${week.during("slow queries")} ? 100 : 1)`,
      StatusCode: `${failed} ? 'Error' : 'Unset'`,
    },
  });
}

export const QUEUE_FAULTS = ["slow consumer", "failing consumer", "no consumer", "waiting messages"] as const;

/**
 * Messages of the topic `orders` every 10 seconds. The service `checkout-api` sends them, and `mailer` processes them.
 * Two queues of RabbitMQ have only metrics.
 */
export async function createMessages(week: GeneratedWeek<(typeof QUEUE_FAULTS)[number]>): Promise<void> {
  const failed = `(kind = 'process' AND (n % 200 = 0 OR (${week.during("failing consumer")} AND n % 2 = 0)))`;
  await week.insert("otel_traces", {
    step: 10_000,
    each: { kind: ["send", "process"] },
    columns: {
      Timestamp: "t",
      ServiceName: "kind = 'send' ? 'checkout-api' : 'mailer'",
      SpanName: "concat(kind, ' orders')",
      SpanKind: "kind = 'send' ? 'Producer' : 'Consumer'",
      SpanAttributes:
        "map('messaging.system', 'kafka', 'messaging.destination.name', 'orders', 'messaging.operation.type', kind)",
      // From 100 ms to 2 s.
      Duration: `(1 + n % 20) * 100000000 * (${week.during("slow consumer")} ? 100 : 1)`,
      StatusCode: `${failed} ? 'Error' : 'Unset'`,
    },
    where: `kind = 'send' OR NOT ${week.during("no consumer")}`,
  });
  await week.gauge("kafka.consumer_group.lag_sum", {
    each: { consumers: ["mail", "audit"] },
    attributes: { group: "consumers", topic: "'orders'" },
    value: `if(consumers = 'mail' AND ${week.during("waiting messages")}, 5000, 20)`,
  });
  await week.gauge("rabbitmq_queue_messages_ready", {
    each: { queue: ["jobs", "mails"] },
    attributes: { queue: "queue" },
    value: `if(queue = 'jobs' AND ${week.during("waiting messages")}, 5000, 30)`,
  });
}
