import { basic, client, start } from "../../support/emulator/support";

test("the open-source deployment counts all requests of a token in one limit, also requests with failed authentication", async () => {
  const { emulator, endpoints, openSource } = await start({ limits: { openSource: { max: 3, windowMs: 60_000 } } });
  const first = await openSource.get("/sources");
  expect(first.headers.get("ratelimit-limit")).toBe("3");
  expect(first.headers.get("ratelimit-remaining")).toBe("2");
  expect(Number(first.headers.get("ratelimit-reset"))).toBeGreaterThan(0);
  expect(first.headers.get("x-ratelimit-limit")).toBeNull();
  await openSource.get("/alerts");
  await openSource.post("/dashboards/validate", {});
  const over = await openSource.get("/webhooks");
  expect(over.status).toBe(429);
  expect(over.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(over.text).toBe("Too many requests, please try again later.");
  expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await openSource.get("")).status).toBe(200);
  const other = client(`${endpoints.openSource.endpoint}/api/v2`, { Authorization: "Bearer unknown" });
  const statuses = [];
  for (let call = 0; call < 4; call++) {
    statuses.push((await other.get("/sources")).status);
  }
  expect(statuses).toEqual([401, 401, 401, 429]);
  await emulator.stop();
});

test("the open-source deployment allows 100 requests by default", async () => {
  const { emulator, openSource } = await start({ limits: {} });
  expect((await openSource.get("/sources")).headers.get("ratelimit-limit")).toBe("100");
  await emulator.stop();
});

test("the managed deployment allows 10 requests of a key in any 10 seconds, and returns the time to wait", async () => {
  let now = Date.parse("2026-01-01T00:00:00.000Z");
  const { emulator, cloud, endpoints } = await start({ limits: {}, now: () => new Date(now) });
  const { json } = await cloud.post("/keys", {
    name: "other",
    roles: ["admin"],
    ipAccessList: [{ source: "0.0.0.0/0" }],
  });
  for (let call = 0; call < 9; call++) {
    now += 100;
    expect((await cloud.get("/keys")).status).toBe(200);
  }
  const over = await cloud.get("/keys");
  expect(over.status).toBe(429);
  expect(over.headers.get("x-ratelimit-reset")).toEqual("9.1");
  expect(over.json).toEqual({
    status: 429,
    error: expect.stringMatching(/^TOO_MANY_REQUESTS: /),
    requestId: expect.any(String),
  });
  const { endpoint, organizationId } = endpoints.managed;
  const other = client(`${endpoint}/v1/organizations/${organizationId}`, {
    Authorization: basic(json.result.keyId, json.result.keySecret),
  });
  expect((await other.get("/keys")).status).toBe(200);
  now += 9_100;
  expect((await cloud.get("/keys")).status).toBe(200);
  const again = await cloud.get("/keys");
  expect(again.status).toBe(429);
  expect(again.headers.get("x-ratelimit-reset")).toEqual("0.1");
  await emulator.stop();
});
