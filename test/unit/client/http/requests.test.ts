import type { ServerResponse } from "node:http";
import {
  ConnectionError,
  InsecureEndpointError,
  type LogLine,
  UnsupportedOperationError,
} from "../../../../src/client";
import { createClient } from "../../../../src/resources/client";
import {
  ACCESS_KEY,
  KEY_ID,
  KEY_SECRET,
  managedClient,
  ORGANIZATION,
  openSourceClient,
  rejection,
  SERVICE,
} from "../../../support/client/clients";
import { json, TestServer, text } from "../../../support/client/http-server";
import { RefusingPort } from "../../../support/refusing-port";
import { ManualClock } from "../manual-clock";

const ID = "650000000000000000000001";

test("requests to an open-source server have a bearer token, the team and a JSON body", async () => {
  await using server = await TestServer.start((_request, response) =>
    json(response, 200, { data: { id: ID, name: "a", tiles: [] } }),
  );
  await using client = openSourceClient(server.endpoint, {
    openSource: { endpoint: `${server.endpoint}/prefix/`, accessKey: ACCESS_KEY, team: "blue" },
  });
  await client.dashboards.create({ name: "a", tiles: [] });
  expect(server.lines).toEqual(["POST /prefix/api/v2/dashboards"]);
  expect(server.seen[0]?.headers).toMatchObject({
    accept: "application/json",
    authorization: `Bearer ${ACCESS_KEY}`,
    "x-hdx-team": "blue",
    "content-type": "application/json",
    "user-agent": "tests",
  });
  expect(server.seen[0]?.body).toEqual({ name: "a", tiles: [] });
});

test("requests to ClickHouse Cloud have Basic authentication and a path with organization, service and product", async () => {
  await using server = await TestServer.start((_request, response) => json(response, 200, { status: 200, result: [] }));
  await using client = managedClient(server.endpoint);
  await client.dashboards.list();
  await client.apiKeys.list();
  expect(server.lines).toEqual([
    `GET /v1/organizations/${ORGANIZATION}/services/${SERVICE}/clickstack/dashboards`,
    `GET /v1/organizations/${ORGANIZATION}/keys`,
  ]);
  const basic = Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString("base64");
  expect(server.seen[1]?.headers.authorization).toBe(`Basic ${basic}`);
});

test("one client can send requests to both deployments", async () => {
  await using openSource = await TestServer.start((_request, response) => json(response, 200, { data: [] }));
  await using managed = await TestServer.start((_request, response) =>
    json(response, 200, { status: 200, result: [] }),
  );
  await using client = managedClient(managed.endpoint, {
    openSource: { endpoint: openSource.endpoint, accessKey: ACCESS_KEY },
  });
  expect(client.observability).toBe("open_source");
  await client.dashboards.list();
  await client.roles.list();
  expect(openSource.lines).toEqual(["GET /api/v2/dashboards"]);
  expect(managed.lines).toEqual([`GET /v1/organizations/${ORGANIZATION}/roles`]);
});

test("an operation that a deployment does not offer causes a clear error before any request", async () => {
  await using server = await TestServer.start((_request, response) => json(response, 200, { data: [] }));
  await using managed = managedClient(server.endpoint);
  await using openSource = openSourceClient(server.endpoint);
  const charts = await rejection(managed.charts.querySeries({ startTime: 1, endTime: 2, series: [] }));
  expect(charts).toBeInstanceOf(UnsupportedOperationError);
  expect((charts as Error).message).toBe(
    "The managed deployment does not offer chart queries; the open-source one does.",
  );
  expect(await rejection(managed.connections.list())).toBeInstanceOf(UnsupportedOperationError);
  const keys = await rejection(openSource.apiKeys.read("x"));
  expect((keys as Error).message).toContain("API keys require ClickHouse Cloud");
  expect(server.seen).toEqual([]);
});

test("credentials are not sent over plain http to another machine", async () => {
  await using client = openSourceClient("http://192.0.2.1:8000");
  const error = await rejection(client.dashboards.list());
  expect(error).toBeInstanceOf(InsecureEndpointError);
  expect((error as Error).message).toContain("192.0.2.1:8000");
});

test("credentials are sent over plain http to another machine if a setting allows it", async () => {
  await using client = openSourceClient("http://name.invalid:8000", { allowInsecureHttp: true });
  expect(await rejection(client.dashboards.list())).toBeInstanceOf(ConnectionError);
});

test("an unreachable server is reported within seconds", async () => {
  await using refusing = await RefusingPort.hold();
  await using client = openSourceClient(`http://127.0.0.1:${refusing.port}`);
  const error = await rejection(client.dashboards.create({ name: "a", tiles: [] }));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ code: "ECONNREFUSED", host: `127.0.0.1:${refusing.port}`, reached: "never" });
  expect((error as Error).message).toContain("no server listens there");
});

