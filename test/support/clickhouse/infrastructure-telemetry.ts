import type { GeneratedWeek } from "./generated-week";

/** Telemetry of hosts, of a Kubernetes cluster and of ClickHouse servers, with one fault for each alert of their packs. */

export const HOST_FAULTS = [
  "busy CPUs",
  "full memory",
  "full file system",
  "high load",
  "lost packets",
  "silent host",
] as const;

const HOSTS = ["db-1", "web-1", "web-2"];

/** Metrics of three hosts with two CPUs each. The faults have the host `web-1`. */
export async function createHosts(week: GeneratedWeek<(typeof HOST_FAULTS)[number]>): Promise<void> {
  const fault = (name: (typeof HOST_FAULTS)[number]) => `(host = 'web-1' AND ${week.during(name)})`;
  const shared = {
    resource: { "host.name": "host", "deployment.environment.name": "'production'" },
    where: `NOT ${fault("silent host")}`,
  };
  await week.gauge("system.cpu.utilization", {
    ...shared,
    each: { host: HOSTS, cpu: ["cpu0", "cpu1"], state: ["user", "system", "wait", "idle"] },
    attributes: { cpu: "cpu", state: "state" },
    value: `multiIf(state = 'user', if(${fault("busy CPUs")}, 0.9, isDay ? 0.5 : 0.1), state = 'idle', if(${fault("busy CPUs")}, 0, isDay ? 0.4 : 0.8), 0.05)`,
  });
  await week.gauge("system.cpu.load_average.1m", {
    ...shared,
    each: { host: HOSTS },
    value: `if(${fault("high load")}, 5, isDay ? 1.5 : 0.5)`,
  });
  await week.gauge("system.memory.utilization", {
    ...shared,
    each: { host: HOSTS, state: ["used", "cached"] },
    attributes: { state: "state" },
    value: `if(state = 'used', if(${fault("full memory")}, 0.97, host = 'db-1' ? 0.8 : 0.5), 0.02)`,
  });
  await week.gauge("system.filesystem.utilization", {
    ...shared,
    each: { host: HOSTS, mount: ["/", "/data", "/run"] },
    attributes: { mountpoint: "mount", mode: "'rw'", type: "mount = '/run' ? 'tmpfs' : 'ext4'" },
    value: `if(mount = '/run', 1, if(mount = '/data' AND ${fault("full file system")}, 0.98, mount = '/' ? 0.4 : 0.6))`,
  });
  const traffic = { ...shared, each: { host: HOSTS, direction: ["receive", "transmit"] }, step: 60_000 };
  const direction = { direction: "direction" };
  await week.counter("system.network.io", { ...traffic, attributes: direction, value: "isDay ? 2000 : 500" });
  await week.counter("system.network.packets", { ...traffic, attributes: direction, value: "isDay ? 1000 : 250" });
  await week.counter("system.network.errors", {
    ...traffic,
    attributes: direction,
    value: `if(${fault("lost packets")}, 50, n % 10 = 0 ? 1 : 0)`,
  });
  await week.counter("system.disk.io", {
    ...shared,
    each: { host: HOSTS, direction: ["read", "write"] },
    attributes: direction,
    value: "direction = 'read' ? 4096 : 1024",
  });
}

export const KUBERNETES_FAULTS = [
  "crash loop",
  "pending pod",
  "unready node",
  "missing pods",
  "full volume",
  "full pod memory",
] as const;

