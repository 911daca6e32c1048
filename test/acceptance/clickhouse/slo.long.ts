import { App, TerraformStack } from "cdktf";
import { count, Slo, type SloProps, sum } from "../../../src";
import { synthesized } from "../../../src/testing";
import { ClickHouseEngine } from "../../support/clickhouse/engine";
import { TABLES } from "../../support/clickhouse/tables";
import { temporaryFolder } from "../../support/constructs/synthesize";

/** The queries of objectives run on the engine of ClickHouse. */

let engine: ClickHouseEngine;
const END = Date.parse("2026-06-30T12:00:00Z");
const MINUTE = 60_000;

beforeAll(async () => {
  engine = await ClickHouseEngine.start(temporaryFolder());
  await engine.run(...TABLES);
  const instant = (time: number) => new Date(time).toISOString().replace("T", " ").replace("Z", "");
  // One request per minute for 31 days. In the last 6 minutes every second request fails. Before, one of 100 requests
  // fails.
  const spans = Array.from({ length: 31 * 1440 }, (_, minute) => {
    const isBad = minute < 6 ? minute % 2 === 0 : minute % 100 === 0;
    return {
      Timestamp: instant(END - minute * MINUTE - MINUTE / 2),
      ServiceName: minute % 2 === 0 ? "checkout" : "cart",
      StatusCode: isBad ? "Error" : "Ok",
      Duration: isBad ? 2_000_000_000 : 500_000_000,
    };
  });
  // Events with a time in the future do not count.
  await engine.insert("otel_traces", [...spans, { ...spans[0], Timestamp: instant(END + MINUTE) }]);
});

afterAll(() => engine[Symbol.asyncDispose]());

type Given = Pick<SloProps, "good" | "bad" | "latency" | "total" | "where" | "minEvents">;

/** Returns the values of the number tiles of an objective of 90 % at the end of the data, or another time. */
async function valuesOf(given: Given, now = END): Promise<Readonly<Record<string, number>>> {
  const stack = new TerraformStack(new App(), "test");
  const props = {
    ...{
      name: "S",
      objective: 0.9,
      source: "0123456789abcdef01234567",
      whereLanguage: "sql",
      notify: [{ type: "webhook", webhookId: "0123456789abcdef01234567" }],
    },
    alerts: { fast: { factor: 9 }, slow: { long: "3d" } },
    ...given,
  };
  new Slo(stack, "slo", props as unknown as SloProps);
  const [dashboard] = synthesized(stack).dashboards;
  const queries = Object.entries(dashboard?.tiles ?? {}).flatMap(([key, { config }]) =>
    "sqlTemplate" in config ? [[key, String(config.sqlTemplate)] as const] : [],
  );
  const time = `toDateTime64('${new Date(now).toISOString().slice(0, 19).replace("T", " ")}', 3, 'UTC')`;
  const found = queries.map(async ([key, query]) => {
    const sql = query
      .replace(/`[^`]*`\.`[^`]*`/, "otel_traces")
      .replaceAll(/\$\{[^}]*timestamp_value_expression[^}]*\}/g, "Timestamp")
      .replaceAll("now()", time);
    const [row] = await engine.rows<Record<string, number>>(sql);
    return [key, Number(Number(Object.values(row ?? {})[0]).toPrecision(8))] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** Share of bad events in a window before the end, for one service or for both. */
function expected(minutes: number, isCounted = (_: number) => true): number {
  const counted = Array.from({ length: minutes }, (_, minute) => minute).filter(isCounted);
  const bad = counted.filter((minute) => (minute < 6 ? minute % 2 === 0 : minute % 100 === 0));
  return bad.length / counted.length;
}

const rate = (long: number, short: number, isCounted?: (minute: number) => boolean) =>
  Number((Math.min(expected(long, isCounted), expected(short, isCounted)) / 0.1).toPrecision(8));

test.each([
  ["bad events", { bad: count({ where: "StatusCode = 'Error'" }) }],
  ["good events", { good: count({ where: "StatusCode != 'Error'" }) }],
  ["a latency", { latency: { below: "1s" } }],
  ["sums", { bad: sum("StatusCode = 'Error'"), total: sum("1") }],
] as const)("the queries of an objective with %s return the lower burn rate of both windows", async (_, level) => {
  expect(await valuesOf(level as Given)).toEqual({
    budget_left: Number((1 - expected(30 * 1440) / 0.1).toPrecision(8)),
    burn_fast: rate(60, 5),
    burn_medium: rate(360, 30),
    burn_slow: rate(4320, 360),
  });
});

test("the queries of an objective with a condition and alternatives read only the events of the objective", async () => {
  const isCheckout = (minute: number) => minute % 2 === 0;
  const where = "ServiceName = 'checkout' OR ServiceName = 'other'";
  const values = await valuesOf({ bad: count({ where: "StatusCode = 'Error' OR 1 = 0" }), where });
  expect(values.burn_fast).toBe(rate(60, 5, isCheckout));
  expect(values.burn_slow).toBe(rate(4320, 360, isCheckout));
});

test("no burn rate is above 0 without events, or with fewer events than the minimum", async () => {
  const bad = count({ where: "StatusCode = 'Error'" });
  const none = { budget_left: 1, burn_fast: 0, burn_medium: 0, burn_slow: 0 };
  expect(await valuesOf({ bad }, END + 400 * 1440 * MINUTE)).toEqual(none);
  const stopped = await valuesOf({ bad }, END + 20 * MINUTE);
  expect([stopped.burn_fast, (stopped.burn_medium ?? 0) > 0]).toEqual([0, true]);
  const few = await valuesOf({ bad, minEvents: 61 });
  expect([few.burn_fast, few.burn_medium]).toEqual([0, rate(360, 30)]);
});
