import { Connection, Source } from "cdk-clickstack";
import { type TerraformStack, TerraformVariable } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const password = new TerraformVariable(stack, "clickhouse_password", { type: "string", sensitive: true });

  const clickhouse = new Connection(stack, "clickhouse", {
    name: "ClickHouse",
    host: "https://clickhouse.example.com:8443",
    username: "hyperdx",
    password: password.stringValue,
    passwordVersion: "1",
  });

  new Source(stack, "logs", {
    kind: "log",
    name: "Shop logs",
    connection: clickhouse,
    from: { databaseName: "shop", tableName: "otel_logs" },
    timestampValueExpression: "TimestampTime",
    defaultTableSelectExpression: "Timestamp, ServiceName, SeverityText, Body",
    serviceNameExpression: "ServiceName",
    bodyExpression: "Body",
    implicitColumnExpression: "Body",
  });
}
