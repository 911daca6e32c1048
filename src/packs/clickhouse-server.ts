import { count } from "../constructs/aggregate";
import { onClick } from "../constructs/on-click";
import { type Checks, isReference, mustBe, sourceForm } from "../constructs/prop-checks";
import { codeOf, type PropForm } from "../constructs/prop-forms";
import type { ConstructScope } from "../constructs/scope";
import { type ConnectionReference, type SourceReference, tile } from "../constructs/tile";
import { sqlText } from "../sql-text";
import { allOf } from "./conditions";
import { alertOn, SHARE } from "./metric";
import { Pack } from "./pack";
import { MAX_MS, objective, packChecks, texts } from "./pack-checks";
import type { PackAlert, PackContent, PackLink, PackObjective, PackProps, PackTile } from "./pack-props";

/** Tiles of `ClickHouseServer` by key. */
export interface ClickHouseServerTiles {
  /** Finished queries by kind. Default: shown. */
  readonly queries?: PackTile;
  /** Failed queries, as a share. The alert `failed_queries` watches it. Default: shown. */
  readonly failed_queries?: PackTile;
  /** Duration of the slowest query in seconds. The alert `slow_queries` watches it. Default: shown. */
  readonly slow_queries?: PackTile;
  /** Largest number of parts in a partition. The alert `parts` watches it. Default: shown. */
  readonly parts?: PackTile;
  /** Inserts that were slowed down because of too many parts. The alert `delayed_inserts` watches it. Default: shown. */
  readonly delayed_inserts?: PackTile;
  /** Inserts that were refused because of too many parts. The alert `rejected_inserts` watches it. Default: shown. */
  readonly rejected_inserts?: PackTile;
  /** Running merges. Default: shown. */
  readonly merges?: PackTile;
  /** Largest delay of a replicated table in seconds. The alert `replica_delay` watches it. Default: shown. */
  readonly replica_delay?: PackTile;
  /** Replicated tables that refuse writes. The alert `readonly_replicas` watches it. Default: shown. */
  readonly readonly_replicas?: PackTile;
  /** Used space of each disk, as a share. The alert `disks` watches it. Default: shown. */
  readonly disks?: PackTile;
  /** Memory of the server, as a share of the memory of its machine. The alert `memory` watches it. Default: shown. */
  readonly memory?: PackTile;
  /** Queries with the longest total duration. A click opens `links.queries`, or with `slo` the runs of the query. Default: shown. */
  readonly expensive_queries?: PackTile;
  /** Errors since the start of the server. Default: shown. */
  readonly errors?: PackTile;
  /** Largest tables with their parts. Default: shown. */
  readonly tables?: PackTile;
  /** Replicated tables with a delay or a queue. Default: shown. */
  readonly replicas?: PackTile;
}

/** Alerts of `ClickHouseServer` by key. Each alert compares every server separately. */
export interface ClickHouseServerAlerts {
  /** Failed queries, as a share, in 2 windows of 5 minutes. Default: 0.05. */
  readonly failed_queries?: PackAlert;
  /** Duration of a query in seconds, in 5 minutes. Default: 600. */
  readonly slow_queries?: PackAlert;
  /** Parts in a partition, in 2 windows of 5 minutes. Default: 300. */
  readonly parts?: PackAlert;
  /** Delayed inserts in 5 minutes. Default: 1. */
  readonly delayed_inserts?: PackAlert;
  /** Rejected inserts in 5 minutes. Default: 1. */
  readonly rejected_inserts?: PackAlert;
  /** Delay of a replicated table in seconds, in 2 windows of 5 minutes. Default: 300. */
  readonly replica_delay?: PackAlert;
  /** Replicated tables that refuse writes, in 2 windows of 5 minutes. Default: 1. */
  readonly readonly_replicas?: PackAlert;
  /** Used space of a disk, as a share, in 2 windows of 15 minutes. Default: 0.8. */
  readonly disks?: PackAlert;
  /** Memory of the server, as a share, in 3 windows of 5 minutes. Default: 0.9. */
  readonly memory?: PackAlert;
}

type PropsOfPack = Omit<PackProps<ClickHouseServerTiles, ClickHouseServerAlerts>, "environment">;

