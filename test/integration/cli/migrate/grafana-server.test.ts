import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readServer } from "../../../../src/cli/commands/migrate/input/grafana-server";
import { readDocuments } from "../../../../src/cli/commands/migrate/input/read-documents";

let server: Server;
let requests: { readonly method: string; readonly url: string; readonly token: string | undefined }[];
let responses: Readonly<Record<string, unknown>>;

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    requests.push({ method, url, token: headers.authorization });
    const body = headers.authorization === "Bearer secret" ? responses[url] : undefined;
    response.writeHead(body === undefined ? 403 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(body ?? { message: "Forbidden" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/grafana/`;

const PANEL = { id: 1, type: "stat", libraryPanel: { uid: "lib1" } };

const WHOLE = {
  "/grafana/api/search?type=dash-db&limit=1000&page=1": [{ uid: "shop/1" }],
  "/grafana/api/dashboards/uid/shop%2F1": {
    dashboard: { uid: "shop/1", title: "Shop", panels: [PANEL] },
    meta: { folderTitle: "Team A" },
  },
  "/grafana/api/datasources": [
    {
      uid: "ch",
      name: "CH",
      type: "grafana-clickhouse-datasource",
      access: "proxy",
      jsonData: { defaultDatabase: "otel" },
    },
  ],
  "/grafana/api/library-elements?kind=1&perPage=1000": {
    result: {
      elements: [
        {
          uid: "lib1",
          model: {
            type: "stat",
            targets: [
              { refId: "A", datasource: { uid: "ch" }, rawSql: "SELECT 1", rawQuery: true, editorMode: "code" },
            ],
          },
        },
      ],
    },
  },
  "/grafana/api/v1/provisioning/alert-rules/export?format=json": {
    groups: [{ name: "g", folder: "F", interval: "5m", rules: [{ uid: "r", title: "R", condition: "A", data: [] }] }],
  },
  "/grafana/api/v1/provisioning/contact-points": [{ uid: "c", name: "Slack", type: "slack", settings: {} }],
  "/grafana/api/v1/provisioning/policies": { receiver: "Slack", routes: [] },
};

test("dashboards, rules, contact points and policies of a running Grafana are read with GET requests", async () => {
  responses = WHOLE;
  const { documents, problems } = await readServer(address(), { GRAFANA_TOKEN: "secret" });
  const input = readDocuments(documents, problems);
  expect(input.problems).toEqual([]);
  expect(input.dashboards).toMatchObject([{ title: "Shop", folder: "Team A", file: "/api/dashboards/uid/shop%2F1" }]);
  expect(input.dashboards[0]?.sections[0]?.panels[0]?.queries).toMatchObject([{ plugin: "grafana", sql: "SELECT 1" }]);
  expect(input.rules).toMatchObject([{ title: "R", intervalSeconds: 300 }]);
  expect(input.contactPoints).toMatchObject([{ name: "Slack" }]);
  expect(input.policies).toMatchObject([{ receiver: "Slack" }]);
  expect(input.databases.get("ch")).toBe("otel");
  expect(new Set(requests.map(({ method, token }) => `${method} ${token}`))).toEqual(new Set(["GET Bearer secret"]));
});

test("a part that the token may not read is a problem, and the rest is read", async () => {
  const { "/grafana/api/v1/provisioning/policies": _, ...readable } = WHOLE;
  responses = readable;
  const { documents, problems } = await readServer(address(), { GRAFANA_TOKEN: "secret" });
  expect(documents).toHaveLength(5);
  expect(problems).toEqual([
    {
      file: "/api/v1/provisioning/policies",
      reason: expect.stringMatching(
        /^127\.0\.0\.1:\d+ responded to \/api\/v1\/provisioning\/policies with status 403\.$/,
      ),
    },
  ]);
});

test("a search is repeated until a page is not full", async () => {
  const page = Array.from({ length: 1000 }, (_, index) => ({ uid: `d${index}` }));
  responses = {
    "/grafana/api/search?type=dash-db&limit=1000&page=1": page,
    "/grafana/api/search?type=dash-db&limit=1000&page=2": [{ uid: "last" }],
  };
  await readServer(address(), { GRAFANA_TOKEN: "secret" });
  expect(requests.filter(({ url }) => url.startsWith("/grafana/api/dashboards/"))).toHaveLength(1001);
});

test("a refused token is an error that does not contain the token", async () => {
  responses = WHOLE;
  const failure = readServer(address(), { GRAFANA_TOKEN: "wrong-token" });
  await expect(failure).rejects.toThrow(/with status 403\. Fix: Check the address and GRAFANA_TOKEN\.$/);
  await expect(failure).rejects.not.toThrow(/wrong-token/);
});

test.each([
  ["without a token", "http://127.0.0.1:1", {}, "GRAFANA_TOKEN is not set."],
  [
    "for a plain http address of another machine",
    "http://grafana.example.com",
    { GRAFANA_TOKEN: "t" },
    "Fix: Use https.",
  ],
  [
    "for an address with a password",
    "https://a:b@grafana.example.com",
    { GRAFANA_TOKEN: "t" },
    "The address of --url is not valid.",
  ],
  ["for a server that does not run", "http://127.0.0.1:1", { GRAFANA_TOKEN: "t" }, "Grafana cannot be read."],
])("one error with a fix is reported %s", async (_, url, environment, message) => {
  await expect(readServer(url, environment)).rejects.toThrow(message);
  await expect(readServer(url, environment)).rejects.toThrow("Fix: ");
});
