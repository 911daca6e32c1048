import { managedClient, openSourceClient, rejection } from "../../../support/client/clients";
import { json, TestServer } from "../../../support/client/http-server";

const alert = (index: number) => ({ id: index.toString(16).padStart(24, "0"), name: null });
const offsetOf = (path: string) => Number(new URL(path, "http://x").searchParams.get("offset"));

test("pages are read up to the total that the server reports", async () => {
  const all = Array.from({ length: 2500 }, (_, index) => alert(index));
  await using server = await TestServer.start((request, response) => {
    const offset = offsetOf(request.path);
    json(response, 200, { data: all.slice(offset, offset + 1000), meta: { total: all.length, limit: 1000, offset } });
  });
  await using client = openSourceClient(server.endpoint);
  expect(await client.alerts.list()).toEqual(all);
  expect(server.lines.map((line) => line.split("?")[1])).toEqual([
    "limit=1000&offset=0",
    "limit=1000&offset=1000",
    "limit=1000&offset=2000",
  ]);
});

test("without a total, the client reads pages until a page contains no new object", async () => {
  const all = Array.from({ length: 250 }, (_, index) => alert(index));
  await using server = await TestServer.start((request, response) => {
    const offset = offsetOf(request.path);
    json(response, 200, { status: 200, result: all.slice(offset, offset + 100) });
  });
  await using client = managedClient(server.endpoint);
  expect(await client.alerts.list()).toEqual(all);
});

test("a server that ignores limit and offset gets at most two requests", async () => {
  await using server = await TestServer.start((_request, response) =>
    json(response, 200, { status: 200, result: [alert(1)] }),
  );
  await using client = managedClient(server.endpoint);
  expect(await client.alerts.list()).toEqual([alert(1)]);
  expect(server.seen).toHaveLength(2);
});

test("an empty list is one request", async () => {
  await using server = await TestServer.start((_request, response) => json(response, 200, { status: 200, result: [] }));
  await using client = managedClient(server.endpoint);
  expect(await client.alerts.list()).toEqual([]);
  expect(server.seen).toHaveLength(1);
});

test("a list with too many pages causes an error", async () => {
  await using server = await TestServer.start((_request, response, count) =>
    json(response, 200, { status: 200, result: [alert(count)] }),
  );
  await using client = managedClient(server.endpoint);
  expect(String(await rejection(client.alerts.list()))).toContain("a list with too many pages");
  expect(server.seen).toHaveLength(100);
});

test("lists of resource types without pages are requested without limit and offset", async () => {
  await using server = await TestServer.start((_request, response) => json(response, 200, { data: [] }));
  await using client = openSourceClient(server.endpoint);
  await client.dashboards.list();
  expect(server.lines).toEqual(["GET /api/v2/dashboards"]);
});

test("an id that is missing in a list of several pages is requested, because objects move between pages", async () => {
  const all = Array.from({ length: 1500 }, (_, index) => alert(index));
  await using server = await TestServer.start((request, response) => {
    if (request.path.endsWith(`/${alert(7777).id}`)) {
      json(response, 200, { data: alert(7777) });
      return;
    }
    const offset = offsetOf(request.path);
    json(response, 200, { data: all.slice(offset, offset + 1000), meta: { total: all.length, limit: 1000, offset } });
  });
  await using client = openSourceClient(server.endpoint);
  await client.alerts.readAll();
  expect((await client.alerts.read(alert(7777).id))?.id).toBe(alert(7777).id);
});
