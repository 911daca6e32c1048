/**
 * Runs `test/acceptance/clickhouse/*.long.ts` with the engine of ClickHouse. The Python package `chdb-core` contains it as
 * a library. `test/support/clickhouse/server.py` serves it over HTTP. Requires Python 3.9.
 *
 *     npm run test:clickhouse
 */

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runLongTests } from "../support/long-tests";

const PACKAGE = "chdb-core==26.9.0";
const ENVIRONMENT = join(__dirname, "..", "..", "build", "clickhouse");
const PYTHON = join(ENVIRONMENT, "bin", "python3");

function main(): void {
  if (!existsSync(PYTHON)) {
    run("python3", ["-m", "venv", ENVIRONMENT]);
  }
  // The package depends on libraries for data frames, which the tests do not use.
  run(PYTHON, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", PACKAGE]);
  process.exitCode = runLongTests("acceptance/clickhouse/*", { CLICKHOUSE_PYTHON: PYTHON });
}

function run(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: "inherit" });
  if (status !== 0) {
    throw new Error(`${program} ${args.join(" ")} ended with ${status ?? error?.message}`);
  }
}

main();
