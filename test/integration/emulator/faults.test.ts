import { seedIds } from "../../../src/emulator";
import { dashboard, type Json, lineConfig, start } from "../../support/emulator/support";

const count = async (list: Promise<{ json: Json }>): Promise<number> => (await list).json.data.length;

test("a fault with a request number occurs once, with the error message of the deployment", async () => {
  const { emulator, openSource, clickStack } = await start({
    faults: [
      { request: 2, status: 503 },
      { request: 3, status: 503 },
      { request: 4, status: 429 },
      { request: 5, status: 429 },
    ],
  });
  expect((await openSource.get("/sources")).status).toBe(200);
  const second = await openSource.get("/sources");
  expect(second.status).toBe(503);
  expect(second.json).toEqual({ message: "Something went wrong :(" });
  const third = await clickStack.get("/sources");
  expect(third.status).toBe(503);
  expect(third.json).toEqual({
    status: 503,
    error: expect.stringMatching(/^SERVICE_UNAVAILABLE: /),
    requestId: expect.any(String),
  });
  const fourth = await openSource.get("/sources");
  expect(fourth.status).toBe(429);
  expect(fourth.headers.get("retry-after")).toBe("1");
  expect(fourth.text).toBe("Too many requests, please try again later.");
  const fifth = await clickStack.get("/sources");
  expect(fifth.status).toBe(429);
  expect(fifth.headers.get("x-ratelimit-reset")).toEqual("0.1");
  expect((await openSource.get("/sources")).status).toBe(200);
  await emulator.stop();
});

test.each([
  ["before", 0],
  ["after", 1],
] as const)("a request that is held %s its write gets no response, and leaves %i objects", async (hold, left) => {
  const { emulator, openSource } = await start();
  emulator.failNext({ request: 1, hold });
  const held = emulator.nextHeld();
  const pending = openSource.post("/dashboards", dashboard(lineConfig));
  expect(await held).toBe(1);
  expect(emulator.requests[0]?.status).toBeNull();
  expect(await count(openSource.get("/dashboards"))).toBe(left);
  await emulator.stop();
  await expect(pending).rejects.toThrow();
});

test("no object exists if the connection is cut before the write", async () => {
  const { emulator, openSource } = await start();
  emulator.failNext({ method: "POST", path: "/api/v2/dashboards", cut: "before" });
  await expect(openSource.post("/dashboards", dashboard(lineConfig))).rejects.toThrow();
  expect(await count(openSource.get("/dashboards"))).toBe(0);
  await emulator.stop();
});

test("the object exists if the connection is cut after the write", async () => {
  const { emulator, openSource } = await start();
  emulator.failNext({ method: "POST", path: "/api/v2/dashboards", cut: "after" });
  await expect(openSource.post("/dashboards", dashboard(lineConfig))).rejects.toThrow();
  expect(await count(openSource.get("/dashboards"))).toBe(1);
  expect(emulator.requests.map(({ number, method, status }) => [number, method, status])).toEqual([
    [1, "POST", null],
    [2, "GET", 200],
  ]);
  await emulator.stop();
});

test("a fault status after the write hides that the write succeeded", async () => {
  const { emulator, openSource } = await start();
  emulator.failNext({ status: 502, when: "after" });
  const response = await openSource.post("/dashboards", dashboard(lineConfig));
  expect(response.status).toBe(502);
  expect(response.json).toEqual({ message: "Something went wrong :(" });
  expect(await count(openSource.get("/dashboards"))).toBe(1);
  await emulator.stop();
});

test("a fault with an HTML response looks like a response of a proxy", async () => {
  const { emulator, clickStack } = await start({ faults: [{ path: "/v1/*/dashboards", html: 502, times: 2 }] });
  for (let call = 0; call < 2; call++) {
    expect((await clickStack.get("/sources")).status).toBe(200);
    const response = await clickStack.get("/dashboards");
    expect(response.status).toBe(502);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.text).toContain("<h1>502</h1>");
  }
  expect((await clickStack.get("/dashboards")).status).toBe(200);
  await emulator.stop();
});

