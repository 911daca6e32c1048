import type { ServerResponse } from "node:http";
import { inspect } from "node:util";
import type { LogLine } from "../../../../src/client";
import { createLog, errorOf, logThrown } from "../../../../src/plugin/log/log";
import { diagnosticsOf } from "../../../../src/plugin/rpc/diagnostic-messages";
import { failureOf } from "../../../../src/resources/shared/report-failure";
import { managedClient, openSourceClient, rejection, type TestClient } from "../../../support/client/clients";
import { json, TestServer, text } from "../../../support/client/http-server";

const SECRET = "4b1dNEWSECRETOFTHISKEY000000000000000000";
const TOKEN = "T00000000/B11111111/xoxbHookToken";

/** Returns all texts of an error that a crash, a log or a diagnostic can print. */
function everythingOf(error: unknown, lines: readonly LogLine[]): string {
  const diagnostics = failureOf(error, "test") ?? [];
  return [inspect(error, { depth: 20, showHidden: true }), inspect(lines), JSON.stringify(diagnostics)].join("\n");
}

async function failing(
  respond: (response: ServerResponse, method: string) => void,
  work: (client: TestClient) => Promise<unknown>,
  open: typeof managedClient,
): Promise<string> {
  const lines: LogLine[] = [];
  await using server = await TestServer.start(({ method }, response) => respond(response, method));
  await using client = open(server.endpoint, { log: (line) => lines.push(line) });
  const error = await rejection(work(client));
  return everythingOf(error, lines);
}

const KEY = `{"status":200,"requestId":"8a7b0000-0000-4000-8000-000000000000","result":{"keyId":"A1","keySecret":"${SECRET}","key":{`;

test.each<[string, string]>([
  ["is cut off", KEY],
  ["has an extra comma", `${KEY}},}}`],
  ["begins with other text", `ok ${KEY}}}}`],
  ["has no key", `${KEY}}}}`],
])("no secret is shown anywhere if the response to a new key has a text that %s", async (_, body) => {
  const printed = await failing(
    (response, method) =>
      method === "POST"
        ? text(response, 200, body, "application/json")
        : json(response, 200, { status: 200, result: [] }),
    (client) => client.apiKeys.create({ name: "ci", state: "enabled", ipAccessList: [], assignedRoleIds: [] }),
    managedClient,
  );
  expect(printed).toContain("returned 200");
  expect(printed).not.toContain(SECRET.slice(0, 12));
});

test("no address is shown from a truncated list of webhooks", async () => {
  const printed = await failing(
    (response) => text(response, 200, `{"data":[{"url":"https://hooks.slack.com/services/${TOKEN}`, "application/json"),
    (client) => client.webhooks.list(),
    openSourceClient,
  );
  expect(printed).toContain("a body that is not valid JSON (application/json, 83 bytes)");
  expect(printed).not.toContain("xoxb");
});

test.each([400, 403, 409, 422, 500])(
  "a refusal (%d) that repeats the webhook is shown without the webhook's secrets",
  async (status) => {
    const webhook = {
      name: "Slack",
      service: "generic",
      url: `https://user:passw0rd@hooks.example/services/${TOKEN}?token=query-secret`,
      headers: { Authorization: "Bearer header-secret" },
      queryParams: { key: "parameter-secret" },
    };
    const printed = await failing(
      (response, method) => {
        if (method === "GET") {
          return json(response, 200, { data: [], meta: { total: 0, limit: 1000, offset: 0 } });
        }
        const { pathname, searchParams } = new URL(webhook.url);
        json(response, status, {
          message: [
            `cannot use ${webhook.url}`,
            `path ${pathname}, query ${searchParams}, last part ${pathname.split("/").at(-1)}`,
            `sent ${JSON.stringify(webhook)} ${encodeURIComponent(webhook.url)}`,
          ].join("; "),
        });
      },
      (client) => client.webhooks.create(webhook),
      openSourceClient,
    );
    expect(printed).toContain("cannot use");
    for (const secret of ["passw0rd", "xoxbHookToken", "query-secret", "header-secret", "parameter-secret"]) {
      expect(printed).not.toContain(secret);
    }
  },
);

test("an error about a response that is not HTTP contains no bytes of the response", async () => {
  await using server = await TestServer.start((_request, response) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\nx-key: ${SECRET}\r\ncontent-length: broken\r\n\r\n`);
  });
  await using client = openSourceClient(server.endpoint);
  const error = await rejection(client.dashboards.list());
  expect(String(error)).toContain("the response is not HTTP");
  expect(everythingOf(error, [])).not.toContain(SECRET);
});

test("an unexpected syntax error is logged and reported without the text that it quotes", () => {
  const thrown = (() => {
    try {
      return JSON.parse(`secret ${SECRET}`);
    } catch (error) {
      return error;
    }
  })();
  expect(String(thrown)).toContain("secret 4");
  const written: string[] = [];
  const log = createLog({ level: "error", module: "test", write: (line) => written.push(line) });
  const [diagnostic] = diagnosticsOf(thrown, "create", log);
  logThrown(log, thrown, "uncaught exception");
  const printed = written.join("") + JSON.stringify(diagnostic);
  expect(printed).toContain("secrets-in-bodies.test.ts");
  expect(printed).not.toContain("secret 4");
  expect(errorOf(thrown).message).toContain("JSON");
});
