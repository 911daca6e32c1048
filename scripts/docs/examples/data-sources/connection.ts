import { Connection, Dashboard, tile } from "cdk-clickstack";
import type { TerraformStack } from "cdktf";

export function addTo(stack: TerraformStack): void {
  const connection = Connection.byName(stack, "Local ClickHouse");

  new Dashboard(stack, "clickhouse", {
    name: "ClickHouse",
    tiles: { queries: tile.sql.number({ connection, sqlTemplate: "SELECT count() FROM system.processes" }) },
  });
}
