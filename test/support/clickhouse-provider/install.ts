import { join } from "node:path";
import { installProvider } from "../null-provider/install";

/**
 * Installs a stub of the vendor's provider below a working directory, because the engine requires every provider that a
 * state names.
 */
export function installClickHouseProvider(workingDirectory: string): void {
  installProvider(workingDirectory, {
    entryPoint: join(__dirname, "main.ts"),
    source: "registry.terraform.io/clickhouse/clickhouse",
    version: "3.28.0",
  });
}
