import type { Emulator } from "../../../../src/emulator";
import type { ObjectValue } from "../../../../src/plugin";
import { startEmulator } from "../../../support/emulator/emulator-for-tests";
import { FaultProxy, type ProxiedResponse } from "../../../support/fault-proxy";
import { KeyEngine } from "../../../support/key-engine";
import { ProviderProcess } from "../../../support/provider-process";
import { ui } from "../../../support/ui";

const DAY = 86_400_000;
const START = Date.parse("2026-03-01T00:00:00Z");
const rotated = (version: string): ObjectValue => ({
  name: "ci",
  allow_any_ip: true,
  secret_in_state: true,
  overlap: "7d",
  keepers: { version },
});

const provider = new ProviderProcess();
afterAll(() => provider[Symbol.asyncDispose]());

let now: number;
let emulator: Emulator;
let proxy: FaultProxy;
let engine: KeyEngine;

beforeEach(async () => {
  now = START;
  emulator = await startEmulator({ now: () => new Date(now) });
  proxy = new FaultProxy(emulator.endpoints.managed.endpoint);
  engine = new KeyEngine(emulator, provider);
  engine.endpoint = await proxy.start();
});

afterEach(async () => {
  await proxy.stop();
  await emulator.stop();
});

/** Changes the JSON of every response of the API. */
function rewrite(change: (path: string, body: string) => string): void {
  proxy.handle = async (exchange) => {
    const response: ProxiedResponse = await exchange.forward();
    exchange.send({ ...response, body: Buffer.from(change(exchange.request.path, response.body.toString())) });
  };
}

/** Removes some keys from the list of keys. */
function hide(...ids: readonly unknown[]): void {
  rewrite((path, body) => {
    if (!path.endsWith("/keys")) {
      return body;
    }
    const document = JSON.parse(body) as { result: readonly { id: string }[] };
    if (!Array.isArray(document.result)) {
      return body;
    }
    return JSON.stringify({ ...document, result: document.result.filter(({ id }) => !ids.includes(id)) });
  });
}

async function storedIds(): Promise<readonly string[]> {
  const { data } = (await ui(emulator, "GET", "/keys")) as { data: readonly { id: string; name: string }[] };
  return data.filter(({ name }) => name !== "Emulator admin").map(({ id }) => id);
}

describe("an incomplete list of keys", () => {
  test("does not remove the current key from the state", async () => {
    await engine.apply(rotated("1"));
    hide(engine.get("id"));
    expect(await engine.plan(rotated("1"))).toBe("unchanged");
    expect(await engine.plan(rotated("2"))).toBe("replaced");
  });

  test("does not remove a key from the state if its rotation was interrupted before its rename", async () => {
    emulator.failNext({ method: "PATCH", path: "/v1/organizations/*/keys/*", status: 501 });
    await engine.apply(rotated("1"));
    hide(engine.get("id"));
    expect(await engine.apply(rotated("1"))).toBe("updated");
    expect(await engine.plan(rotated("1"))).toBe("unchanged");
    expect(await storedIds()).toEqual([engine.get("id")]);
  });

  test("does not prevent the delete of the previous generation after its overlap", async () => {
    await engine.apply(rotated("1"));
    const previous = engine.get("id");
    await engine.apply(rotated("2"));
    expect(await engine.apply(rotated("2"))).toBe("unchanged");
    hide(previous);
    expect(await engine.plan(rotated("2"))).toBe("unchanged");
    expect(engine.get("generations")).toMatchObject([{ id: previous }]);
    now += 8 * DAY;
    expect(await engine.apply(rotated("2"))).toBe("updated");
    expect(await storedIds()).toEqual([engine.get("id")]);
    expect(await engine.plan(rotated("2"))).toBe("unchanged");
  });

  test("does not prevent the delete of the previous generation in a destroy", async () => {
    await engine.apply(rotated("1"));
    const previous = engine.get("id");
    await engine.apply(rotated("2"));
    expect(await engine.apply(rotated("2"))).toBe("unchanged");
    hide(previous, engine.get("id"));
    expect(await engine.apply(null)).toBe("destroyed");
    expect(await storedIds()).toEqual([]);
  });

  test("does not prevent that a deleted key is reported as deleted", async () => {
    await engine.apply(rotated("1"));
    await ui(emulator, "DELETE", `/keys/${engine.get("id")}`);
    expect(await engine.plan(rotated("1"))).toBe("created");
  });
});

