import type { ServerResponse } from "node:http";
import { IncompleteListError, OutcomeUnknownError } from "../../../../src/client";
import {
  managedClient,
  objectId,
  openSourceClient,
  plainNotFound,
  rejection,
  uuid,
} from "../../../support/client/clients";
import { json, TestServer } from "../../../support/client/http-server";

const ids = Array.from({ length: 7 }, () => objectId());
const dashboard = (id: string) => ({ id, name: "n", tiles: [] });
const dashboards = ids.map(dashboard);

/** Reports a total in one of the forms that servers use. */
type Announce = (total: number) => { readonly body?: object; readonly headers?: Record<string, string> };

const FORMS: readonly (readonly [string, Announce])[] = [
  ["meta.total", (total) => ({ body: { meta: { total } } })],
  ["meta.total and a larger page size", (total) => ({ body: { meta: { total, limit: 1000, offset: 0 } } })],
  ["totalCount", (total) => ({ body: { totalCount: total } })],
  ["totalCount as text", (total) => ({ body: { totalCount: String(total) } })],
  ["X-Total-Count", (total) => ({ headers: { "X-Total-Count": String(total) } })],
  ["the larger of two totals", (total) => ({ body: { meta: { total: 2 }, totalCount: total } })],
];

const queryOf = (path: string) => new URL(path, "http://x").searchParams;
const idOf = (path: string) => new URL(path, "http://x").pathname.split("/")[4];

/** Returns two dashboards per page, and each dashboard by its id. */
function pagingServer(announce: Announce, refusal?: number) {
  return TestServer.start(({ path }, response) => {
    const id = idOf(path);
    const found = dashboards.find((each) => each.id === id);
    if (id !== undefined) {
      return found ? json(response, 200, { data: found }) : plainNotFound(response);
    }
    const offset = Number(queryOf(path).get("offset"));
    if (refusal !== undefined && offset > 0) {
      return json(response, refusal, { message: "Unrecognized key(s) in object: 'offset'" });
    }
    const { body, headers } = announce(dashboards.length);
    json(response, 200, { data: dashboards.slice(offset, offset + 2), ...body }, headers);
  });
}

test.each(FORMS)(
  "a client requests the next page of a list until %s is reached, also for a type without pages",
  async (_, announce) => {
    await using server = await pagingServer(announce);
    await using client = openSourceClient(server.endpoint);
    expect((await client.dashboards.list()).map(({ id }) => id)).toEqual(ids);
    expect(server.lines).toEqual([
      "GET /api/v2/dashboards",
      ...[2, 4, 6].map((offset) => `GET /api/v2/dashboards?limit=1000&offset=${offset}`),
    ]);
  },
);

test.each(
  FORMS.flatMap(([form, announce]) => [400, 403, 404, 405].map((refusal) => [form, refusal, announce] as const)),
)(
  "an object after the last page that the server returns is read by its id (%s, refused with %i)",
  async (_, refusal, announce) => {
    await using server = await pagingServer(announce, refusal);
    await using client = openSourceClient(server.endpoint);
    await client.dashboards.holdAll();
    expect(await client.dashboards.read(ids[6] ?? "")).toEqual(dashboards[6]);
    expect(await client.dashboards.read(objectId())).toBeUndefined();
    expect(server.seen).toHaveLength(4);
  },
);

test("an object that is missing in a list is requested once by its id", async () => {
  await using server = await pagingServer(() => ({}));
  await using client = openSourceClient(server.endpoint);
  const found = await Promise.all([...ids, ...ids].map((id) => client.dashboards.read(id)));
  expect(found.map((each) => each?.id)).toEqual([...ids, ...ids]);
  expect(server.lines).toEqual(["GET /api/v2/dashboards", ...ids.slice(2).map((id) => `GET /api/v2/dashboards/${id}`)]);
});

test("an object that is missing in a list stays in state if its get fails", async () => {
  await using server = await TestServer.start(({ path }, response) =>
    idOf(path) === undefined ? json(response, 200, { data: [] }) : json(response, 403, { message: "Forbidden" }),
  );
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.readAll();
  expect(await rejection(client.dashboards.read(ids[0] ?? ""))).toMatchObject({ kind: "forbidden" });
});

