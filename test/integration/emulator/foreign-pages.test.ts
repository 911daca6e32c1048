import { request } from "node:http";
import { type Emulator, seedIds } from "../../../src/emulator";
import { type Running, start } from "../../support/emulator/support";

type Headers = Readonly<Record<string, string>>;

/** Sends a request with any `Host` and `Origin` header, as a browser does for a page of another site. */
function send(emulator: Emulator, method: string, path: string, headers: Headers, body?: string) {
  const { endpoint } = emulator.endpoints.openSource;
  return new Promise<{ readonly status: number | undefined; readonly text: string }>((resolve, reject) => {
    const sent = request(endpoint + path, { method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const WEBHOOK = `/ui/api/v2/webhooks/${seedIds.slackWebhook}`;
const RENAME = JSON.stringify({ name: "Changed by another site" });
const JSON_TYPE = { "content-type": "application/json" };

describe("a web page of another site", () => {
  let running: Running;
  let port: string;

  beforeAll(async () => {
    running = await start({ allowedHosts: ["emulator", "Clickstack.Internal"] });
    port = new URL(running.endpoints.openSource.endpoint).port;
  });

  afterAll(() => running.emulator.stop());

  const get = (path: string, headers: Headers) => send(running.emulator, "GET", path, headers);
  const rename = (headers: Headers) => send(running.emulator, "PATCH", WEBHOOK, { ...JSON_TYPE, ...headers }, RENAME);
  const nameOfWebhook = async () => (await running.ui.get(`/api/v2/webhooks/${seedIds.slackWebhook}`)).json.data.name;

  test.each([
    "attacker.example",
    "attacker.example:80",
    "127.0.0.1.attacker.example",
    "localhost.attacker.example",
    "10.0.0.1",
    "[::",
  ])("cannot read the page and the UI endpoints under the host name %j", async (host) => {
    for (const path of ["/", "/ui/secrets", "/ui/keys", WEBHOOK, "/UI/keys", "/ui/page/page.js"]) {
      const { status, text } = await get(path, { host });
      expect(path).toBe(path);
      expect(status).toBe(421);
      expect(JSON.parse(text).message).toMatch(
        /^The emulator does not serve its page and its UI endpoints under the host .+\. Fix: Open http:\/\/127\.0\.0\.1:\d+, or start the emulator with --allow-host <name>\.$/,
      );
    }
  });

  test.each([
    "localhost",
    "LOCALHOST",
    "app.localhost",
    "127.0.0.1",
    "127.8.9.10",
    "[::1]",
    "emulator",
    "clickstack.internal",
  ])("is not suspected in a request with the local host name %s", async (name) => {
    expect((await get("/ui/keys", { host: `${name}:${port}` })).status).toBe(200);
    expect((await get("/ui/keys", { host: name })).status).toBe(200);
  });

  test.each([
    "https://attacker.example",
    "http://localhost:1",
    "null",
    "http://127.0.0.1.attacker.example",
    "file://",
    "not an origin",
  ])("cannot change an object from the origin %s", async (origin) => {
    const before = await nameOfWebhook();
    const { status, text } = await rename({ origin });
    expect(status).toBe(403);
    expect(JSON.parse(text).message).toBe(
      `The emulator refuses requests of pages from the origin ${JSON.stringify(origin)}. Fix: Send the request from the emulator's own page, or without the header Origin.`,
    );
    expect(await nameOfWebhook()).toBe(before);
    expect((await get("/ui/secrets", { origin })).status).toBe(403);
  });

  test("is distinguished from the page of the emulator, which can change objects", async () => {
    const origin = `http://localhost:${port}`;
    expect((await rename({ host: `localhost:${port}`, origin })).status).toBe(200);
    expect(await nameOfWebhook()).toBe("Changed by another site");
    expect((await rename({ host: "emulator", origin: "https://emulator" })).status).toBe(200);
  });

  test("can send API requests, which require credentials", async () => {
    const authorization = `Bearer ${running.endpoints.openSource.accessKey}`;
    const headers = { host: "api.example.com", authorization };
    expect((await get("/api/v2/alerts", headers)).status).toBe(200);
    expect((await get("/health", { host: "api.example.com" })).status).toBe(200);
    const made = await send(
      running.emulator,
      "POST",
      "/api/v2/webhooks",
      { ...headers, ...JSON_TYPE },
      JSON.stringify({ name: "Pager", service: "generic", url: "https://example.com/pager" }),
    );
    expect(made.status).toBe(200);
  });
});

test("an emulator that listens on every address serves its page under each address of the machine", async () => {
  const { emulator } = await start({ host: "0.0.0.0" });
  try {
    const port = new URL(emulator.endpoints.openSource.endpoint).port;
    expect((await send(emulator, "GET", "/ui/keys", { host: `127.0.0.1:${port}` })).status).toBe(200);
    expect((await send(emulator, "GET", "/ui/keys", { host: `0.0.0.0:${port}` })).status).toBe(421);
    expect((await send(emulator, "GET", "/ui/keys", { host: `attacker.example:${port}` })).status).toBe(421);
  } finally {
    await emulator.stop();
  }
});