/** Props of `ClickHouseServer`. */
export interface ClickHouseServerProps extends PropsOfPack {
  /** Connection to a server, or its id, such as `source.observed.connectionId`. Its user must have access to the system tables. */
  readonly connection: ConnectionReference;
  /** Cluster whose replicas are all queried, such as `default` in ClickHouse Cloud. Default: only the connected server. */
  readonly cluster?: string;
  /** Name of the servers in titles and alerts. Default: the cluster, or `Server`. */
  readonly server?: string;
  /** Objective for the share of queries that neither fail nor take too long. Default: none. */
  readonly slo?: PackObjective & {
    /** Source of `system.query_log`, or of a view of the logs of all replicas. */
    readonly queries: SourceReference;
  };
  /** Targets of clicks. Default: searches. */
  readonly links?: {
    /**
     * Dashboard that a click on a query opens, such as the pack of a database. Default: with `slo`, a search for the runs
     * of the query.
     */
    readonly queries?: PackLink;
  };
}

/** Queries, inserts, merges, replication, disks and memory of ClickHouse servers, from their system tables. */
export class ClickHouseServer extends Pack<ClickHouseServerTiles, ClickHouseServerAlerts> {
  constructor(scope: ConstructScope, id: string, props: ClickHouseServerProps) {
    super(scope, id, props, CHECKS, () => contentOf(props));
  }
}

const CONNECTION: PropForm = {
  ...{ expected: "a connection or its id", fits: isReference },
  use: (value) => `Connection.byName(this, ${codeOf(value, "Default")})`,
};

const { environment: _, ...SHARED } = packChecks("queries");
const CHECKS: Checks<ClickHouseServerProps> = {
  ...{ ...SHARED, connection: mustBe(CONNECTION), ...texts("cluster", "server") },
  slo: objective({ maxMs: MAX_MS, queries: mustBe(sourceForm("Queries")) }),
};

/** SQL of a line: its table, value, condition and group. */
interface Line {
  readonly table: string;
  readonly value: string;
  readonly where?: string;
  readonly group?: string;
}

const QUERIES = { table: "query_log", where: "is_initial_query AND type != 'QueryStart'" };
const total = (event: string) => ({ table: "metric_log", value: `sum(ProfileEvent_${event})` });
const highest = (metric: string) => ({ table: "metric_log", value: `max(CurrentMetric_${metric})` });
const measured = (value: string, where: string) => ({ table: "asynchronous_metric_log", value, where });

const DISK_SHARE = "maxIf(value, metric LIKE 'DiskUsed_%') / nullIf(maxIf(value, metric LIKE 'DiskTotal_%'), 0)";
const MEMORY_SHARE = "maxIf(value, metric = 'MemoryResident') / minIf(value, metric LIKE '%Total' AND value > 0)";
const DISKS = {
  ...measured(DISK_SHARE, "match(metric, '^Disk(Used|Total)_')"),
  group: "replaceRegexpOne(metric, '^Disk[A-Za-z]+_', '')",
};
const MEMORY = measured(MEMORY_SHARE, "metric IN ('MemoryResident', 'OSMemoryTotal', 'CGroupMemoryTotal')");