/** Metrics and events of a cluster with two nodes and two deployments of two pods. */
export async function createKubernetes(week: GeneratedWeek<(typeof KUBERNETES_FAULTS)[number]>): Promise<void> {
  const cluster = { "k8s.cluster.name": "'prod'" };
  const pod = { ...cluster, "k8s.namespace.name": "'shop'", "k8s.pod.name": "pod" };
  const pods = { pod: ["cart-1", "cart-2", "pay-1", "pay-2"] };
  const fault = (name: (typeof KUBERNETES_FAULTS)[number], where = "1") => `(${week.during(name)} AND ${where})`;
  await week.gauge("k8s.node.condition_ready", {
    each: { node: ["node-1", "node-2"] },
    resource: { ...cluster, "k8s.node.name": "node" },
    value: `if(${fault("unready node", "node = 'node-2'")}, 0, 1)`,
  });
  await week.gauge("k8s.pod.phase", {
    each: pods,
    resource: pod,
    value: `if(${fault("pending pod", "pod = 'pay-2'")}, 1, 2)`,
  });
  // In the fault, the container restarts once in 5 minutes. In the normal week, it restarts once a day.
  const restarts = `if(${week.during("crash loop")}, n, intDiv(n, 288))`;
  await week.gauge("k8s.container.restarts", {
    each: pods,
    resource: {
      ...pod,
      "k8s.container.name": "'main'",
      "container.id": `if(pod = 'pay-1', toString(${restarts}), 'first')`,
    },
    value: `if(pod = 'pay-1', ${restarts}, 0)`,
  });
  for (const [name, resource] of [
    ["cpu", 0.3],
    ["memory", 0.6],
  ] as const) {
    await week.gauge(`k8s.pod.${name}_limit_utilization`, {
      each: pods,
      resource: { ...pod, "k8s.deployment.name": "splitByChar('-', pod)[1]" },
      value: name === "memory" ? `if(${fault("full pod memory", "pod = 'cart-1'")}, 0.95, ${resource})` : `${resource}`,
    });
  }
  const deployments = {
    each: { deployment: ["cart", "pay"] },
    resource: { ...pod, "k8s.deployment.name": "deployment" },
  };
  const { "k8s.pod.name": _, ...deployment } = deployments.resource;
  await week.gauge("k8s.deployment.desired", { ...deployments, resource: deployment, value: "2" });
  await week.gauge("k8s.deployment.available", {
    ...deployments,
    resource: deployment,
    value: `if(${fault("missing pods", "deployment = 'pay'")}, 1, 2)`,
  });
  const volumes = {
    each: { claim: ["data-pay-1", ""] },
    resource: { ...cluster, "k8s.namespace.name": "'shop'", "k8s.persistentvolumeclaim.name": "claim" },
  };
  await week.gauge("k8s.volume.capacity", { ...volumes, value: "1000" });
  await week.gauge("k8s.volume.available", {
    ...volumes,
    value: `if(claim = '', 0, if(${week.during("full volume")}, 20, 700))`,
  });
  const event = `'{"object":{"type":"' || type || '","reason":"' || reason || '","note":"of ' || reason || '","regarding":{"name":"pay-1"},"metadata":{"namespace":"shop"}}}'`;
  await week.insert("otel_logs", {
    step: 600_000,
    each: { reason: ["Pulled", "Unhealthy", "BackOff"] },
    columns: {
      Timestamp: "t",
      ResourceAttributes: "map('k8s.cluster.name', 'prod')",
      LogAttributes: "map('k8s.resource.name', 'events')",
      Body: event.replaceAll("type ||", "if(reason = 'Pulled', 'Normal', 'Warning') ||"),
    },
    where: "reason != 'BackOff' OR n % 3 = 0",
  });
}

export const CLICKHOUSE_FAULTS = [
  "failed queries",
  "slow queries",
  "many parts",
  "delayed inserts",
  "rejected inserts",
  "delayed replica",
  "read-only replica",
  "full disk",
  "full memory of the server",
] as const;

/** Copy of `system.replicas`, because the engine of the tests has no replicated tables. */
export const REPLICAS = "packs.replicas";

/** Tables of `system` that a server creates for its history, with the columns that the pack reads. */
const HISTORY: Readonly<Record<string, string>> = {
  query_log: `type Enum8('QueryStart' = 1, 'QueryFinish' = 2, 'ExceptionBeforeStart' = 3, 'ExceptionWhileProcessing' = 4),
    query_duration_ms UInt64, memory_usage UInt64, read_rows UInt64, query String, normalized_query_hash UInt64,
    query_kind LowCardinality(String), exception_code Int32, is_initial_query UInt8`,
  asynchronous_metric_log: "metric LowCardinality(String), value Float64",
  metric_log:
    "ProfileEvent_DelayedInserts UInt64, ProfileEvent_RejectedInserts UInt64, CurrentMetric_Merge Int64, CurrentMetric_ReadonlyReplica Int64",
};

