// Tiles of every kind that supports SQL queries. The queries read ClickHouse's own system tables. Alerts can watch
// number tiles. They can watch line and bar tiles over time if the query groups by `$__timeInterval`.
//
// This program uses cdktf. The other examples use cdktn. Only the names of the two modules differ.
import { Alert, atLeast, ClickStackProvider, Dashboard, onClick, Source, tile, Webhook } from "cdk-clickstack";
import { App, LocalBackend, TerraformStack } from "cdktf";

const app = new App();
const stack = new TerraformStack(app, "raw-sql");
new LocalBackend(stack, { path: "terraform.tfstate" });
new ClickStackProvider(stack, "clickstack");

const slack = Webhook.byName(stack, "Slack oncall");
// The queries use the connection of the logs. In the open-source deployment, Connection.byName(stack, "...") finds any
// other connection.
const connection = Source.byName(stack, "Logs").observed.connectionId;

const recent = "FROM system.query_log WHERE $__timeFilter(event_time)";

const clickhouse = new Dashboard(stack, "clickhouse", {
  name: "ClickHouse",
  tags: ["clickhouse"],
});

const { replication_lag } = clickhouse.addRow(
  { height: 4 },
  {
    running: tile.sql.number({ connection, sqlTemplate: "SELECT count() FROM system.processes", name: "Queries now" }),
    replication_lag: tile.sql.number({
      connection,
      sqlTemplate: "SELECT max(absolute_delay) FROM system.replicas",
      numberFormat: { output: "duration" },
    }),
    parts: tile.sql.number({
      connection,
      name: "Most parts in a partition",
      sqlTemplate:
        "SELECT max(parts) FROM (SELECT count() AS parts FROM system.parts WHERE active GROUP BY table, partition)",
    }),
  },
);

const { failed } = clickhouse.addRow(
  { height: 7 },
  {
    queries: tile.sql.line({
      connection,
      name: "Queries per second",
      sqlTemplate: `SELECT $__timeInterval(event_time) AS ts, count() / $__interval_s AS qps\n${recent} AND type = 'QueryFinish'\nGROUP BY ts ORDER BY ts`,
      numberFormat: { output: "throughput", numericUnit: "rps", mantissa: 1 },
    }),
    failed: tile.sql.stackedBar({
      connection,
      name: "Failed queries",
      sqlTemplate: `SELECT $__timeInterval(event_time) AS ts, errorCodeToName(exception_code) AS error, count() AS failed\n${recent} AND exception_code != 0\nGROUP BY ts, error ORDER BY ts`,
    }),
  },
);

clickhouse.addRow(
  { height: 8 },
  {
    slowest: tile.sql.table({
      connection,
      name: "Slowest queries",
      w: 12,
      sqlTemplate: `SELECT normalized_query_hash AS hash, any(query) AS query, max(query_duration_ms) AS slowest\n${recent}\nGROUP BY hash ORDER BY slowest DESC LIMIT 20`,
      onClick: onClick.external("https://runbooks.example.com/queries/{{hash}}"),
    }),
    kinds: tile.sql.pie({
      connection,
      name: "Time by kind of query",
      sqlTemplate: `SELECT query_kind, sum(query_duration_ms)\n${recent}\nGROUP BY query_kind`,
    }),
    users: tile.sql.bar({
      connection,
      name: "Bytes read by user",
      sqlTemplate: `SELECT user, sum(read_bytes) AS bytes\n${recent}\nGROUP BY user ORDER BY bytes DESC LIMIT 10`,
      numberFormat: { output: "byte", numericUnit: "bytes_iec" },
    }),
  },
);

new Alert(stack, "replication-lag", {
  name: "Replicas lag behind",
  on: replication_lag,
  when: atLeast(300),
  every: "5m",
  numConsecutiveWindows: 2,
  notify: [slack],
  note: "https://runbooks.example.com/clickhouse-replication",
});

new Alert(stack, "failed-queries", {
  name: "Queries fail",
  on: failed,
  when: atLeast(50),
  every: "5m",
  notify: [slack],
  note: "https://runbooks.example.com/clickhouse-queries",
});

app.synth();
