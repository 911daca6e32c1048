import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { seedIds } from "../../../src/emulator";
import { client, dashboard, lineConfig, running, start } from "../../support/emulator/support";

const emulator = running();
const url = (path: string) => emulator.endpoints.openSource.endpoint + path;
const bearer = () => ({ Authorization: `Bearer ${emulator.endpoints.openSource.accessKey}` });

test.each([
  ["no header", () => ({})],
  ["an unknown key", () => ({ Authorization: "Bearer 00000000-0000-4000-8000-000000000000" })],
  ["the word Bearer in lower case", () => ({ Authorization: bearer().Authorization.replace("Bearer", "bearer") })],
  ["the key without the word Bearer", () => ({ Authorization: emulator.endpoints.openSource.accessKey })],
])("a 401 response is plain text: %s", async (_name, headers) => {
  const response = await fetch(url("/api/v2/alerts"), { headers: headers() as Record<string, string> });
  expect(response.status).toBe(401);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await response.text()).toBe("Unauthorized");
});

test("the access key is a UUID of version 4", () => {
  expect(emulator.endpoints.openSource.accessKey).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

test("invalid JSON is reported before the authentication", async () => {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(url("/api/v2/alerts"), { method: "POST", headers, body: "{" });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ message: "Invalid JSON payload" });
});

test("a request body of more than 32 MiB returns 413", async () => {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ name: "x".repeat(33 * 1024 * 1024) });
  // The request uses a separate connection, because the server may close an idle one while the large body is created
  // and sent.
  const sent = request(url("/api/v2/alerts"), { method: "POST", headers, agent: false });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(413);
  expect(await json(response)).toEqual({ message: "Something went wrong :(" });
});

test.each([
  ["application/octet-stream", "name: Required; tiles: Required"],
  ["text/plain", "Expected object, received string"],
])("a request body of the content type %s is not read as JSON", async (type, text) => {
  const headers = { ...bearer(), "Content-Type": type };
  const body = JSON.stringify(dashboard(lineConfig));
  const response = await fetch(url("/api/v2/dashboards"), { method: "POST", headers, body });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ message: `Body validation failed: ${text}` });
});

test.each([
  ["GET", "/api/v2/nothing"],
  ["PATCH", "/api/v2/dashboards/abcdefghijkl"],
  ["GET", `/api/v2/webhooks/${seedIds.slackWebhook}`],
  ["DELETE", "/api/v2/dashboards"],
  ["GET", "/elsewhere"],
])("a path that does not exist returns an HTML page: %s %s", async (method, path) => {
  const response = await fetch(url(path), { method, headers: bearer() });
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(await response.text()).toContain(`<pre>Cannot ${method} ${path}</pre>`);
});

test("the root path of the API returns the version and the user, and never the key", async () => {
  const response = await emulator.openSource.get("");
  expect(response.json).toEqual({
    version: "v2",
    user: expect.objectContaining({ id: seedIds.user, email: "ada@example.com", team: seedIds.team }),
  });
  expect(response.text).not.toContain(emulator.endpoints.openSource.accessKey);
  expect((await fetch(url("/api/v2"))).status).toBe(401);
});

test.each(["/health", "/ready"])("%s requires no credentials and returns the version", async (path) => {
  const response = await fetch(url(path));
  expect([response.status, await response.json()]).toEqual([200, { data: "OK", version: "2.40.0" }]);
});

test.each([
  ["/alerts", "application/json; charset=utf-8", '{"message":"Forbidden"}'],
  ["/webhooks", "application/json; charset=utf-8", '{"message":"Forbidden"}'],
  ["/sources", "application/json; charset=utf-8", '{"message":"Forbidden"}'],
  ["/saved-searches", "application/json; charset=utf-8", '{"message":"Forbidden"}'],
  ["/dashboards", "text/plain; charset=utf-8", "Forbidden"],
  ["/connections", "text/plain; charset=utf-8", "Forbidden"],
  ["/team", "text/plain; charset=utf-8", "Forbidden"],
])("a user without a team is refused by %s", async (path, type, text) => {
  const alone = await start({ switches: { userWithoutTeam: true } });
  const response = await alone.openSource.get(path);
  expect(response.status).toBe(403);
  expect(response.headers.get("content-type")).toBe(type);
  expect(response.text).toBe(text);
  await alone.emulator.stop();
});

test("a user without a team is refused by the charts endpoint after the schema check", async () => {
  const alone = await start({ switches: { userWithoutTeam: true } });
  expect((await alone.openSource.post("/charts/series", {})).status).toBe(400);
  const series = [{ sourceId: seedIds.logs, aggFn: "count", where: "", groupBy: [] }];
  const body = { startTime: 1_780_000_000_000, endTime: 1_780_000_100_000, series };
  const response = await alone.openSource.post("/charts/series", body);
  expect(response.status).toBe(403);
  expect(response.json).toEqual({ error: "Team context missing" });
  await alone.emulator.stop();
});

test("the old access key stops working immediately after a rotation", async () => {
  const other = await start();
  const rotated = await other.ui.post("/access-key");
  expect((await other.openSource.get("/sources")).status).toBe(401);
  const headers = { Authorization: `Bearer ${rotated.json.data.accessKey}` };
  const fresh = client(`${other.endpoints.openSource.endpoint}/api/v2`, headers);
  expect((await fresh.get("/sources")).status).toBe(200);
  await other.emulator.stop();
});

test("a stop of the emulator closes kept-alive connections immediately", async () => {
  const other = await start();
  await other.openSource.get("/sources");
  await other.emulator.stop();
  await expect(other.openSource.get("/sources")).rejects.toThrow();
});