describe("key ids in upper case", () => {
  const upperCaseIds = (body: string) =>
    body.replace(/"id":"([0-9a-f-]{36})"/g, (_, id: string) => `"id":"${id.toUpperCase()}"`);

  test.each([
    ["in every response", () => true],
    ["in the list only", (path: string) => path.endsWith("/keys")],
  ])("%s identify the same keys during a complete rotation", async (_, isUpper) => {
    rewrite((path, body) => (isUpper(path) ? upperCaseIds(body) : body));
    await engine.apply(rotated("1"));
    const first = engine.get("id");
    expect(await engine.plan(rotated("1"))).toBe("unchanged");
    await engine.apply(rotated("2"));
    expect(await engine.plan(rotated("2"))).toBe("unchanged");
    expect(engine.get("generations")).toMatchObject([{ id: first }]);
    expect(engine.warnings).toEqual([]);
    now += 8 * DAY;
    expect(await engine.apply(rotated("2"))).toBe("updated");
    expect(await storedIds()).toHaveLength(1);
    expect(await engine.apply(null)).toBe("destroyed");
    expect(await storedIds()).toEqual([]);
  });

  test("stay unchanged in the state, and updates and destroys use the right key", async () => {
    await engine.apply(rotated("1"));
    await engine.apply(rotated("2"));
    const id = String(engine.get("id")).toUpperCase();
    const generations = (engine.get("generations") as readonly ObjectValue[]).map((each) => ({
      ...each,
      id: String(each.id).toUpperCase(),
    }));
    if (engine.current) {
      engine.current = { ...engine.current, value: { ...engine.current.value, id, generations } };
    }
    expect(await engine.apply({ ...rotated("2"), name: "cd" })).toBe("updated");
    expect(engine.get("id")).toBe(id);
    expect(await engine.plan({ ...rotated("2"), name: "cd" })).toBe("unchanged");
    expect(engine.warnings).toEqual([]);
    expect(await engine.apply(null)).toBe("destroyed");
    expect(await storedIds()).toEqual([]);
  });
});

describe("the server's Date header", () => {
  const TWENTY_YEARS = 20 * 365 * DAY;
  const aged: ObjectValue = { ...rotated("1"), keepers: null, rotate_every: "30d" };

  beforeEach(async () => {
    await emulator.stop();
    emulator = await startEmulator();
    await proxy.stop();
    proxy = new FaultProxy(emulator.endpoints.managed.endpoint);
    engine = new KeyEngine(emulator, provider);
    engine.endpoint = await proxy.start();
  });

  /** Adds some time to the date of every response. */
  function shiftDates(milliseconds: number): void {
    proxy.handle = async (exchange) => {
      const response = await exchange.forward();
      const date = new Date(Date.now() + milliseconds).toUTCString();
      exchange.send({ ...response, headers: { ...response.headers, date } });
    };
  }

  test.each([
    ["20 years in the future", TWENTY_YEARS],
    ["20 years in the past", -TWENTY_YEARS],
    ["25 hours in the future", 25 * 3_600_000],
  ])("starts no rotation if it has %s, and causes one warning", async (_, shift) => {
    await engine.apply(aged);
    shiftDates(shift);
    expect(await engine.plan(aged)).toBe("unchanged");
    expect(engine.warnings).toEqual(["The Date header of the server is ignored"]);
  });

  test("is the time of the server if it is within 24 hours of the local clock", async () => {
    const hourly = { ...aged, rotate_every: "20h", overlap: "1h" };
    await engine.apply(hourly);
    shiftDates(21 * 3_600_000);
    expect(await engine.plan(hourly)).toBe("replaced");
    expect(engine.warnings).toEqual([]);
  });
});

test("a Date header is ignored if it differs too much from the separate clock of the emulator", async () => {
  const aged: ObjectValue = { ...rotated("1"), keepers: null, rotate_every: "30d" };
  await engine.apply(aged);
  proxy.handle = async (exchange) => {
    const response = await exchange.forward();
    exchange.send({ ...response, headers: { ...response.headers, date: new Date(START + 900 * DAY).toUTCString() } });
  };
  expect(await engine.plan({ ...aged, rotate_every: "10000d" })).toBe("updated");
  expect(engine.warnings).toEqual(["The Date header of the server is ignored"]);
});
