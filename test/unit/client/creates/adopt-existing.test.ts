import { openSourceClient } from "../../../support/client/clients";
import { json, TestServer } from "../../../support/client/http-server";

const BODY = { name: "Checkout", tiles: [] };
const id = (digit: number) => String(digit).padStart(24, "6");

/** Starts a server with these dashboards, and records its requests other than lists. */
async function serverWith(stored: readonly object[]) {
  const server = await TestServer.start((request, response) =>
    json(response, 200, { data: request.method === "GET" ? stored : { ...BODY, id: id(9) } }),
  );
  const posts = () => server.lines.filter((line) => line.startsWith("POST")).length;
  return Object.assign(server, { posts });
}

test("a create with permission to adopt uses the only equal object and sends no create request", async () => {
  await using server = await serverWith([
    { ...BODY, id: id(1), name: "Another" },
    { ...BODY, id: id(2) },
  ]);
  await using client = openSourceClient(server.endpoint);
  expect((await client.dashboards.create(BODY, { adopts: true })).id).toBe(id(2));
  expect(server.posts()).toBe(0);
});

test.each([
  ["no object is equal", [{ ...BODY, id: id(1), tags: ["x"] }]],
  [
    "two objects are equal",
    [
      { ...BODY, id: id(1) },
      { ...BODY, id: id(2) },
    ],
  ],
])("a create with permission to adopt creates a new object if %s", async (_name, stored) => {
  await using server = await serverWith(stored);
  await using client = openSourceClient(server.endpoint);
  expect((await client.dashboards.create(BODY, { adopts: true })).id).toBe(id(9));
  expect(server.posts()).toBe(1);
});

test("two equal creates do not adopt the same object", async () => {
  await using server = await serverWith([{ ...BODY, id: id(1) }]);
  await using client = openSourceClient(server.endpoint);
  const create = () => client.dashboards.create(BODY, { adopts: true });
  const made = await Promise.all([create(), create()]);
  expect(made.map((each) => each.id)).toEqual([id(1), id(9)]);
});

test("a create without permission to adopt does not request the list", async () => {
  await using server = await serverWith([{ ...BODY, id: id(1) }]);
  await using client = openSourceClient(server.endpoint);
  expect((await client.dashboards.create(BODY)).id).toBe(id(9));
  expect(server.lines).toEqual(["POST /api/v2/dashboards"]);
});
