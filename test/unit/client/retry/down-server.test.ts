import type { ConnectionError, LogLine } from "../../../../src/client";
import { openSourceClient, rejection } from "../../../support/client/clients";
import { json, TestServer } from "../../../support/client/http-server";
import { RefusingPort } from "../../../support/refusing-port";

const BODY = { name: "Checkout", tiles: [] };
const ID = "650000000000000000000001";
const QUERY = { startTime: 0, endTime: 1, series: [] };

/** Returns a client and the numbers of its tries since the last call of `take`. */
function counted(endpoint: string, onTry: () => void = () => undefined) {
  const tries: number[] = [];
  const log = ({ attempt }: LogLine) => {
    tries.push(attempt);
    onTry();
  };
  const client = openSourceClient(endpoint, { log });
  return Object.assign(client, { take: () => tries.splice(0) });
}

test("a read is not repeated while the server is known to be down, and a write is repeated", async () => {
  await using refusing = await RefusingPort.hold();
  await using client = counted(`http://127.0.0.1:${refusing.port}`);
  await rejection(client.dashboards.list());
  const first = client.take();
  expect(first.length).toBeGreaterThan(2);
  expect(first).toEqual(first.map((_, index) => index + 1));
  expect(((await rejection(client.alerts.list())) as ConnectionError).code).toBe("ECONNREFUSED");
  expect(client.take()).toEqual([1]);
  await rejection(client.dashboards.update(ID, BODY));
  expect(client.take()).toEqual(first);
});

test("an aborted read does not prevent retries of other reads", async () => {
  const stop = new AbortController();
  await using refusing = await RefusingPort.hold();
  await using client = counted(`http://127.0.0.1:${refusing.port}`, () => stop.abort(new Error("the stop")));
  expect(await rejection(client.dashboards.list({ signal: stop.signal }))).toEqual(new Error("the stop"));
  expect(client.take()).toEqual([1]);
  await rejection(client.alerts.list());
  expect(client.take().length).toBeGreaterThan(2);
});

test.each([
  ["the server's own error", 500, 1],
  ["a gateway that found no server", 502, 3],
])("a query is repeated unless the database refused it: %s", async (_name, status, least) => {
  await using server = await TestServer.start((_request, response) => json(response, status, { message: "no" }));
  await using client = counted(server.endpoint);
  await rejection(client.charts.querySeries(QUERY as never));
  const tries = client.take().length;
  expect(Math.min(tries, 3)).toBe(least);
});

test("a read is repeated if the API itself reports an error", async () => {
  await using server = await TestServer.start((_request, response, count) =>
    count === 1 ? json(response, 500, { message: "no" }) : json(response, 200, { data: [] }),
  );
  await using client = openSourceClient(server.endpoint);
  expect(await client.dashboards.list()).toEqual([]);
});
