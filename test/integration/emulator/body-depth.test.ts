import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedIds } from "../../../src/emulator";
import { basic, created, dashboard, lineConfig, type Running, start } from "../../support/emulator/support";

const stateFile = join(mkdtempSync(join(tmpdir(), "body-depth-")), "state.json");
const holder = {} as Running & { board: string; tile: string };

beforeAll(async () => {
  Object.assign(holder, await start({ stateFile }));
  const { id, tiles } = await created(holder.openSource, dashboard(lineConfig));
  Object.assign(holder, { board: id, tile: tiles[0].id });
});

afterAll(() => holder.emulator.stop());

const arrays = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

/** Sends a body as text, because a JSON serializer fails on a deeply nested value. */
async function send(method: string, path: string, body: string) {
  const { openSource, managed } = holder.endpoints;
  const authorization = path.startsWith("/v1/")
    ? basic(managed.keyId, managed.keySecret)
    : `Bearer ${openSource.accessKey}`;
  const headers = { authorization, "content-type": "application/json" };
  const response = await fetch(openSource.endpoint + path, { method, headers, body });
  return { status: response.status, text: await response.text() };
}

const keysPath = () => `/v1/organizations/${holder.endpoints.managed.organizationId}/keys`;

/** The name of a request in the test, its method, and its path. */
const requests: [string, string, () => string][] = [
  ["the create of a dashboard", "POST", () => "/api/v2/dashboards"],
  ["the update of a dashboard", "PUT", () => `/api/v2/dashboards/${holder.board}`],
  ["the create of an alert", "POST", () => "/api/v2/alerts"],
  ["the validation of a dashboard", "POST", () => "/api/v2/dashboards/validate"],
  ["the create of a key", "POST", keysPath],
  ["the update of a key", "PATCH", () => `${keysPath()}/${seedIds.startKey}`],
  ["an edit of a dashboard in the UI", "PATCH", () => `/ui/api/v2/dashboards/${holder.board}`],
  ["an edit of a tile in the UI", "PATCH", () => `/ui/api/v2/dashboards/${holder.board}/tiles/${holder.tile}`],
  ["a new tile in the UI", "POST", () => `/ui/api/v2/dashboards/${holder.board}/tiles`],
  ["an edit of a source in the UI", "PATCH", () => `/ui/api/v2/sources/${seedIds.logs}`],
  ["a raw write in the UI", "PUT", () => `/ui/raw/dashboards/${"b".repeat(24)}`],
  ["an edit of a key in the UI", "PATCH", () => `/ui/keys/${seedIds.startKey}`],
  ["a new fault", "POST", () => "/ui/faults"],
];

test.each(requests)("%s refuses a request body with 100,000 levels with one clear 400", async (_name, method, path) => {
  for (const deep of [arrays(100_000), objects(100_000)]) {
    const { status, text } = await send(method, path(), `{"name":"Deep","tiles":[],"config":${deep}}`);
    expect(status).toBe(400);
    expect(text).toContain("The body has more than 100 levels of arrays and objects.");
    expect(text.length).toBeLessThan(300);
  }
});

test("the emulator still responds and saves its state after request bodies with too many levels", async () => {
  await send("PATCH", `/ui/api/v2/dashboards/${holder.board}`, `{"notes":${arrays(100_000)}}`);
  const { status, json } = await holder.openSource.get(`/dashboards/${holder.board}`);
  expect(status).toBe(200);
  expect(json.data.name).toBe("Board");
  const made = await created(holder.openSource, { name: "Later", tiles: [] });
  const saved = JSON.parse(readFileSync(stateFile, "utf8"));
  expect(saved.dashboards.map(({ id }: { id: string }) => id)).toEqual([holder.board, made.id]);
});

test("a request body with 100 levels is accepted, and one with 101 levels is refused", async () => {
  const path = `/ui/api/v2/dashboards/${holder.board}`;
  expect((await send("PATCH", path, `{"notes":${arrays(99)}}`)).status).toBe(200);
  expect((await send("PATCH", path, `{"notes":${arrays(100)}}`)).status).toBe(400);
});

test("a request body with many fields on one level is accepted", async () => {
  const tags = JSON.stringify(Array.from({ length: 100_000 }, () => []));
  expect((await send("PATCH", `/ui/api/v2/dashboards/${holder.board}`, `{"notes":${tags}}`)).status).toBe(200);
});
