import type { Contents } from "../../src/cli/project/contents/contents";
import { testAlert } from "../../src/cli/server/backtest/test-alert";
import { testableAlert } from "../../src/cli/server/backtest/testable-alert";
import { usingClient } from "../../src/cli/server/open-client";
import type { ApiFields } from "../../src/drawing";
import type { Firing } from "../../src/evaluation/evaluate";
import { evaluateAlert, type Series, type SeriesValue, type SynthesizedAlert, series } from "../../src/testing";
import fixture from "./alert-evaluation.json";
import { type Row, SeriesServer } from "./series-server";

interface ExpectedFiring extends Omit<ApiFields, "start"> {
  start: string;
  firedAt: string;
  end: string;
  peakAt: string;
}

interface Case {
  name: string;
  why: string;
  alert: ApiFields;
  chart?: ApiFields;
  search?: ApiFields;
  from: string;
  to: string;
  rows: readonly (readonly [time: string, values: Row["values"]])[];
  firings: readonly ExpectedFiring[];
}

const cases = fixture.cases as unknown as readonly Case[];

/** Returns a time on 2026-06-01 from `HH:MM`, or a complete time. */
const timeOf = (text: string): number => Date.parse(/^\d\d:\d\d$/.test(text) ? `2026-06-01T${text}:00Z` : text);

const sourceId = "6955b9000000005000000001";

/** Fields that the back-test reads from the objects around an alert. */
function contentsOf({ chart, search }: Case): Contents {
  const config = { displayType: "line", sourceId, ...chart };
  const tiles = [{ id: "t", name: "Tile", x: 0, y: 0, w: 6, h: 3, config }];
  return {
    dashboards: [{ address: "d", fields: { name: "Board", tiles } }],
    alerts: [],
    savedSearches: search ? [{ address: "s", fields: { name: "Search", sourceId, ...search } }] : [],
    sourceName: () => "Logs",
  };
}

/** Back-tests the alert of a case against a server that has its rows. */
async function firingsOf(one: Case): Promise<readonly Firing[]> {
  const watched = one.search ? { savedSearchId: "s" } : { dashboardId: "d", tileId: "t" };
  const read = { address: "a", fields: { ...one.alert, ...watched } };
  const alert = testableAlert(read, contentsOf(one));
  if ("reason" in alert) {
    throw new Error(alert.reason);
  }
  await using server = await SeriesServer.start(one.rows.map(([at, values]) => ({ time: timeOf(at), values })));
  const [from, now] = [timeOf(one.from), timeOf(one.to)];
  return await usingClient({ openSource: { endpoint: server.endpoint, accessKey: "key" } }, async ({ charts }) => {
    const options = { targetRate: undefined, cacheFor: () => undefined, progress: () => undefined };
    return (await testAlert(alert, { charts, now, last: now - from, ...options })).firings;
  });
}

const expectedFirings = ({ firings }: Case) =>
  firings.map((firing) => ({
    group: "",
    ongoing: false,
    ...firing,
    start: timeOf(firing.start),
    firedAt: timeOf(firing.firedAt),
    end: timeOf(firing.end),
    peakAt: timeOf(firing.peakAt),
  }));

const table = cases.map((one) => [one.name, one.why, one] as const);

test.each(table)("the back-test of %s: %s", async (_name, _why, one) => {
  expect(await firingsOf(one)).toEqual(expectedFirings(one));
});

const MINUTE = 60_000;

/** The rows of a case as one series for each select item, or for each group, with a value for each minute. */
function seriesOf({ chart, rows, from, to }: Case): Series[] | Record<string, Series[]> {
  const start = new Date(timeOf(from));
  const minuteOf = (time: number) => (time - start.getTime()) / MINUTE;
  const noValues = () => new Array<SeriesValue>(minuteOf(timeOf(to))).fill(undefined);
  const noEvents = () => Array.from({ length: (chart?.select as readonly unknown[])?.length ?? 1 }, noValues);
  const groups = new Map<string, SeriesValue[][]>();
  for (const { time, group, values } of rows.flatMap(valuesOfRow)) {
    const lists = groups.get(group) ?? noEvents();
    groups.set(group, lists);
    for (const [item, value] of values.entries()) {
      lists[item]?.splice(minuteOf(time), 1, value ?? undefined);
    }
  }
  const made = (lists: readonly SeriesValue[][]) => lists.map((values) => series("1m", values, { start }));
  const isGrouped = groups.size > 0 && !groups.has("");
  return isGrouped
    ? Object.fromEntries([...groups].map(([group, lists]) => [`Host: ${group}`, made(lists)]))
    : made(groups.get("") ?? noEvents());
}

function valuesOfRow([at, values]: Case["rows"][number]) {
  const groups = typeof values === "object" && !Array.isArray(values) ? values : { "": values };
  return Object.entries(groups).map(([group, own]) => ({ time: timeOf(at), group, values: [own as number].flat() }));
}

function alertOf({ alert, chart, search }: Case): SynthesizedAlert {
  return {
    ...{ address: "a", path: "a", webhooks: [], channels: [] },
    ...alert,
    ...(search && { savedSearchId: "s" }),
    ...(chart && { tile: { key: "t", config: { displayType: "line", sourceId, ...chart } } }),
  } as unknown as SynthesizedAlert;
}

/** The firings of a function whose value for a window cannot be computed from values for each minute. */
const ONLY_WHOLE_WINDOWS = ["an offset and an average"];

test.each(table.filter(([name]) => !ONLY_WHOLE_WINDOWS.includes(name)))(
  "evaluateAlert returns the firings of the back-test of %s: %s",
  (_name, _why, one) => {
    const evaluated = () => evaluateAlert(alertOf(one), seriesOf(one));
    if (one.name === "a start in the future") {
      expect(evaluated).toThrow("The series contain no whole window of 5m");
      return;
    }
    const firings = evaluated().map(({ start, firedAt, end, value, valueAt, ...firing }) => ({
      ...firing,
      start: start.getTime(),
      firedAt: firedAt.getTime(),
      end: end.getTime(),
      peak: value,
      peakAt: valueAt.getTime(),
    }));
    expect(firings).toEqual(expectedFirings(one));
  },
);

test("evaluateAlert requires exactly one value for each window of an average", () => {
  for (const one of cases.filter(({ name }) => ONLY_WHOLE_WINDOWS.includes(name))) {
    expect(() => evaluateAlert(alertOf(one), seriesOf(one))).toThrow(
      'a compares avg, whose value for a window does not follow from values for its parts. Fix: Give one value for each window: series("5m", ...).',
    );
  }
});

test("the cases have different names, and each has a reason in a sentence", () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  expect(cases.filter(({ why }) => !/^[A-Z].*\.$/.test(why))).toEqual([]);
});