test("a kept connection that the server closed is replaced", async () => {
  await using server = await TestServer.start((_request, response, count) => {
    if (count === 2) {
      response.destroy();
      return;
    }
    json(response, 200, { data: [] });
  });
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.list();
  expect(await client.dashboards.list()).toEqual([]);
  expect(server.seen).toHaveLength(3);
});

test("connections are kept from request to request", async () => {
  const ports = new Set<number | undefined>();
  await using server = await TestServer.start((_request, response) => {
    ports.add(response.socket?.remotePort);
    json(response, 200, { data: [] });
  });
  await using client = openSourceClient(server.endpoint);
  for (let request = 0; request < 10; request += 1) {
    await client.dashboards.list();
  }
  expect(ports.size).toBeLessThanOrEqual(2);
});

test("a missing response is a timeout, and the request is repeated", async () => {
  await using server = await TestServer.start((_request, response, count) => {
    if (count > 1) {
      text(response, 400, "seen again");
    }
  });
  const lines: LogLine[] = [];
  await using client = openSourceClient(server.endpoint, {
    timeouts: { headersMs: 50 },
    log: (line) => lines.push(line),
  });
  await rejection(client.dashboards.list());
  const [first, ...repeated] = lines.map(({ failure, status }) => failure ?? status);
  expect(first).toBe("UND_ERR_HEADERS_TIMEOUT");
  // On a busy machine an immediate response can be too late as well.
  expect(repeated.filter((end) => end !== "UND_ERR_HEADERS_TIMEOUT")).toEqual([400]);
});

test("an abort ends a running request with the signal's reason", async () => {
  const controller = new AbortController();
  await using server = await TestServer.start(() => controller.abort(new Error("enough")));
  await using client = openSourceClient(server.endpoint);
  expect(await rejection(client.dashboards.list({ signal: controller.signal }))).toEqual(new Error("enough"));
});

test("an abort of a read closes its connection immediately", async () => {
  const controller = new AbortController();
  let drop: () => void = () => undefined;
  const dropped = new Promise<void>((resolve) => {
    drop = resolve;
  });
  await using server = await TestServer.start((_request, response) => {
    response.on("close", drop);
    controller.abort(new Error("enough"));
  });
  await using client = openSourceClient(server.endpoint);
  await rejection(client.dashboards.list({ signal: controller.signal }));
  await dropped;
});

test("an abort does not cancel a create that was sent, so that the id of the new object is not lost", async () => {
  const controller = new AbortController();
  await using server = await TestServer.start((_request, response) => {
    controller.abort(new Error("enough"));
    setImmediate(() => json(response, 200, { data: { id: ID, name: "a", tiles: [] } }));
  });
  await using client = openSourceClient(server.endpoint);
  const created = await client.dashboards.create({ name: "a", tiles: [] }, { signal: controller.signal });
  expect(created.id).toBe(ID);
});

test("each request is logged without credentials and bodies", async () => {
  const lines: LogLine[] = [];
  const id = "00000000-0000-4000-8000-000000000001";
  await using server = await TestServer.start((_request, response, count) =>
    count === 1
      ? json(response, 503, { error: "UNAVAILABLE: later" })
      : json(response, 200, { status: 200, requestId: "r-1", result: { id, name: "n", keySecret: "geheim" } }),
  );
  await using client = managedClient(server.endpoint, { log: (line) => lines.push(line) });
  await client.apiKeys.update(id, { name: "secretName" });
  expect(lines.map(({ attempt, status }) => ({ attempt, status }))).toEqual([
    { attempt: 1, status: 503 },
    { attempt: 2, status: 200 },
  ]);
  const path = `/v1/organizations/${ORGANIZATION}/keys/${id}`;
  expect(lines[1]).toMatchObject({ deployment: "managed", method: "PATCH", path, requestId: "r-1" });
  expect(JSON.stringify(lines)).not.toMatch(/geheim|secretName|Basic/);
});

