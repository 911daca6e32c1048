import { testAlert, testableAlert } from "../../src/cli/backtest/watched";
import type { Contents } from "../../src/cli/contents/contents";
import { usingClient } from "../../src/cli/open-client";
import type { ApiFields } from "../../src/drawing";
import type { Firing } from "../../src/evaluation/evaluate";
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

/** A time of 2026-06-01 as `HH:MM`, or a whole time. */
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
  const fields = { ...one.alert, ...(one.chart && { tileId: "t" }) };
  const read = { address: "a", fields, ...(one.search ? { search: "s" } : { board: "d" }) };
  const watched = testableAlert(read, contentsOf(one));
  if ("reason" in watched) {
    throw new Error(watched.reason);
  }
  await using server = await SeriesServer.start(one.rows.map(([at, values]) => ({ time: timeOf(at), values })));
  const [from, now] = [timeOf(one.from), timeOf(one.to)];
  return await usingClient({ openSource: { endpoint: server.endpoint, accessKey: "key" } }, async ({ charts }) => {
    const options = { targetRate: undefined, cacheFor: () => undefined, progress: () => undefined };
    return (await testAlert(watched, { charts, now, last: now - from, ...options })).firings;
  });
}

test.each(cases.map((one) => [one.name, one.why, one] as const))("%s: %s", async (_name, _why, one) => {
  const expected = one.firings.map((firing) => ({
    group: "",
    ongoing: false,
    ...firing,
    start: timeOf(firing.start),
    firedAt: timeOf(firing.firedAt),
    end: timeOf(firing.end),
    peakAt: timeOf(firing.peakAt),
  }));
  expect(await firingsOf(one)).toEqual(expected);
});

test("the cases have different names, and a sentence each", () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  expect(cases.filter(({ why }) => !/^[A-Z].*\.$/.test(why))).toEqual([]);
});