/** History of two servers. The faults have the server `ch-2`. */
export async function createClickHouse(week: GeneratedWeek<(typeof CLICKHOUSE_FAULTS)[number]>): Promise<void> {
  const fault = (name: (typeof CLICKHOUSE_FAULTS)[number]) => `(host = 'ch-2' AND ${week.during(name)})`;
  for (const [name, columns] of Object.entries(HISTORY)) {
    await week.run(
      `CREATE TABLE system.${name} (hostname LowCardinality(String), event_date Date, event_time DateTime, ${columns})
       ENGINE = MergeTree ORDER BY (event_date, event_time)`,
    );
  }
  const hosts = { host: ["ch-1", "ch-2"] };
  const place = { hostname: "host", event_date: "toDate(t)", event_time: "toDateTime(t)" };
  // One of 100 queries fails. Each query has a start and an end.
  await week.insert("system.query_log", {
    step: 30_000,
    each: { ...hosts, kind: ["Select", "Insert"], part: ["start", "end"] },
    columns: {
      ...place,
      type: `multiIf(part = 'start', 'QueryStart', n % 100 = 0 OR ${fault("failed queries")} AND n % 5 = 0, 'ExceptionWhileProcessing', 'QueryFinish')`,
      exception_code: `if(part = 'end' AND (n % 100 = 0 OR ${fault("failed queries")} AND n % 5 = 0), 241, 0)`,
      query_duration_ms: `multiIf(part = 'start', 0, kind = 'Select' AND ${fault("slow queries")}, 900000, kind = 'Select', 2000, 100)`,
      memory_usage: "1024",
      query: "kind = 'Select' ? 'SELECT 1' : 'INSERT INTO t VALUES'",
      normalized_query_hash: "cityHash64(kind)",
      query_kind: "kind",
      is_initial_query: "1",
    },
  });
  await week.insert("system.metric_log", {
    step: 60_000,
    each: hosts,
    columns: {
      ...place,
      ProfileEvent_DelayedInserts: `if(${fault("delayed inserts")}, 3, 0)`,
      ProfileEvent_RejectedInserts: `if(${fault("rejected inserts")}, 2, 0)`,
      CurrentMetric_Merge: "n % 10",
      CurrentMetric_ReadonlyReplica: `if(${fault("read-only replica")}, 4, 0)`,
    },
  });
  const metrics = [
    ["MaxPartCountForPartition", `if(${fault("many parts")}, 700, 40)`],
    ["ReplicasMaxAbsoluteDelay", `if(${fault("delayed replica")}, 900, 5)`],
    ["DiskTotal_default", "1000"],
    ["DiskUsed_default", `if(${fault("full disk")}, 950, 600)`],
    ["DiskTotal_s3_cold", "0"],
    ["MemoryResident", `if(${fault("full memory of the server")}, 15, 6)`],
    ["OSMemoryTotal", "32"],
    ["CGroupMemoryTotal", "16"],
  ];
  for (const [metric, value = ""] of metrics) {
    await week.insert("system.asynchronous_metric_log", {
      each: hosts,
      columns: { ...place, metric: `'${metric}'`, value },
    });
  }
  await createCurrentState(week);
}

/** Current state of servers: a table with three parts, an error, and a replica with a queue. */
async function createCurrentState(week: Pick<GeneratedWeek<string>, "run">): Promise<void> {
  await week.run(
    "CREATE DATABASE packs",
    "CREATE TABLE packs.parts (n UInt8) ENGINE = MergeTree ORDER BY n",
    "SYSTEM STOP MERGES packs.parts",
    ...[1, 2, 3].map((count) => `INSERT INTO packs.parts SELECT number FROM numbers(${count})`),
    `CREATE TABLE ${REPLICAS} ENGINE = Memory AS SELECT * FROM system.replicas LIMIT 0`,
    `INSERT INTO ${REPLICAS} (database, table, replica_name, absolute_delay, queue_size)
     VALUES ('packs', 'late', 'r2', 900, 7), ('packs', 'current', 'r2', 0, 0)`,
  );
  await week.run("SELECT throwIf(1, 'known error')").catch(() => {});
}