test("the log contains the outcome of each request", async () => {
  const lines: LogLine[] = [];
  const ends: ((response: ServerResponse) => void)[] = [
    (response) => json(response, 200, { status: 200, result: [], requestId: "r-1" }),
    (response) => json(response, 200, { status: 200, result: [], requestId: 7 }),
    (response) => json(response, 400, { status: 400, error: "BAD_REQUEST: no", requestId: "r-2" }),
    (response) => json(response, 400, { status: 400, error: "BAD_REQUEST: no" }),
    (response) => text(response, 302, ""),
    (response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{", () => response.destroy());
    },
  ];
  await using server = await TestServer.start((_request, response) =>
    (ends.shift() ?? ((last) => text(last, 400, "over")))(response),
  );
  await using client = managedClient(server.endpoint, { log: (line) => lines.push(line) });
  while (ends.length > 0) {
    await client.apiKeys.list().catch(() => undefined);
  }
  const told = lines.map(({ status, requestId, failure }) => JSON.stringify({ status, requestId, failure }));
  expect(told).toEqual([
    '{"status":200,"requestId":"r-1"}',
    '{"status":200}',
    '{"status":400,"requestId":"r-2"}',
    '{"status":400}',
    '{"status":302,"failure":"UnexpectedResponseError"}',
    '{"status":200,"failure":"UND_ERR_SOCKET"}',
    '{"status":400}',
  ]);
});

test("a connection that breaks before any response is logged without a status, as a request that may have been carried out", async () => {
  const lines: LogLine[] = [];
  await using server = await TestServer.start((_request, response) => response.destroy());
  await using client = openSourceClient(server.endpoint, { log: (line) => lines.push(line) });
  expect(await rejection(client.dashboards.list())).toMatchObject({ code: "UND_ERR_SOCKET", reached: "perhaps" });
  for (const line of lines) {
    expect(line.failure).toBe("UND_ERR_SOCKET");
    expect("status" in line).toBe(false);
  }
});

test("repeated requests are sent before new requests", async () => {
  const clock = new ManualClock();
  await using server = await TestServer.start((_request, response, count) =>
    count === 1
      ? json(response, 429, { message: "later" }, { "retry-after": "30" })
      : json(response, 200, { data: [] }, { "ratelimit-remaining": "99", "ratelimit-reset": "60" }),
  );
  const openSource = { endpoint: server.endpoint, accessKey: ACCESS_KEY };
  const client = createClient({ userAgent: "tests", environment: {}, openSource }, clock);
  const lists = Promise.all([client.sources.list(), client.webhooks.list(), client.dashboards.list()]);
  await clock.advanceUntil(lists, 1000);
  await client.close();
  expect(server.lines.slice(0, 2)).toEqual(["GET /api/v2/sources", "GET /api/v2/sources"]);
});

test("a retry after an error that is not the rate limit does not wait for the end of the window", async () => {
  await using server = await TestServer.start((_request, response, count) =>
    json(response, count === 1 ? 503 : 200, { data: [] }, { "ratelimit-remaining": "50", "ratelimit-reset": "50" }),
  );
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.list();
  expect(client.clock.pauses).toEqual([expect.any(Number)]);
  expect(client.clock.pauses[0]).toBeLessThan(10_000);
});

test("the organization's clock starts from the last date header of ClickHouse Cloud", async () => {
  const first = Math.floor(Date.now() / 1000) * 1000 - 7_200_000;
  const header = (time: number) => new Date(time).toUTCString();
  const dates = [header(first), "soon", undefined, header(first + 3_600_000)];
  const clock = new ManualClock();
  await using server = await TestServer.start((_request, response) => {
    response.sendDate = false;
    const date = dates.shift();
    json(response, 200, { status: 200, result: [] }, date === undefined ? {} : { date });
  });
  const { endpoint } = server;
  const account = { organizationId: ORGANIZATION, keyId: KEY_ID, keySecret: KEY_SECRET };
  const managed = { endpoint, product: "clickstack", ...account } as const;
  const client = createClient({ userAgent: "tests", environment: {}, managed }, clock);
  const times: number[] = [];
  const note = async () => times.push((await client.apiKeys.organizationTime()) - first);
  await note();
  while (dates.length > 0) {
    await clock.advance(5000);
    await client.apiKeys.list();
    await note();
  }
  await client.close();
  expect(times).toEqual([0, 5000, 10_000, 3_600_000]);
});

test("interim responses are ignored", async () => {
  await using server = await TestServer.start((_request, response) =>
    response.writeEarlyHints({ link: "</a>; rel=preload" }, () => json(response, 200, { data: [] })),
  );
  await using client = openSourceClient(server.endpoint);
  expect(await client.dashboards.list()).toEqual([]);
});

test("a closed client closes its connections", async () => {
  let drop: () => void = () => undefined;
  const dropped = new Promise<void>((resolve) => {
    drop = resolve;
  });
  await using server = await TestServer.start((_request, response) => {
    response.socket?.once("close", drop);
    json(response, 200, { data: [] });
  });
  const client = openSourceClient(server.endpoint);
  await client.dashboards.list();
  await client.close();
  await dropped;
});

test("the server validates a dashboard", async () => {
  const verdict = { valid: false, errors: [{ path: "name", message: "Required" }] };
  await using server = await TestServer.start((_request, response) =>
    json(response, 200, { ...verdict, normalized: null }),
  );
  await using client = openSourceClient(server.endpoint);
  expect(await client.dashboards.validate({ name: "a", tiles: [] })).toEqual(verdict);
});
