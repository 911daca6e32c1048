import { ApiError, type ClientSettings, type ClientWarning, RateLimitWaitError } from "../../../../src/client";
import { FixedWindowSchedule } from "../../../../src/client/limits/rate-limit-windows";
import { RateLimiter } from "../../../../src/client/limits/rate-limiter";
import { createClient } from "../../../../src/resources/client";
import { ACCESS_KEY, managedClient, ORGANIZATION, openSourceClient, rejection } from "../../../support/client/clients";
import { json, TestServer } from "../../../support/client/http-server";
import { ManualClock } from "../manual-clock";

const MINUTE = 60_000;

test.each([
  ["Retry-After in seconds", { "retry-after": "3600" }],
  ["Retry-After as a date", { "retry-after": new Date(Date.now() + 60 * MINUTE).toUTCString() }],
  ["X-RateLimit-Reset as a time", { "x-ratelimit-reset": String(Math.floor(Date.now() / 1000) + 3600) }],
])("a requested wait of an hour causes an error, and no request is sent: %s", async (_name, headers) => {
  await using server = await TestServer.start((_request, response) =>
    json(response, 429, { status: 429, error: "TOO_MANY_REQUESTS: later" }, headers),
  );
  await using client = managedClient(server.endpoint);
  const refused = (await rejection(client.apiKeys.create({ name: "ci" }))) as ApiError;
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused.message).toMatch(
    /asks to wait (59|60|61) minutes \(until 20\d\d-.*Z\), and a request waits at most 5 minutes/,
  );
  expect(refused.message).toContain("Fix: run again after that.");
  const others = await Promise.all(
    [client.apiKeys.list(), client.roles.list(), client.dashboards.list()].map(rejection),
  );
  for (const error of others) {
    expect(error).toBeInstanceOf(RateLimitWaitError);
    expect(String(error)).toMatch(/was not sent: .* admits the next one in (59|60|61) minutes/);
  }
  expect(server.lines).toEqual([`POST /v1/organizations/${ORGANIZATION}/keys`]);
});

test("a used-up window that ends in an hour causes an error", async () => {
  await using server = await TestServer.start((_request, response) =>
    json(response, 200, { data: [] }, { "ratelimit-remaining": "0", "ratelimit-reset": "3600" }),
  );
  await using client = openSourceClient(server.endpoint);
  await client.sources.list();
  expect(await rejection(client.sources.list())).toBeInstanceOf(RateLimitWaitError);
  expect(server.seen).toHaveLength(1);
});

test("the error contains the wait of an hour that an overloaded server requests", async () => {
  await using server = await TestServer.start((_request, response) =>
    json(response, 503, { message: "overloaded" }, { "retry-after": "3600" }),
  );
  await using client = openSourceClient(server.endpoint);
  const error = (await rejection(client.sources.list())) as ApiError;
  expect(error.status).toBe(503);
  expect(server.seen.length).toBe(1);
  expect(error.message).toMatch(/asks to try again in 60 minutes \(until /);
});

/** Returns a client with a separate clock, and the warnings of the client. */
function warned(endpoint: string, more: Partial<ClientSettings> = {}) {
  const clock = new ManualClock();
  const warnings: ClientWarning[] = [];
  const openSource = { endpoint, accessKey: ACCESS_KEY };
  const warn = (warning: ClientWarning) => void warnings.push(warning);
  const client = createClient({ userAgent: "tests", environment: {}, openSource, warn, ...more }, clock);
  return { client, clock, warnings, [Symbol.asyncDispose]: () => client.close() };
}

test("a wait of two minutes causes one warning for all requests, and the requests are sent after the wait", async () => {
  await using server = await TestServer.start((_request, response, count) =>
    count === 1
      ? json(response, 429, { message: "later" }, { "retry-after": "120" })
      : json(response, 200, { data: [] }, { "ratelimit-remaining": "99", "ratelimit-reset": "60" }),
  );
  await using run = warned(server.endpoint);
  const lists = Promise.all(Array.from({ length: 5 }, () => run.client.sources.list()));
  while (server.seen.length === 0 || run.clock.sleeping === 0) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(server.seen).toHaveLength(1);
  expect(run.warnings).toEqual([
    {
      summary: "The server's rate limit makes the provider wait",
      detail: expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:\d+ admits the next request in 2 minutes \(until .*Z\)\. Requests wait .* all programs with the same key share it\.$/,
      ),
    },
  ]);
  await run.clock.advanceUntil(lists, 1000);
  expect(await lists).toEqual(Array(5).fill([]));
  expect(run.warnings).toHaveLength(1);
});

test("a request that starts during a known wait causes no warning, and a later wait causes one", async () => {
  const waits = ["240", undefined, undefined, "120"];
  await using server = await TestServer.start((_request, response) => {
    const wait = waits.shift();
    if (wait === undefined) {
      json(response, 200, { data: [] });
    } else {
      json(response, 429, { message: "later" }, { "retry-after": wait });
    }
  });
  await using run = warned(server.endpoint);
  const first = run.client.sources.list();
  while (run.clock.sleeping === 0) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  await run.clock.advance(MINUTE);
  const both = Promise.all([first, run.client.webhooks.list()]);
  await run.clock.advanceUntil(both, 1000);
  await both;
  expect(run.warnings).toHaveLength(1);
  await run.clock.advanceUntil(run.client.sources.list(), 1000);
  expect(run.warnings).toHaveLength(2);
});

test("a wait for the normal window causes no warning", async () => {
  await using server = await TestServer.start((_request, response, count) =>
    json(response, 200, { data: [] }, { "ratelimit-remaining": String(count - 1), "ratelimit-reset": "60" }),
  );
  await using run = warned(server.endpoint);
  await run.client.sources.list();
  const second = run.client.sources.list();
  await run.clock.advanceUntil(second, 1000);
  expect(run.warnings).toEqual([]);
});

test("a request that is refused for ten minutes causes an error with a fix", async () => {
  await using server = await TestServer.start((_request, response) =>
    json(response, 429, { message: "Too many requests" }, { "ratelimit-remaining": "0", "ratelimit-reset": "30" }),
  );
  await using run = warned(server.endpoint);
  const error = rejection(run.client.sources.list());
  await run.clock.advanceUntil(error, 500);
  expect(await error).toBeInstanceOf(ApiError);
  expect(String(await error)).toContain("Fix: let one process at a time use this key");
  expect(run.clock.now()).toBeGreaterThan(10 * MINUTE);
  expect(run.clock.now()).toBeLessThan(11 * MINUTE);
});

test("requests that start during a wait that is too long are refused too", async () => {
  const clock = new ManualClock();
  const rateLimiter = new RateLimiter(new FixedWindowSchedule(), clock);
  const permit = await rateLimiter.enter();
  permit.onResponse({ status: 429, retryAfter: 1000 });
  const waits = await Promise.all([rateLimiter.enter(), rateLimiter.enter(undefined, undefined, true)].map(rejection));
  expect(waits.map((error) => (error as RateLimitWaitError).waitMs)).toEqual([1_000_050, 1_000_050]);
  await clock.advance(1_000_050);
  expect((await rateLimiter.enter()).waitedMs).toBe(0);
});
