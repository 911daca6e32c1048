import type { ApiError } from "../../../../src/client";
import {
  managedClient,
  ORGANIZATION,
  openSourceClient,
  plainNotFound,
  rejection,
  uuid,
} from "../../../support/client/clients";
import { html, json, TestServer, text } from "../../../support/client/http-server";

const ID = "650000000000000000000001";

test("a delete of an object that was already deleted succeeds", async () => {
  await using server = await TestServer.start((_request, response) =>
    json(response, 404, { message: "Alert not found" }),
  );
  await using client = openSourceClient(server.endpoint);
  await expect(client.alerts.delete(ID)).resolves.toBeUndefined();
});

test("a delete succeeds if its response was lost and its repetition gets a 404", async () => {
  await using server = await TestServer.start((_request, response, count) =>
    count === 1 ? response.destroy() : plainNotFound(response),
  );
  await using client = openSourceClient(server.endpoint);
  await expect(client.connections.delete(ID)).resolves.toBeUndefined();
});

test("a delete on a path that the server does not offer causes an error", async () => {
  await using server = await TestServer.start((_request, response) => html(response, 404, "Cannot DELETE"));
  await using client = managedClient(server.endpoint);
  expect(await rejection(client.alerts.delete(ID))).toMatchObject({ kind: "route_missing" });
});

test.each([
  ["no body", ""],
  ["an empty object", "{}"],
  ["an envelope without result", '{"status":200,"requestId":"r"}'],
])("a delete that gets %s succeeds", async (_name, body) => {
  await using server = await TestServer.start((_request, response) => text(response, 200, body, "application/json"));
  await using client = managedClient(server.endpoint);
  await expect(client.apiKeys.delete(ID)).resolves.toBeUndefined();
});

test("an update of a deleted object causes a not_found error", async () => {
  await using server = await TestServer.start((_request, response) => plainNotFound(response));
  await using client = openSourceClient(server.endpoint);
  const error = await rejection(client.dashboards.update(ID, { name: "a", tiles: [] }));
  expect((error as ApiError).kind).toBe("not_found");
});

test("an update is repeated after a broken connection", async () => {
  await using server = await TestServer.start((_request, response, count) =>
    count === 1 ? response.destroy() : json(response, 200, { data: { id: ID, name: "a", tiles: [] } }),
  );
  await using client = openSourceClient(server.endpoint);
  expect((await client.dashboards.update(ID, { name: "a", tiles: [] })).id).toBe(ID);
});

test("keys are updated with PATCH, which is repeated while some servers do not know the key yet", async () => {
  const key = uuid(1);
  await using server = await TestServer.start((_request, response, count) =>
    count < 3
      ? json(response, 400, {
          status: 400,
          error: `BAD_REQUEST: OpenAPI key ${key} does not belong to the organization ${ORGANIZATION}`,
        })
      : json(response, 200, { status: 200, result: { id: key, state: "disabled" } }),
  );
  await using client = managedClient(server.endpoint);
  expect((await client.apiKeys.update(key, { state: "disabled" })).state).toBe("disabled");
  expect(server.seen.map(({ method, body }) => [method, body])).toEqual(
    Array(3).fill(["PATCH", { state: "disabled" }]),
  );
});

test("filter ids are omitted in create and validate requests and sent in update requests", async () => {
  await using server = await TestServer.start((request, response) =>
    request.path.endsWith("validate")
      ? json(response, 200, { valid: true, errors: [], normalized: {} })
      : json(response, 200, { data: { id: ID, name: "a", tiles: [] } }),
  );
  await using client = openSourceClient(server.endpoint);
  const body = { id: ID, name: "a", tiles: [], filters: [{ id: "f".repeat(24), name: "one" }, { name: "two" }] };
  await client.dashboards.create(body);
  await client.dashboards.validate(body);
  await client.dashboards.update(ID, body);
  const sent = server.seen.map((request) => request.body as { id?: string; filters: { id?: string }[] });
  expect(sent.map(({ id }) => id)).toEqual([undefined, undefined, undefined]);
  expect(sent.map(({ filters }) => filters.map(({ id }) => id?.length))).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    [24, 24],
  ]);
  expect(sent[2]?.filters[0]?.id).toBe("f".repeat(24));
});

test("one alert target is sent as channel, and several targets are sent as channel and channels", async () => {
  await using server = await TestServer.start((_request, response) => json(response, 200, { data: { id: ID } }));
  await using client = openSourceClient(server.endpoint);
  const alert = { source: "tile", interval: "5m", threshold: 1, thresholdType: "above" };
  const [a, b] = ["a", "b"].map((webhookId) => ({ type: "webhook", webhookId }));
  await client.alerts.update(ID, { ...alert, channels: [a ?? {}] });
  await client.alerts.update(ID, { ...alert, channels: [a ?? {}, b ?? {}] });
  await client.alerts.update(ID, { ...alert, channel: b ?? {} });
  expect(server.seen.map(({ body }) => body)).toEqual([
    { ...alert, channel: a },
    { ...alert, channel: a, channels: [a, b] },
    { ...alert, channel: b },
  ]);
});

describe("validation", () => {
  test("returns findings, with and without the envelope of the managed API", async () => {
    const verdict = { valid: false, errors: [{ path: "name", message: "Required" }] };
    const answer = { ...verdict, normalized: null };
    await using server = await TestServer.start((request, response) =>
      json(response, 200, request.path.startsWith("/api/v2") ? answer : { status: 200, result: answer }),
    );
    await using openSource = openSourceClient(server.endpoint);
    await using managed = managedClient(server.endpoint);
    expect(await openSource.dashboards.validate({ name: "", tiles: [] })).toEqual(verdict);
    expect(await managed.dashboards.validate({ name: "", tiles: [] })).toEqual(verdict);
  });

  test("returns no result if the server does not offer it", async () => {
    await using server = await TestServer.start((_request, response) =>
      json(response, 404, { error: "NOT_FOUND: x", status: 404 }),
    );
    await using client = managedClient(server.endpoint);
    expect(await client.dashboards.validate({ name: "a", tiles: [] })).toBeUndefined();
  });

  test("causes an error if the response has no boolean", async () => {
    await using server = await TestServer.start((_request, response) => json(response, 200, { errors: [] }));
    await using client = openSourceClient(server.endpoint);
    expect(String(await rejection(client.dashboards.validate({ name: "a", tiles: [] })))).toContain(
      "no validation result",
    );
  });
});

test("the rows of a chart have numbers for numeric texts, and keep every digit", async () => {
  await using server = await TestServer.start((_request, response) =>
    json(response, 200, {
      data: [
        { ts_bucket: 1700000000000, group: ["api"], "series_0.data": "42", "series_1.data": 0.5 },
        { ts_bucket: 1700000060000, group: [], "series_0.data": "18446744073709551615", "series_1.data": null },
        { __hdx_time_bucket: "2026-01-01 00:00:00", series_0: "-7", ServiceName: "api" },
      ],
    }),
  );
  await using client = openSourceClient(server.endpoint);
  const rows = await client.charts.querySeries({ startTime: 1, endTime: 2, series: [] });
  expect(rows.map(({ bucket, group, values }) => [bucket, group, Object.fromEntries(values)])).toEqual([
    [1700000000000, ["api"], { 0: 42, 1: 0.5 }],
    [1700000060000, [], { 0: "18446744073709551615", 1: null }],
    ["2026-01-01 00:00:00", [], { 0: -7 }],
  ]);
});