function contentOf(props: ClickHouseServerProps): PackContent<ClickHouseServerTiles, ClickHouseServerAlerts> {
  const { connection, cluster, server = cluster ?? "Server", slo, links } = props;
  const from = (table: string) =>
    cluster === undefined ? `system.${table}` : `clusterAllReplicas(${sqlText(cluster)}, system.${table})`;
  const inRange = "$__dateFilter(event_date) AND $__timeFilter(event_time)";
  const query = ({ table, value, where, group }: Line) => {
    const groups = group === undefined ? "hostname" : `hostname, ${group} AS label`;
    const select = `SELECT $__timeInterval(event_time) AS time, ${groups}, ${value} AS value`;
    const by = `GROUP BY time, hostname${group === undefined ? "" : ", label"}`;
    return [select, `FROM ${from(table)}`, `WHERE ${allOf(inRange, where)}`, by, "ORDER BY time"].join("\n");
  };
  const line = (name: string, of: Line, numberFormat?: typeof SHARE) =>
    tile.sql.line({ name, connection, sqlTemplate: query(of), ...(numberFormat && { numberFormat }) });
  const table = (name: string, select: string, of: string, rest: string, link = {}) =>
    tile.sql.table({ name, connection, sqlTemplate: `SELECT ${select}\nFROM ${from(of)}\n${rest}\nLIMIT 50`, ...link });
  const whereTemplate = `${QUERIES.where} AND normalized_query_hash = {{hash}}`;
  const search = slo && onClick.search(slo.queries, { whereTemplate, whereLanguage: "sql" });
  const click = links?.queries ? onClick.dashboard(links.queries) : search;
  const byKind = { ...QUERIES, group: "query_kind" };
  const rows: PackContent<ClickHouseServerTiles, ClickHouseServerAlerts>["rows"] = [
    {
      queries: tile.sql.stackedBar({
        name: "Queries",
        connection,
        sqlTemplate: query({ ...byKind, value: "count()" }),
      }),
      failed_queries: line("Failed queries", { ...QUERIES, value: "countIf(exception_code != 0) / count()" }, SHARE),
      slow_queries: line("Slowest query, s", { ...byKind, value: "max(query_duration_ms) / 1000" }),
    },
    {
      parts: line("Most parts in a partition", measured("max(value)", "metric = 'MaxPartCountForPartition'")),
      delayed_inserts: line("Delayed inserts", total("DelayedInserts")),
      rejected_inserts: line("Rejected inserts", total("RejectedInserts")),
    },
    {
      merges: line("Running merges", highest("Merge")),
      replica_delay: line("Replica delay, s", measured("max(value)", "metric = 'ReplicasMaxAbsoluteDelay'")),
      readonly_replicas: line("Read-only replicas", highest("ReadonlyReplica")),
    },
    { disks: line("Used space of disks", DISKS, SHARE), memory: line("Memory usage", MEMORY, SHARE) },
  ];
  return {
    kind: "ClickHouse",
    subject: server,
    rows,
    details: {
      queries: {
        expensive_queries: table(
          "Queries with the longest total duration",
          // A browser rounds large numbers, so the hash is a text.
          "any(query) AS example, count() AS queries, sum(query_duration_ms) / 1000 AS seconds, max(memory_usage) AS memory, toString(normalized_query_hash) AS hash",
          "query_log",
          `WHERE ${inRange} AND ${QUERIES.where}\nGROUP BY normalized_query_hash\nORDER BY seconds DESC`,
          click && { onClick: click },
        ),
      },
      errors: {
        errors: table(
          "Errors since the start of the server",
          "name, sum(value) AS errors, max(last_error_time) AS last, argMax(last_error_message, last_error_time) AS message",
          "errors",
          "GROUP BY name\nORDER BY last DESC",
        ),
      },
      tables: {
        tables: table(
          "Largest tables",
          "database, table, count() AS parts, sum(rows) AS total_rows, formatReadableSize(sum(bytes_on_disk)) AS size",
          "parts",
          "WHERE active\nGROUP BY database, table\nORDER BY sum(bytes_on_disk) DESC",
        ),
      },
      replicas: {
        replicas: table(
          "Replicas with a delay or a queue",
          "database, table, replica_name, is_readonly, absolute_delay, queue_size, last_queue_update_exception",
          "replicas",
          "WHERE is_readonly OR absolute_delay > 0 OR queue_size > 0\nORDER BY absolute_delay DESC",
        ),
      },
    },
    alerts: {
      failed_queries: alertOn("failed_queries", 0.05, "2 x 5m", [
        "has failed queries",
        "Queries fail with exceptions.",
      ]),
      slow_queries: alertOn("slow_queries", 600, "1 x 5m", ["has a slow query", "A query took a long time."]),
      parts: alertOn("parts", 300, "2 x 5m", ["has too many parts", "Merges are slower than inserts."]),
      delayed_inserts: alertOn("delayed_inserts", 1, "1 x 5m", ["delays inserts", "A partition has too many parts."]),
      rejected_inserts: alertOn("rejected_inserts", 1, "1 x 5m", [
        "rejects inserts",
        "A partition has too many parts.",
      ]),
      replica_delay: alertOn("replica_delay", 300, "2 x 5m", ["has a delayed replica", "A replica lacks recent data."]),
      readonly_replicas: alertOn("readonly_replicas", 1, "2 x 5m", [
        "has a read-only replica",
        "A table refuses writes.",
      ]),
      disks: alertOn("disks", 0.8, "2 x 15m", ["has a full disk", "Inserts and merges fail on a full disk."]),
      memory: alertOn("memory", 0.9, "3 x 5m", ["is short of memory", "Queries fail at the memory limit."]),
    },
    slo: slo && objectiveOf(slo),
  };
}

function objectiveOf({ queries, maxMs, ...slo }: NonNullable<ClickHouseServerProps["slo"]>) {
  const bad = count({ where: `exception_code != 0${maxMs === undefined ? "" : ` OR query_duration_ms >= ${maxMs}`}` });
  const condition = { where: QUERIES.where, whereLanguage: "sql" } as const;
  return { ...slo, ...condition, source: queries, bad, timestamp: "event_time" };
}
