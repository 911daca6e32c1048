import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { seedIds } from "../../../../src/emulator";
import { callCli, withoutProgress } from "../../../support/cli/call-cli";
import { alertBody, created, running, tile } from "../../../support/emulator/support";
import { environmentFor, managedEnvironmentFor } from "../../../support/environment";

/**
 * A server with the HTTP interface of ClickHouse. It knows three queries: the setting `readonly`, the columns of a table,
 * and a series with one value now. `npm run test:clickhouse` runs the queries with the engine of ClickHouse.
 */
class QueriedDatabase {
  readonly requests: { readonly query: string; readonly address: URL; readonly authorization: string | undefined }[] =
    [];
  /** Response to queries of series instead of the value. */
  refusal: { readonly status: number; readonly text: string } | undefined;
  readonly: number = 2;
  /** Writes rows of 1 MB without an end instead of the value, with or without line ends. */
  flood: string | undefined;
  readonly #server: Server = createServer((request, response) => void this.#respond(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) {
      parts.push(part);
    }
    const query = Buffer.concat(parts).toString();
    const address = new URL(request.url ?? "/", this.url);
    this.requests.push({ query, address, authorization: request.headers.authorization });
    if (query.includes("getSetting")) {
      response.end(`{"readonly":${this.readonly}}\n`);
    } else if (query.startsWith("DESCRIBE")) {
      response.end('{"name":"SeverityText","type":"String"}\n');
    } else if (this.flood !== undefined) {
      const part = `{"__cs_bucket":"0","__cs_group0":"${"x".repeat(1024 * 1024)}","__cs_value":"7"}${this.flood}`;
      while (!response.destroyed) {
        if (!response.write(part)) {
          await Promise.race([once(response, "drain"), once(response, "close")]);
        }
      }
    } else if (this.refusal) {
      response.writeHead(this.refusal.status).end(this.refusal.text);
    } else {
      const hour = 3_600_000;
      const bucket = Math.floor(Date.now() / hour) * hour - hour;
      response.end(`{"__cs_bucket":"${bucket}","__cs_value":"7"}\n`);
    }
  }
}

const emulator = running();
const database = new QueriedDatabase();

beforeAll(async () => {
  await database.start();
  const config = {
    displayType: "line",
    sourceId: seedIds.logs,
    select: [{ aggFn: "count", where: "SeverityText:error" }],
  };
  const board = await created(emulator.openSource, { name: "B", tiles: [tile(config)] });
  const alert = { dashboardId: board.id, tileId: board.tiles[0].id, name: "Errors", threshold: 7, interval: "1h" };
  await emulator.openSource.post("/alerts", { ...alertBody, ...alert });
});

beforeEach(() => {
  database.requests.length = 0;
  database.refusal = undefined;
  database.readonly = 2;
  database.flood = undefined;
});

afterAll(() => database.stop());

const PASSWORD = "a secret?&/%";

const backtest = (environment: Record<string, string>, ...words: readonly string[]) =>
  callCli(["backtest", "--server", "--last", "3h", ...words], {
    ...environment,
    ...{ CLICKHOUSE_URL: database.url, CLICKHOUSE_USER: "reader", CLICKHOUSE_PASSWORD: PASSWORD },
  });

test("an alert of a managed deployment is tested with one query that has its values as parameters", async () => {
  const { exitCode, stdout, stderr } = await backtest(managedEnvironmentFor(emulator.endpoints), "--json");
  expect([exitCode, withoutProgress(stderr)]).toEqual([0, ""]);
  expect(JSON.parse(stdout).alerts[0].firings).toEqual([expect.objectContaining({ peak: 7, windows: 1 })]);
  expect(database.requests).toHaveLength(3);
  const [, , series] = database.requests;
  expect(series?.query).toMatch(
    /^SELECT intDiv\([\s\S]*ILIKE \{p4:String\}[\s\S]*\nLIMIT 100001\s+FORMAT JSONEachRow$/,
  );
  const parameters = Object.fromEntries(series?.address.searchParams ?? []);
  expect(parameters).toMatchObject({
    ...{ param_p0: "default", param_p1: "otel_logs", param_p4: "%error%" },
    ...{ max_execution_time: "60", session_timezone: "UTC", log_comment: "cdk-clickstack" },
    query_id: expect.stringMatching(/^cdk-clickstack-/),
  });
  const credentials = Buffer.from(`reader:${PASSWORD}`).toString("base64");
  expect(database.requests.map(({ authorization }) => authorization)).toEqual(Array(3).fill(`Basic ${credentials}`));
  expect(database.requests.map(({ address }) => address.href).join()).not.toContain("secret");
});

test("a query has no settings if the database user has fixed settings", async () => {
  database.readonly = 1;
  expect((await backtest(environmentFor(emulator.endpoints))).exitCode).toBe(0);
  const names = [...(database.requests.at(-1)?.address.searchParams.keys() ?? [])];
  expect(names.filter((name) => !/^param_p\d$/.test(name))).toEqual(["query_id"]);
});

test.each<[string, number, QueriedDatabase["refusal"], RegExp]>([
  ["a user with write permission", 0, undefined, /its user reader is not read-only/],
  [
    "a proxy",
    2,
    { status: 502, text: `<html>Bad gateway for ${PASSWORD}</html>` },
    /it does not respond as ClickHouse: Bad gateway for \*\*\*\. Fix: /,
  ],
  [
    "an unknown column",
    2,
    {
      status: 404,
      text: "Code: 47. DB::Exception: Unknown expression identifier `x`. In scope SELECT 1. (UNKNOWN_IDENTIFIER) (version 26.9)",
    },
    /ClickHouse refuses the query: Unknown expression identifier `x` \(UNKNOWN_IDENTIFIER\)\. Fix: Correct the name of the column\./,
  ],
  [
    "a denied table",
    2,
    { status: 403, text: "Code: 497. DB::Exception: reader: Not enough privileges. (ACCESS_DENIED) (version 26.9)" },
    /Not enough privileges \(ACCESS_DENIED\)\. Fix: Grant SELECT/,
  ],
])("%s causes one error without the password", async (_, readonly, refusal, text) => {
  Object.assign(database, { readonly, refusal });
  const { exitCode, stdout, stderr } = await backtest(environmentFor(emulator.endpoints));
  expect([exitCode, stdout]).toEqual([1, ""]);
  expect(withoutProgress(stderr)).toMatch(text);
  expect(stderr.match(/error: /g)).toHaveLength(1);
  expect(stderr).not.toContain("secret");
});

test.each(["\n", " "])("a response without an end is refused after 64 MB (its rows end with %j)", async (flood) => {
  Object.assign(database, { readonly: 1, flood });
  const { exitCode, stderr } = await backtest(environmentFor(emulator.endpoints));
  expect(exitCode).toBe(1);
  expect(withoutProgress(stderr)).toContain(
    "The query returns more than 64 MB. Fix: Use a group with shorter or fewer values, or a shorter --last.",
  );
});

test("an error inside a response is reported as the reason", async () => {
  const text =
    '{"__cs_bucket":"0","__cs_value":"7"}\nCode: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)';
  database.refusal = { status: 200, text };
  const { stderr } = await backtest(environmentFor(emulator.endpoints));
  expect(withoutProgress(stderr)).toContain(
    "ClickHouse refuses the query: Memory limit exceeded (MEMORY_LIMIT_EXCEEDED). Fix: Set a shorter --last",
  );
});
