import { join } from "node:path";
import { installProvider } from "../null-provider/install";

/**
 * Puts the stand-in of the vendor's provider below a working directory: the engine wants to have whatever a state
 * names.
 */
export function installClickHouseProvider(workingDirectory: string): void {
  installProvider(workingDirectory, {
    entryPoint: join(__dirname, "main.ts"),
    source: "registry.terraform.io/clickhouse/clickhouse",
    version: "3.28.0",
  });
}
