import { spawnSync } from "node:child_process";
import { getEventListeners } from "node:events";
import { join } from "node:path";
import { abandonable, anySignal, onAbort, systemClock } from "../../../src/client/waiting";
import { openSourceClient, rejection } from "../../support/client/clients";
import { json, TestServer } from "../../support/client/http-server";

const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;
const ID = "650000000000000000000001";

test("hundreds of calls with one stop signal leave no listener", async () => {
  const stop = new AbortController();
  const seen: number[] = [];
  await using server = await TestServer.start((request, response) => {
    seen.push(listeners(stop.signal));
    json(response, 200, { data: request.path.endsWith(ID) ? { id: ID } : [] });
  });
  await using client = openSourceClient(server.endpoint, { signal: stop.signal });
  const { signal } = stop;
  await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      index % 3 === 0
        ? client.sources.list({ signal })
        : index % 3 === 1
          ? client.dashboards.get(ID, { signal })
          : client.alerts.read(ID, { signal }),
    ),
  );
  expect(Math.max(...seen)).toBeGreaterThan(10);
  expect(listeners(signal)).toBe(0);
});

test("Node reports no listener leak when hundreds of calls wait for one signal", () => {
  const program = `
    const { onAbort } = require(${JSON.stringify(join(__dirname, "..", "..", "..", "src", "client", "waiting.ts"))});
    const { signal } = new AbortController();
    for (let count = 0; count < 300; count += 1) onAbort(signal, () => undefined);
    process.on("warning", () => process.exit(1));
    setImmediate(() => process.stdout.write("no warning"));
  `;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", "--eval", program], {
    encoding: "utf8",
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "no warning", stderr: "" });
});

test("calls with separate signals leave no listener on the client's signal", async () => {
  const stop = new AbortController();
  await using server = await TestServer.start((_request, response) => json(response, 200, { data: [] }));
  await using client = openSourceClient(server.endpoint, { signal: stop.signal });
  const callers = Array.from({ length: 50 }, () => new AbortController().signal);
  await Promise.all(callers.map((signal) => client.sources.list({ signal })));
  expect([...callers, stop.signal].map(listeners)).toEqual(Array(51).fill(0));
});

test("an abort ends every waiting call with the signal's reason, and leaves no listener", async () => {
  const stop = new AbortController();
  let arrived = 0;
  await using server = await TestServer.start(() => {
    arrived += 1;
    if (arrived === 16) {
      stop.abort(new Error("enough"));
    }
  });
  await using client = openSourceClient(server.endpoint, { signal: stop.signal });
  const calls = Array.from({ length: 100 }, () => rejection(client.sources.list()));
  // Requests wait for the first response, which shows the rate limit. Here no response arrives. Without a rate limit,
  // the requests would be sent immediately.
  expect(arrived).toBeLessThanOrEqual(16);
  stop.abort(new Error("enough"));
  expect(new Set((await Promise.all(calls)).map(String))).toEqual(new Set(["Error: enough"]));
  expect(listeners(stop.signal)).toBe(0);
});

test("a removed callback is not called", () => {
  const stop = new AbortController();
  const called: string[] = [];
  onAbort(stop.signal, () => called.push("kept"));
  onAbort(stop.signal, () => called.push("taken back"))();
  stop.abort();
  expect(called).toEqual(["kept"]);
});

test("an aborted signal calls the callback immediately and keeps no listener", async () => {
  const signal = AbortSignal.abort(new Error("over"));
  const called: string[] = [];
  onAbort(signal, () => called.push("at once"));
  expect(called).toEqual(["at once"]);
  expect(listeners(signal)).toBe(0);
  expect(await rejection(abandonable(new Promise(() => undefined), signal))).toEqual(new Error("over"));
});

test("the first of two signals to abort determines the reason, and neither keeps a listener", async () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const { signal, forget } = anySignal([one.signal, other.signal, undefined]);
  other.abort(new Error("other"));
  one.abort(new Error("one"));
  forget();
  expect(signal?.reason).toEqual(new Error("other"));
  expect(listeners(one.signal)).toBe(0);
  expect(listeners(other.signal)).toBe(0);
});

test("a signal that is passed twice is returned unchanged", () => {
  const { signal } = new AbortController();
  expect(anySignal([signal, signal]).signal).toBe(signal);
});

test("shared work continues when one caller aborts", async () => {
  const stop = new AbortController();
  const work = systemClock.sleep(20).then(() => "done");
  const left = rejection(abandonable(work, stop.signal));
  stop.abort(new Error("leaving"));
  expect(await left).toEqual(new Error("leaving"));
  expect(await work).toBe("done");
  expect(listeners(stop.signal)).toBe(0);
});

test("many waiting timers with one signal end with its reason, and leave no listener", async () => {
  const stop = new AbortController();
  const sleeping = Array.from({ length: 20 }, () => rejection(systemClock.sleep(60_000, stop.signal)));
  stop.abort(new Error("wake up"));
  expect(new Set((await Promise.all(sleeping)).map(String))).toEqual(new Set(["Error: wake up"]));
  expect(listeners(stop.signal)).toBe(0);
});