test("a managed object that list and get both lack needs one more request", async () => {
  await using server = await TestServer.start(({ path }, response) =>
    path.endsWith("/dashboards")
      ? json(response, 200, { status: 200, result: [] })
      : json(response, 404, { status: 404, error: "NOT_FOUND: Unknown Error", requestId: uuid(9) }),
  );
  await using client = managedClient(server.endpoint);
  await client.dashboards.readAll();
  expect(await client.dashboards.read(ids[0] ?? "")).toBeUndefined();
  expect(server.seen).toHaveLength(2);
});

test("an object that this process deleted is not requested again", async () => {
  await using server = await TestServer.start(({ method }, response) =>
    json(response, 200, method === "GET" ? { data: dashboards } : {}),
  );
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.readAll();
  await client.dashboards.delete(ids[0] ?? "");
  expect(await client.dashboards.read(ids[0] ?? "")).toBeUndefined();
  expect(server.lines.filter((line) => line.startsWith("GET"))).toEqual(["GET /api/v2/dashboards"]);
});

test("a webhook that is missing in a list counts as deleted only if the list is complete", async () => {
  const webhook = (id: string) => ({ id, name: "n", service: "slack" });
  const [first = "", second = ""] = ids;
  let total = 2;
  await using server = await TestServer.start((_request, response) =>
    json(response, 200, { data: [webhook(first)], totalCount: total }),
  );
  await using incomplete = openSourceClient(server.endpoint);
  expect(await rejection(incomplete.webhooks.read(second))).toBeInstanceOf(IncompleteListError);
  total = 1;
  await using complete = openSourceClient(server.endpoint);
  expect(await complete.webhooks.read(second)).toBeUndefined();
});

test("a create whose response was lost is not repeated if the list is incomplete", async () => {
  await using server = await TestServer.start(({ method }, response) => {
    if (method === "POST") {
      response.destroy();
    } else {
      json(response, 200, { data: [], meta: { total: 1 } });
    }
  });
  await using client = openSourceClient(server.endpoint);
  const error = await rejection(client.dashboards.create({ name: "n", tiles: [] }));
  expect(error).toBeInstanceOf(OutcomeUnknownError);
  expect(String(error)).toContain("incomplete list of the dashboards");
  expect(server.lines.filter((line) => line.startsWith("POST"))).toHaveLength(1);
});

test("a create whose response was lost is found in an incomplete list", async () => {
  const stored: object[] = [];
  const id = objectId();
  await using server = await TestServer.start(({ method, body }, response) => {
    if (method === "POST") {
      stored.push({ ...(body as object), id, createdAt: new Date().toISOString() });
      response.destroy();
    } else {
      json(response, 200, { data: stored, meta: { total: 2 } });
    }
  });
  await using client = openSourceClient(server.endpoint);
  expect((await client.dashboards.create({ name: "n", tiles: [] })).id).toBe(id);
  expect(server.lines.filter((line) => line.startsWith("POST"))).toHaveLength(1);
});

describe("a UUID in upper case", () => {
  const id = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee";
  const other = "aaaaaaaa-bbbb-4ccc-8ddd-ffffffffffff";
  const keys = [id, other].map((each) => ({ id: each.toUpperCase(), name: each }));
  const respond = ({ path }: { path: string }, response: ServerResponse) => {
    const asked = path.split("/")[5]?.toLowerCase();
    const found = keys.find((key) => key.id.toLowerCase() === asked);
    json(response, 200, { status: 200, result: asked === undefined ? keys : found });
  };

  test("is the same id in lists, shared reads and single reads", async () => {
    await using server = await TestServer.start(respond);
    await using client = managedClient(server.endpoint);
    expect((await client.apiKeys.list()).map((key) => key.id)).toEqual([id, other]);
    const [one, upper] = await Promise.all([client.apiKeys.read(id), client.apiKeys.read(other.toUpperCase())]);
    expect(one?.id).toEqual(id);
    expect(upper?.id).toEqual(other);
    expect((await client.apiKeys.get(id))?.id).toBe(id);
    expect(server.seen).toHaveLength(3);
  });
});
