import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ApiError } from "../../client";
import type { Client } from "../../resources/client";
import { type Contents, type ReadAlert, withSourceIds } from "../contents/contents";
import { contentsOfServer, readContents } from "../contents/read-contents";
import { CommandError, EXIT } from "../frame/exit";
import type { ResultFlags } from "../frame/options";
import { say, withProgress } from "../frame/output";
import { noneOf, textOptionsFor } from "../frame/text";
import { withServer } from "../open-client";
import { backtestJson, type Untestable } from "./document";
import { backtestHtml } from "./html";
import { plotsSvg } from "./plot";
import { ResultCache } from "./queries";
import { resultText, untestableText } from "./text";
import { type Result, testAlert, testableAlert, type Watched } from "./watched";

export interface BacktestFlags extends ResultFlags {
  readonly alert: readonly string[];
  readonly targetRate?: number;
  readonly most?: number;
  readonly cache?: boolean | string;
}

/** What a back-test says, and the exit code it asks for. */
interface BacktestOutcome {
  readonly text: string;
  readonly exitCode: number;
}

/** Back-tests the alerts that are asked for. */
export function backtest(path: string | undefined, flags: BacktestFlags): Promise<BacktestOutcome> {
  return withServer(async (client, { openSource }) => {
    if (client.observability === "managed") {
      throw new CommandError(
        "A managed deployment returns no chart series, so nothing can be back-tested there. Test the alert against an open-source server that holds the same events (CLICKSTACK_ENDPOINT, CLICKSTACK_API_KEY).",
      );
    }
    const contents = await readAll(path, flags, client);
    const chosen = contents.flatMap(({ alerts, of }) => alerts.map((alert) => testableAlert(alert, of)));
    const testable = chosen.filter((each): each is Watched => "query" in each);
    const tested = await testAll(testable, client, {
      flags,
      folder: cacheFolder(path, flags),
      endpoint: openSource?.endpoint ?? "",
    });
    const results = tested.filter((each): each is Result => !isUntestable(each));
    const untestable = [...chosen, ...tested].filter(isUntestable);
    if (results.length === 0 && untestable[0]) {
      throw new CommandError(`${untestable[0].name} cannot be back-tested. ${untestable[0].reason}`);
    }
    const tooOften = flags.most !== undefined && results.some(({ perWeek }) => perWeek > (flags.most ?? 0));
    return { text: render(results, untestable, flags), exitCode: tooOften ? EXIT.found : EXIT.done };
  });
}

function isUntestable(each: Watched | Result | Untestable): each is Untestable {
  return "reason" in each;
}

interface Chosen {
  readonly alerts: readonly ReadAlert[];
  readonly of: Contents;
}

async function readAll(path: string | undefined, flags: BacktestFlags, client: Client): Promise<readonly Chosen[]> {
  const readings = flags.server
    ? [await contentsOfServer(client)]
    : (await readContents(path === undefined ? [] : [path], flags)).map(({ after }) => after);
  const resolved = flags.server
    ? readings
    : await Promise.all(readings.map((contents) => withSourceIds(contents, client)));
  const all = resolved.flatMap(({ alerts }) => alerts);
  if (all.length === 0) throw new CommandError("There is no alert to back-test.");
  const fits = (watch: ReadAlert) => flags.alert.length === 0 || flags.alert.some((name) => isCalled(watch, name));
  const chosen = resolved.map((of) => ({ of, alerts: of.alerts.filter(fits) }));
  const names = all.map(({ address, fields }) => String(fields.name ?? address));
  if (chosen.every(({ alerts }) => alerts.length === 0)) throw new CommandError(noneOf("alert", flags.alert, names));
  return chosen;
}

/** By address, with or without the resource's type, by id or by name. */
function isCalled({ address, fields }: ReadAlert, name: string): boolean {
  return [address, address.replace(/^clickstack_alert\./, ""), fields.name, fields.id].includes(name);
}

/** The folder that was given, which is the only one written to; none for a server unless one is named. */
function cacheFolder(path: string | undefined, { cache, server }: BacktestFlags): string | undefined {
  if (cache === false) return undefined;
  if (typeof cache === "string") return resolve(cache);
  if (server) return undefined;
  const given = resolve(path ?? ".");
  return statSync(given).isDirectory() ? given : dirname(given);
}

interface BacktestContext {
  readonly flags: BacktestFlags;
  readonly folder: string | undefined;
  readonly endpoint: string;
}

function testAll(
  alerts: readonly Watched[],
  client: Client,
  { flags, folder, endpoint }: BacktestContext,
): Promise<readonly (Result | Untestable)[]> {
  const caches = new Map<string, ResultCache>();
  const problems = new Set<string>();
  const refused = (problem: string) => {
    if (problems.size === 0) say(`warning: results are not kept for the next run: ${problem}\n`);
    problems.add(problem);
  };
  const cacheFor = ({ query }: Watched, granularity: string) => {
    if (folder === undefined) return undefined;
    const asked = { endpoint, series: query.series, granularity };
    const key = JSON.stringify(asked);
    const cache = caches.get(key) ?? new ResultCache(folder, asked, refused);
    caches.set(key, cache);
    return cache;
  };
  return withProgress("Asking for the past of the alerts", async (announce) => {
    const results: (Result | Untestable)[] = [];
    for (const alert of alerts) {
      const progress = (done: number, all: number) => announce(`${alert.name}: ${progressBar(done, all)}`);
      const { last, targetRate } = flags;
      const options = { charts: client.charts, now: Date.now(), last, cacheFor, progress };
      const test = testAlert(alert, { ...options, ...(targetRate !== undefined && { targetRate }) });
      results.push(await test.catch((error: unknown) => refusedQuery(alert, error)));
    }
    return results;
  });
}

/** The query of one alert says nothing of the others. What is no refusal of a query ends the back-test. */
function refusedQuery({ address, name }: Watched, error: unknown): Untestable {
  if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 500)) throw error;
  return { address, name, reason: `The server does not run its query: ${error.text}` };
}

function progressBar(done: number, all: number): string {
  const filled = Math.round((done / Math.max(1, all)) * 20);
  return `${"█".repeat(filled)}${"░".repeat(20 - filled)} ${done} of ${all}`;
}

function render(results: readonly Result[], untestable: readonly Untestable[], flags: BacktestFlags): string {
  const format = flags.json ? "json" : flags.format;
  if (format === "json") return backtestJson(results, untestable);
  if (format === "html") return backtestHtml(results, untestable);
  if (format === "svg") return `${plotsSvg(results)}\n`;
  const options = textOptionsFor(flags.output);
  return [
    ...results.map((result) => resultText(result, options)),
    ...untestable.map((each) => untestableText(each, options)),
  ].join("\n");
}
