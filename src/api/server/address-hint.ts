import type { Deployment } from "../settings";

/** Why an address may be the wrong one. */
export function addressHint(deployment: Deployment): string {
  return deployment === "open_source"
    ? "Is the address that of the API server (port 8000 by default) and not that of the user interface (port 8080)?"
    : "Is the address that of the ClickHouse Cloud API, such as https://api.clickhouse.cloud?";
}
