import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callCli } from "../../support/cli/call-cli";
import { ClickHouseEngine } from "../../support/clickhouse/engine";
import { TABLES } from "../../support/clickhouse/tables";
import { temporaryFolder } from "../../support/constructs/synthesize";

/** `migrate --verify` over data in the engine of ClickHouse. */

const EXPORTS = join(__dirname, "..", "..", "fixtures", "migrate", "grafana");
const FROM = "2026-06-01T00:00:00Z";
const TO = "2026-06-01T00:40:00Z";

let engine: ClickHouseEngine;
let folder: string;

beforeAll(async () => {
  engine = await ClickHouseEngine.start(temporaryFolder());
  await engine.run(
    ...TABLES,
    "CREATE DATABASE otel",
    "CREATE TABLE otel.otel_traces AS otel_traces ENGINE = Memory",
    // Every 10 seconds a request; failures of the cart in ten minutes; no orders in the last half hour.
    `INSERT INTO otel.otel_traces (Timestamp, ServiceName, SpanName, StatusCode, Duration)
     SELECT toDateTime64('2026-05-31 23:00:00', 9) + number * 10, ['cart', 'checkout'][number % 2 + 1],
       if(number < 420, 'POST /order', 'GET /cart'),
       if(number BETWEEN 400 AND 470, 'STATUS_CODE_ERROR', 'STATUS_CODE_OK'), 1000000 * number
     FROM numbers(600)`,
  );
});

afterAll(() => engine[Symbol.asyncDispose]());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "migrate-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function verify(...words: readonly string[]) {
  const { CLICKHOUSE_URL: address = "", ...user } = engine.environment("reader");
  const verified = ["--verify", "--clickhouse", address, "--from", FROM, "--to", TO, "--json"];
  return callCli(["migrate", "grafana", EXPORTS, "-o", join(folder, "code"), ...verified, ...words], user);
}

test("every tile and alert of the export has the same result in Grafana and in ClickStack", async () => {
  const { stdout, stderr, exitCode } = await verify();
  expect([exitCode, stderr]).toEqual([2, expect.not.stringContaining("error")]);
  const { verification } = JSON.parse(stdout);
  expect(verification.map(({ name, status, detail }: Record<string, string>) => [name, status, detail])).toEqual(
    [
      ...["requests", "requests_by_service", "p95_latency", "slowest_operations", "requests_per_status", "customers"],
      ...["Many failed requests", "No orders"],
    ].map((name) => [name, "equal", undefined]),
  );
});

test("a query that the database refuses is reported with the tile, and the page shows it", async () => {
  await engine.run("RENAME TABLE otel.otel_traces TO otel.moved");
  try {
    const page = join(folder, "report.html");
    const { stdout } = await verify("--report", page);
    const { verification } = JSON.parse(stdout);
    expect(verification).toHaveLength(8);
    for (const { status, detail } of verification) {
      expect([status, detail]).toEqual(["failed", expect.stringMatching(/otel_traces/)]);
    }
    expect(readFileSync(page, "utf8")).toContain("clickstack_dashboard.orders");
  } finally {
    await engine.run("RENAME TABLE otel.moved TO otel.otel_traces");
  }
});
