import { Connection } from "cdk-clickstack";
import { type TerraformStack, TerraformVariable } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const password = new TerraformVariable(stack, "clickhouse_password", { type: "string", sensitive: true });

  new Connection(stack, "clickhouse", {
    name: "ClickHouse",
    host: "https://clickhouse.example.com:8443",
    username: "hyperdx",
    password: password.stringValue,
    passwordVersion: "1",
  });
}
