import { Connection, Dashboard, Source, tile } from "../../../src";
import { mistakes, only, reference, synthesized } from "../../support/constructs/synthesize";

const FROM = { databaseName: "shop", tableName: "logs" };
const EXPRESSIONS = { timestampValueExpression: "Timestamp", defaultTableSelectExpression: "Body" };

test("a source refers to its connection, and tiles refer to the source", () => {
  const { resource } = synthesized((stack) => {
    const connection = new Connection(stack, "clickhouse", {
      name: "ClickHouse",
      host: "http://localhost:8123",
      username: "default",
    });
    const source = new Source(stack, "logs", {
      kind: "log",
      name: "Logs",
      connection,
      from: FROM,
      ...EXPRESSIONS,
    });
    new Dashboard(stack, "d", {
      name: "D",
      tiles: {
        events: tile.search({ source }),
        query: tile.sql.table({ connection, source, sqlTemplate: "SELECT 1" }),
      },
    });
  });
  expect(only(resource?.clickstack_source)).toEqual({
    kind: "log",
    name: "Logs",
    connection_id: reference("clickstack_connection.clickhouse.id"),
    from: { database_name: "shop", table_name: "logs" },
    timestamp_value_expression: "Timestamp",
    default_table_select_expression: "Body",
  });
  expect(only(resource?.clickstack_dashboard)).toMatchObject({
    tiles: {
      events: { config: { source_id: reference("clickstack_source.logs.id") } },
      query: { config: { connection_id: reference("clickstack_connection.clickhouse.id") } },
    },
  });
});

test("an invalid value is reported with the name of its prop", () => {
  expect(
    mistakes((stack) => {
      new Source(stack, "logs", { kind: "log", name: "", connection: "Default", from: FROM, ...EXPRESSIONS });
      new Connection(stack, "clickhouse", { name: "C", host: "localhost:8123", username: "" });
    }),
  ).toEqual([
    "[test/logs] name: Must be at least 1 character long; it has 0.",
    '[test/logs] connection: Must be an id, as the server returns it, such as 0123456789abcdef01234567; it is "Default". Use Connection.byName(this, "Default").',
    '[test/clickhouse] host: Must be an http or https address, such as https://clickhouse.example.com:8443; it is "localhost:8123".',
  ]);
});