test("a fault that drops fields stores the other fields of the body", async () => {
  const { emulator, openSource } = await start({
    faults: [{ method: "POST", path: "/api/v2/saved-searches", drop: ["where", "tags.0", "absent.field"] }],
  });
  const body = { name: "Errors", sourceId: seedIds.logs, where: "level:error", orderBy: "Timestamp", tags: ["a", "b"] };
  const dropped = await openSource.post("/saved-searches", body);
  expect(dropped.json.data).toMatchObject({ name: "Errors", where: "", orderBy: "Timestamp", tags: ["b"] });
  expect((await openSource.post("/saved-searches", body)).json.data).toMatchObject(body);
  await emulator.stop();
});

test("faults can be added and removed over HTTP, and invalid faults are refused", async () => {
  const { emulator, openSource, ui } = await start();
  const added = await ui.post("/faults", { method: "GET", path: "/api/v2/sources", status: 500 });
  expect(added.status).toBe(200);
  expect((await openSource.get("/alerts")).status).toBe(200);
  expect((await openSource.get("/sources")).status).toBe(500);
  await ui.post("/faults", { status: 500 });
  await ui.delete("/faults");
  expect((await openSource.get("/sources")).status).toBe(200);
  const refused = await ui.post("/faults", { status: 500, cut: "after" });
  expect(refused.status).toBe(400);
  expect(refused.json).toEqual({ message: "Give exactly one of status, html, cut, hold and drop" });
  await emulator.stop();
});

test("the request log contains requests to the API, without credentials, bodies and UI requests", async () => {
  const at = new Date("2026-06-15T12:00:00.000Z");
  const { emulator, openSource, clickStack, ui, endpoints } = await start({ now: () => at });
  await openSource.get("/alerts?limit=5");
  await clickStack.get("/webhooks");
  await openSource.post("/webhooks", { name: "n", service: "generic", url: "https://example.com/token" });
  const log = await ui.get("/requests");
  const base = `/v1/organizations/${seedIds.organization}/services/${seedIds.service}/clickstack`;
  expect(log.json.data).toEqual([
    { number: 1, method: "GET", path: "/api/v2/alerts", status: 200, deployment: "openSource", at: at.toISOString() },
    { number: 2, method: "GET", path: `${base}/webhooks`, status: 200, deployment: "managed", at: at.toISOString() },
    {
      number: 3,
      method: "POST",
      path: "/api/v2/webhooks",
      status: 200,
      deployment: "openSource",
      at: at.toISOString(),
    },
  ]);
  for (const secret of [endpoints.openSource.accessKey, endpoints.managed.keySecret, "token"]) {
    expect(log.text).not.toContain(secret);
  }
  await ui.delete("/requests");
  await openSource.get("/alerts");
  expect(emulator.requests.map(({ number, path }) => [number, path])).toEqual([[1, "/api/v2/alerts"]]);
  await emulator.stop();
});

test("configured latency delays API requests, and does not delay the UI", async () => {
  const { emulator, openSource, ui } = await start({ latencyMs: 3_600_000 });
  const response = openSource.get("/sources").catch(() => "cut off");
  let log: Json[] = [];
  while (log.length === 0) {
    log = (await ui.get("/requests")).json.data;
  }
  expect(log).toMatchObject([{ path: "/api/v2/sources", status: null }]);
  await emulator.stop();
  expect(await response).toBe("cut off");
});

test("a fault can contain response headers and a message", async () => {
  const { emulator, openSource } = await start();
  const message = "Webhook was modified concurrently; please retry with the current state";
  emulator.failNext({ status: 409, message, headers: { "X-Fault": "yes" } });
  const response = await openSource.put(`/webhooks/${seedIds.slackWebhook}`, {});
  expect(response.status).toBe(409);
  expect(response.json).toEqual({ message });
  expect(response.headers.get("x-fault")).toBe("yes");
  await emulator.stop();
});
