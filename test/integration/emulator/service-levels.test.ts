import { App, TerraformStack } from "cdktf";
import { ClickStackProvider, count, Slo, Source, Webhook } from "../../../src";
import { seedIds } from "../../../src/emulator";
import { callCli } from "../../support/cli/call-cli";
import { executableFile, temporaryFolder } from "../../support/constructs/synthesize";
import { type Json, running } from "../../support/emulator/support";
import { environmentFor } from "../../support/environment";

const emulator = running();
const HOUR = 3_600_000;
/** A Saturday and a Sunday, which have the fewest events. */
const HOURS = 48;
const startTime = Date.parse("2026-06-06T00:00:00Z");
const checkout = "ServiceName = 'checkout'";

/** Counts the events of two conditions in each hour of a weekend. */
async function countedHours(first: string, second: string): Promise<readonly (readonly [number, number])[]> {
  const counted = { sourceId: seedIds.traces, aggFn: "count", whereLanguage: "sql", groupBy: [] };
  const { json } = await emulator.openSource.post("/charts/series", {
    ...{ startTime, endTime: startTime + HOURS * HOUR, granularity: "1h" },
    series: [first, second].map((where) => ({ ...counted, where })),
  });
  return json.data.map((row: Json) => [Number(row["series_0.data"] ?? 0), Number(row["series_1.data"] ?? 0)] as const);
}

/** Forms of the conditions of bad and of good events that the construct `Slo` creates. */
const badParts = [
  ["errors of all events", "level:error", ""],
  ["errors of one service", `(${checkout}) AND (StatusCode = 'Error')`, checkout],
  [
    "errors by status",
    `(${checkout} AND SpanKind = 'Server') AND (status >= 500)`,
    `${checkout} AND SpanKind = 'Server'`,
  ],
  ["slow events", `(${checkout}) AND (Duration >= 800000000)`, checkout],
] as const;

test.each(badParts)(
  "%s leave more than half of the error budget of 99.9 %% in each hour of a weekend",
  async (_, bad, all) => {
    const hours = await countedHours(bad, all);
    expect(hours).toHaveLength(HOURS);
    const budgetsLeft = hours.map(([events, total]) => 1 - events / total / 0.001);
    expect(Math.min(...budgetsLeft)).toBeGreaterThan(0.5);
    expect(Math.max(...budgetsLeft)).toBeLessThan(1);
    expect(Math.min(...hours.map(([, total]) => total))).toBeGreaterThan(20_000);
  },
);

test.each([
  ["StatusCode != 'Error'", "StatusCode = 'Error'"],
  ["NOT (StatusCode = 'Error')", "StatusCode = 'Error'"],
  ["Duration < 800000000", "Duration >= 800000000"],
  ["-level:error", "level:error"],
  ["Body NOT LIKE '%timeout%'", "Body LIKE '%timeout%'"],
])("the events of the negated condition %s are exactly all events without those of %s", async (good, bad) => {
  const goodAndAll = await countedHours(`(${checkout}) AND (${good})`, checkout);
  const badAndAll = await countedHours(`(${checkout}) AND (${bad})`, checkout);
  expect(goodAndAll.map(([events]) => events)).toEqual(badAndAll.map(([events, all]) => all - events));
});

test("more than 99 percent of the events have the status Ok", async () => {
  for (const [good, all] of await countedHours("StatusCode = 'Ok'", "")) {
    expect(good / all).toBeGreaterThan(0.999);
  }
});

describe("an objective of 99.9 % without errors in the logs", () => {
  const outdir = temporaryFolder();

  beforeAll(() => {
    const app = new App({ outdir });
    const stack = new TerraformStack(app, "shop");
    new ClickStackProvider(stack, "clickstack", { executable: executableFile() });
    new Slo(stack, "logs", {
      ...{ name: "Checkout", objective: 0.999, source: Source.byName(stack, "Logs") },
      ...{ where: "ServiceName:checkout", bad: count({ where: "level:error" }) },
      notify: [Webhook.byName(stack, "Slack oncall")],
    });
    app.synth();
  });

  test("has a dashboard drawing with more than half of the error budget left on a Wednesday", async () => {
    // An hour at night or on a weekend has few events, so a few errors use more of its budget.
    const clock = jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-06-03T12:00:00Z"));
    const { stdout } = await callCli(["preview", outdir, "--series"], environmentFor(emulator.endpoints));
    clock.mockRestore();
    const [, budget] = /Error budget left, selected time[^%]*? ([\d.]+)%/.exec(stdout) ?? [];
    expect(Number(budget)).toBeGreaterThan(50);
    expect(Number(budget)).toBeLessThan(100);
  });

  test("has burn-rate alerts that do not fire in a back-test", async () => {
    const words = ["backtest", outdir, "--last", "3d", "--json", "--no-cache"];
    const { stdout } = await callCli(words, environmentFor(emulator.endpoints));
    const { alerts } = JSON.parse(stdout);
    expect(alerts.map(({ name, firings }: Json) => [name, firings])).toEqual([
      ["Checkout: fast burn", []],
      ["Checkout: medium burn", []],
      ["Checkout: slow burn", []],
    ]);
  });
});

test.each([
  ["negations", `${"NOT ".repeat(25_000)}a`],
  ["brackets", `${"(".repeat(25_000)}a${")".repeat(25_000)}`],
])("a condition with thousands of nested %s selects some of the events, but not all", async (_, condition) => {
  const [first] = await countedHours(condition, "");
  expect(first?.[0]).toBeGreaterThan(0);
  expect(first?.[0]).toBeLessThan(Number(first?.[1]));
});
