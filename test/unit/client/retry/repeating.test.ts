import { ApiError, ConnectionError, OutcomeUnknownError, UnexpectedResponseError } from "../../../../src/client";
import { createClient } from "../../../../src/resources/client";
import { ACCESS_KEY, managedClient, objectId, openSourceClient, rejection } from "../../../support/client/clients";
import { json, TestServer } from "../../../support/client/http-server";
import { ManualClock } from "../manual-clock";

const ID = "650000000000000000000001";
const BODY = { name: "Checkout", tiles: [] };
const STOP = new Error("the stop");

/** Returns a client with the clock of the test. */
function manual(endpoint: string, signal?: AbortSignal) {
  const clock = new ManualClock();
  const openSource = { endpoint, accessKey: ACCESS_KEY };
  const client = createClient({ userAgent: "tests", environment: {}, openSource, ...(signal && { signal }) }, clock);
  return { client, clock, [Symbol.asyncDispose]: () => client.close() };
}

test("the client searches for a lost create after half a second, or after a longer retry pause", async () => {
  await using server = await TestServer.start((request, response) => {
    if (request.method === "GET") {
      json(response, 200, { data: [] });
    } else if (server.seen.length < 9) {
      response.destroy();
    } else {
      json(response, 200, { data: { ...BODY, id: ID } });
    }
  });
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.create(BODY);
  const [first, second, third, fourth] = client.clock.pauses;
  expect(first).toBe(500);
  expect(second).toBeGreaterThanOrEqual(500);
  expect(third).toBeGreaterThanOrEqual(800);
  expect(fourth).toBeGreaterThanOrEqual(1600);
});

test("a create whose response was lost after an hour is found by the time of its request", async () => {
  const sentAt = Date.now();
  const later = new Date(sentAt + 3_600_000).toUTCString();
  const stored: object[] = [];
  await using server = await TestServer.start(async (request, response) => {
    if (request.method === "GET") {
      return json(response, 200, { data: stored }, { date: later });
    }
    stored.push({ ...BODY, id: objectId(sentAt) });
    await run.clock.advance(3_600_000);
    response.destroy();
  });
  await using run = manual(server.endpoint);
  const created = run.client.dashboards.create(BODY);
  await run.clock.advanceUntil(created, 100);
  expect(stored).toEqual([await created]);
});

test("the error of a write with an unknown outcome contains the time of the first try", async () => {
  const stop = new AbortController();
  const begun = Date.now();
  await using server = await TestServer.start(async (_request, response) => {
    if (server.seen.length === 1) {
      await run.clock.advance(40_000);
    }
    stop.abort(STOP);
    response.destroy();
  });
  await using run = manual(server.endpoint, stop.signal);
  const error = rejection(run.client.dashboards.update(ID, BODY));
  await run.clock.advanceUntil(error, 1000);
  const { sentAt, message } = (await error) as OutcomeUnknownError;
  expect(begun - sentAt.getTime()).toBeGreaterThan(20_000);
  expect(begun - sentAt.getTime()).toBeLessThanOrEqual(40_000);
  expect(message).toContain("Its response was lost: No response from 127.0.0.1");
});

test("a create that was answered with a redirect is neither searched nor repeated", async () => {
  await using server = await TestServer.start((_request, response) =>
    response.writeHead(300, { location: "/elsewhere" }).end(),
  );
  await using client = openSourceClient(server.endpoint);
  expect(await rejection(client.dashboards.create(BODY))).toBeInstanceOf(UnexpectedResponseError);
  expect(server.lines).toEqual(["POST /api/v2/dashboards"]);
});

test("an update throws the connection error if its connection always breaks and no stop was requested", async () => {
  await using server = await TestServer.start((_request, response) => response.destroy());
  await using client = openSourceClient(server.endpoint);
  expect(await rejection(client.dashboards.update(ID, BODY))).toBeInstanceOf(ConnectionError);
  expect(server.seen.length).toBeGreaterThan(5);
});

describe("a request after a stop", () => {
  test("throws the server's refusal if a write was refused before the stop", async () => {
    const stop = new AbortController();
    await using server = await TestServer.start((_request, response) => {
      stop.abort(STOP);
      setImmediate(() => json(response, 400, { message: "no" }));
    });
    await using client = openSourceClient(server.endpoint, { signal: stop.signal });
    expect(await rejection(client.dashboards.update(ID, BODY))).toBeInstanceOf(ApiError);
  });

  test("throws the signal's reason if the stop is between two tries of a read", async () => {
    const stop = new AbortController();
    await using server = await TestServer.start((_request, response) => response.destroy());
    await using run = manual(server.endpoint, stop.signal);
    const error = rejection(run.client.dashboards.list());
    while (run.clock.sleeping === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    stop.abort(STOP);
    expect(await error).toBe(STOP);
    expect(server.seen).toHaveLength(1);
  });

  test("leaves no timer after a write has ended, before or after the stop", async () => {
    const stop = new AbortController();
    await using server = await TestServer.start((_request, response, count) => {
      if (count === 2) {
        stop.abort(STOP);
      }
      setImmediate(() => json(response, 200, { data: { id: ID, ...BODY } }));
    });
    await using run = manual(server.endpoint, stop.signal);
    await run.client.dashboards.update(ID, BODY);
    await run.client.dashboards.update(ID, BODY);
    await run.clock.advance(0);
    expect(run.clock.sleeping).toBe(0);
  });

  test("leaves no timer after a create that ended before the stop", async () => {
    const stop = new AbortController();
    await using server = await TestServer.start((_request, response) =>
      json(response, 200, { data: { ...BODY, id: ID } }),
    );
    await using run = manual(server.endpoint, stop.signal);
    await run.client.dashboards.create(BODY);
    stop.abort(STOP);
    await run.clock.advance(0);
    expect(run.clock.sleeping).toBe(0);
  });

  test("throws the server's refusal of a write even if the refusal arrives after the time limit", async () => {
    const stop = new AbortController();
    await using server = await TestServer.start(async (_request, response) => {
      stop.abort(STOP);
      await run.clock.advance(20_000);
      json(response, 400, { message: "no" });
    });
    await using run = manual(server.endpoint, stop.signal);
    expect(await rejection(run.client.dashboards.update(ID, BODY))).toBeInstanceOf(ApiError);
  });

  test("reports an API key that could not be deleted, even after the time limit", async () => {
    const stop = new AbortController();
    const id = "aaaaaaaa-0000-4000-8000-00000000000a";
    const name = "ci (creating 3f9a2c81d04b)";
    await using server = await TestServer.start((request, response) => {
      if (request.method === "POST") {
        stop.abort(STOP);
      }
      if (request.method === "GET") {
        json(response, 200, { result: [{ id, name }] });
      } else {
        response.destroy();
      }
    });
    await using client = managedClient(server.endpoint, { signal: stop.signal });
    const error = await rejection(client.apiKeys.create({ name }));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(String(error)).toContain(`It exists with the id ${id}, but its secret was in the lost response`);
  });
});
