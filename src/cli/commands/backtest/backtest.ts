import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ApiError } from "../../../client";
import type { Client } from "../../../resources/client";
import { withSourceIds } from "../../project/contents/contents";
import { contentsOfServer, readContents } from "../../project/contents/read-contents";
import { plotsSvg } from "../../server/backtest/plot";
import { ResultCache } from "../../server/backtest/queries";
import { type Result, type TestOptions, testAlert } from "../../server/backtest/test-alert";
import { type TestableAlert, testableAlert, type Untestable } from "../../server/backtest/testable-alert";
import { withServer } from "../../server/open-client";
import { openCharts } from "../../server/series/open-charts";
import { DatabaseUnreachableError, QueryRefusedError } from "../../server/series/series-errors";
import { SET_DATABASE } from "../../server/series/server-charts";
import { CommandError, EXIT } from "../../terminal/exit";
import { say, withProgress } from "../../terminal/output";
import { selectNamed, textOptionsFor } from "../../terminal/text-options";
import type { BacktestFlags } from "./command";
import { backtestJson } from "./document";
import { backtestHtml } from "./results-page";
import { backtestText } from "./results-text";

export function backtest(
  path: string | undefined,
  flags: BacktestFlags,
): Promise<{ readonly text: string; readonly exitCode: number }> {
  return withServer(async (client, { openSource }) => {
    await using opened = openCharts(client, openSource?.endpoint);
    if (opened === undefined) {
      throw new CommandError(
        `A managed deployment returns no chart series, so alerts cannot be back-tested there. Fix: ${SET_DATABASE}. Or test the alert against an open-source server with the same events (CLICKSTACK_ENDPOINT, CLICKSTACK_API_KEY).`,
      );
    }
    const chosen = await chosenAlerts(path, flags, client);
    const cacheFor = cachesIn(cacheFolder(path, flags), opened.origin);
    const tested = await testAll(chosen.filter(isTestable), flags, { charts: opened.charts, cacheFor });
    const results = tested.filter(isTestable);
    const untestable = [...chosen, ...tested].filter((each): each is Untestable => !isTestable(each));
    const hasNone = results.length === 0 && untestable.length > 0;
    if (hasNone && flags.format !== "json") {
      throw new CommandError(
        untestable.map(({ name, reason }) => `${name} cannot be back-tested. ${reason}`).join("\n"),
      );
    }
    const { most = Number.POSITIVE_INFINITY } = flags;
    const exitCode = results.some(({ perWeek }) => perWeek > most) ? EXIT.found : EXIT.done;
    return { text: render(results, untestable, flags), exitCode: hasNone ? EXIT.error : exitCode };
  });
}

function isTestable<Tested extends object>(each: Tested | Untestable): each is Tested {
  return !("reason" in each);
}

async function chosenAlerts(
  path: string | undefined,
  flags: BacktestFlags,
  client: Client,
): Promise<readonly (TestableAlert | Untestable)[]> {
  const contents = flags.server
    ? [await contentsOfServer(client)]
    : await Promise.all(
        (await readContents(path === undefined ? [] : [path], flags)).map(({ after }) => withSourceIds(after, client)),
      );
  const all = contents.flatMap((of) => of.alerts.map((alert) => ({ alert, of })));
  const chosen = selectNamed("alert", all, flags.alert, ({ alert: { address, fields } }) => {
    const withoutType = address.replace(/^clickstack_alert\./, "");
    return [fields.name ?? address, address, withoutType, fields.id];
  });
  return chosen.map(({ alert, of }) => testableAlert(alert, of));
}

/**
 * Returns the folder of the cache: `--cache`, or the folder of the code. A back-test of a server's alerts has no cache
 * by default.
 */
function cacheFolder(path: string | undefined, { cache, server }: BacktestFlags): string | undefined {
  if (typeof cache === "string") {
    return resolve(cache);
  }
  if (cache === false || server) {
    return undefined;
  }
  const given = resolve(path ?? ".");
  return statSync(given).isDirectory() ? given : dirname(given);
}

/** Returns the cached results of each query, which are read on demand. */
function cachesIn(folder: string | undefined, endpoint: string): TestOptions["cacheFor"] {
  if (folder === undefined) {
    return () => undefined;
  }
  const caches = new Map<string, ResultCache>();
  let isWarned = false;
  const refused = (problem: string) => {
    if (!isWarned) {
      say(`warning: results are not kept for the next run: ${problem}\n`);
    }
    isWarned = true;
  };
  return ({ query }, granularity) => {
    const { series, sql } = query;
    const asked = { endpoint, series, granularity, ...(sql && { sql }) };
    const key = JSON.stringify(asked);
    const cache = caches.get(key) ?? new ResultCache(folder, asked, refused);
    caches.set(key, cache);
    return cache;
  };
}

/**
 * Tests the alerts one after another. It stops if the server cannot reach its database. JSON then lists the remaining
 * alerts with the reason.
 */
function testAll(
  alerts: readonly TestableAlert[],
  flags: BacktestFlags,
  from: Pick<TestOptions, "charts" | "cacheFor">,
): Promise<readonly (Result | Untestable)[]> {
  const { last, targetRate } = flags;
  return withProgress("Reading the past values of the alerts", async (announce) => {
    const results: (Result | Untestable)[] = [];
    for (const [index, alert] of alerts.entries()) {
      const progress = (done: number, all: number) => announce(`${alert.name}: ${progressBar(done, all)}`);
      const test = testAlert(alert, { ...from, now: Date.now(), last, targetRate, progress });
      try {
        results.push(await test.catch((error: unknown) => refusedQuery(alert, error)));
      } catch (error) {
        if (!(error instanceof DatabaseUnreachableError) || flags.format !== "json") {
          throw error;
        }
        const rest = alerts.slice(index);
        return [...results, ...rest.map(({ address, name }) => ({ address, name, reason: error.message }))];
      }
    }
    return results;
  });
}

/** Returns the reason why an alert cannot be tested. Any error that is not about its query stops the back-test. */
function refusedQuery({ address, name }: TestableAlert, error: unknown): Untestable {
  if (error instanceof QueryRefusedError) {
    return { address, name, reason: error.message };
  }
  if (error instanceof ApiError && (error.status === 400 || error.status === 500)) {
    return { address, name, reason: `The server refuses its query: ${error.text}` };
  }
  throw error;
}

function progressBar(done: number, all: number): string {
  const filled = Math.round((done / Math.max(1, all)) * 20);
  return `${"█".repeat(filled)}${"░".repeat(20 - filled)} ${done} of ${all}`;
}

function render(
  results: readonly Result[],
  untestable: readonly Untestable[],
  { format, output }: BacktestFlags,
): string {
  switch (format) {
    case "json":
      return backtestJson(results, untestable);
    case "html":
      return backtestHtml(results, untestable);
    case "svg":
      return `${plotsSvg(results)}\n`;
    case "text":
      return backtestText(results, untestable, textOptionsFor(output));
  }
}
