import { ApiError } from "../../../../client";
import { asSentence } from "../../../../client/http/errors";
import { type ApiFields, apiFieldsIn, holdsSensitive, isFields, shownText } from "../../../../drawing";
import { canBeId } from "../../../../id-forms";
import { watchedKind } from "../../../../resources/alert/watched-object";
import type { Client } from "../../../../resources/client";
import { type Contents, withSourceIds } from "../../../project/contents/contents";
import { contentsOfConfiguration } from "../../../project/contents/from-code";
import { type Result, testAlert } from "../../../server/backtest/test-alert";
import { type TestableAlert, testableAlert } from "../../../server/backtest/testable-alert";
import {
  askSeries,
  type Point,
  type SeriesCharts,
  type TileQuery,
  tileQuery,
} from "../../../server/series/query-series";
import {
  DatabaseRefusedError,
  QueryLimitError,
  QueryRefusedError,
  reportsLimit,
} from "../../../server/series/series-errors";
import { SET_DATABASE } from "../../../server/series/server-charts";
import { DAY_MS } from "../../../server/stale/find-stale";
import type { LintInput, RuleFinding } from "../lint-rule";
import type { LintedObject } from "../linted-objects";
import type { LintedStack } from "../linted-stacks";

/** Query of a tile, or of an alert on a saved search or on a separate chart. */
interface DeclaredQuery {
  readonly object: LintedObject;
  /** Key of the tile. */
  readonly tile?: string;
  readonly query: TileQuery;
  /** True for a query that only checks expressions. Its values do not come from the data. */
  readonly isCheck?: boolean;
}

/** Values of a query; `refused` if the server or the database refuses it, `unknown` if it cannot be asked. */
type QueryAnswer = { readonly value: readonly Point[] } | Failure;

interface DeclaredCharts {
  readonly queries: readonly DeclaredQuery[];
  readonly alerts: readonly { readonly object: LintedObject; readonly watched: TestableAlert }[];
}

/** Queries of the declared charts, with their past values. Equal queries share one response. */
export class ChartQueries {
  #declared: Promise<DeclaredCharts> | undefined;
  readonly #charts: SeriesCharts;
  readonly #now = Date.now();

  constructor(
    private readonly client: Client,
    charts: SeriesCharts,
    private readonly progress: (text: string) => void,
  ) {
    this.#charts = sharedCharts(charts);
  }

  /** Calls `find` with each declared query and its values of the last days. Returns its messages. */
  async findInAnswers(
    input: LintInput,
    days: number,
    find: (declared: DeclaredQuery, answer: QueryAnswer) => string | undefined,
  ): Promise<readonly RuleFinding[]> {
    const { queries } = await this.#read(input);
    return this.#findings("charts", queries, async (declared) =>
      find(declared, await this.#answer(declared.query, days)),
    );
  }

  /**
   * Calls `find` with each declared alert and its back-test of the last days. Returns its messages. Leaves out alerts
   * that cannot be tested.
   */
  async findInTests(
    input: LintInput,
    days: number,
    find: (alert: LintedObject, result: Result) => string | undefined,
  ): Promise<readonly RuleFinding[]> {
    const { alerts } = await this.#read(input);
    const options = { charts: this.#charts, now: this.#now, last: days * DAY_MS, targetRate: undefined };
    const silent = { cacheFor: () => undefined, progress: () => undefined };
    return this.#findings("alerts", alerts, async ({ object, watched }) => {
      const result = await answerOf(() => testAlert(watched, { ...options, ...silent }));
      return "value" in result ? find(object, result.value) : undefined;
    });
  }

  async #findings<Item extends Pick<RuleFinding, "object" | "tile">>(
    plural: string,
    items: readonly Item[],
    messageOf: (item: Item) => Promise<string | undefined>,
  ): Promise<readonly RuleFinding[]> {
    const findings: RuleFinding[] = [];
    for (const [index, item] of items.entries()) {
      this.progress(`${index + 1} of ${items.length} ${plural}`);
      const message = await messageOf(item);
      findings.push(...(message === undefined ? [] : [{ object: item.object, tile: item.tile, message }]));
    }
    return findings;
  }

  /** Reads the charts of all stacks once, because all rules get the same input. */
  #read({ stacks }: LintInput): Promise<DeclaredCharts> {
    this.#declared ??= Promise.all(stacks.map((stack) => this.#readStack(stack))).then((all) => ({
      queries: all.flatMap(({ queries }) => queries),
      alerts: all.flatMap(({ alerts }) => alerts),
    }));
    return this.#declared;
  }

  async #readStack(stack: LintedStack): Promise<DeclaredCharts> {
    const contents = await withSourceIds(contentsOfStack(stack), this.client);
    const alerts = contents.alerts.flatMap((alert) => {
      const object = stack.find(alert.address);
      const watched = testableAlert(alert, contents);
      return object && !("reason" in watched || watched.query.sql)
        ? [{ object, watched, isOnTile: watchedKind(alert.fields) === "tile" }]
        : [];
    });
    const alertsWithoutTile = alerts.filter(({ isOnTile }) => !isOnTile);
    const queries = alertsWithoutTile.map(({ object, watched: { query } }) => ({ object, query }));
    return { queries: [...tileQueries(stack, contents), ...queries], alerts };
  }

  #answer({ series, sql }: TileQuery, days: number): Promise<QueryAnswer> {
    const range = { start: this.#now - days * DAY_MS, end: this.#now, granularity: "1d" };
    return answerOf(async () => {
      const { querySql } = this.#charts;
      if (sql === undefined) {
        return askSeries(this.#charts, series, range);
      }
      if (querySql === undefined) {
        throw new QueryRefusedError(`The server does not run the SQL of tiles for API clients. Fix: ${SET_DATABASE}.`);
      }
      const points = await querySql(sql, range);
      return points.map((point) => ({ ...point, values: [Number(point.group[1])] }));
    });
  }
}

/** Combines the files of a stack: an alert can watch a dashboard of another file. */
function contentsOfStack({ configurations }: LintedStack): Contents {
  const files = configurations.map(contentsOfConfiguration);
  const first = <Value>(find: (file: Contents) => Value | undefined) =>
    files.map(find).find((value) => value !== undefined);
  return {
    dashboards: files.flatMap(({ dashboards }) => dashboards),
    alerts: files.flatMap(({ alerts }) => alerts),
    savedSearches: files.flatMap(({ savedSearches }) => savedSearches),
    sourceName: (id) => first((file) => file.sourceName(id)),
    soughtSource: (id) => first((file) => file.soughtSource?.(id)),
  };
}

function tileQueries(stack: LintedStack, { dashboards }: Contents): readonly DeclaredQuery[] {
  return dashboards.flatMap(({ address, fields }) => {
    const object = stack.find(address);
    return apiFieldsIn(fields.tiles).flatMap(({ id, config }) => {
      const queries = isFields(config) ? queriesOf(config) : [];
      return object ? queries.map((query) => ({ object, tile: String(id), ...query })) : [];
    });
  });
}

/** Kinds of tiles that read events and have no chart series. */
const EVENT_KINDS: readonly unknown[] = ["search", "event_patterns", "heatmap"];

/** Returns the query of a tile's values. For tiles without values, returns queries that check expressions. */
function queriesOf(config: ApiFields): readonly Pick<DeclaredQuery, "query" | "isCheck">[] {
  const values = tileQuery(config);
  if (typeof values === "object") {
    return [{ query: values }];
  }
  const { configType, displayType, sourceId, select } = config;
  const source = canBeId(sourceId) ? { sourceId } : {};
  const seriesOf = (series: ApiFields) => ({ series: [{ ...source, groupBy: [], ...series }], outputs: [] });
  if (holdsSensitive(config)) {
    return [];
  }
  if (configType === "sql") {
    const sql = { template: `SELECT count() FROM (\n${shownText(config.sqlTemplate)}\n)`, isNumber: true, ...source };
    return [{ query: { ...seriesOf({ aggFn: "count" }), sql } }];
  }
  if (!EVENT_KINDS.includes(displayType) || !canBeId(sourceId)) {
    return [];
  }
  const where = { where: shownText(config.where) ?? "", whereLanguage: shownText(config.whereLanguage) ?? "lucene" };
  const columns = shownText(typeof select === "string" ? select : apiFieldsIn(select)[0]?.valueExpression) ?? "";
  const check = seriesOf({ aggFn: "max", field: `ignore(${columns})`, where: "", whereLanguage: "sql" });
  const events = { query: seriesOf({ aggFn: "count", ...where }) };
  // ClickHouse checks the arguments of `ignore`, but does not read their data.
  return columns.trim() === "" ? [events] : [events, { query: check, isCheck: true }];
}

/** Wraps charts, so that equal queries share one request. */
function sharedCharts(charts: SeriesCharts): SeriesCharts {
  const known = new Map<string, ReturnType<SeriesCharts["querySeries"]>>();
  const querySeries: SeriesCharts["querySeries"] = (query, options) => {
    const key = JSON.stringify(query);
    const response = known.get(key) ?? charts.querySeries(query, options);
    known.set(key, response);
    return response;
  };
  return { ...charts, querySeries };
}

type Failure = { readonly refused: string } | { readonly unknown: string };

const LIMIT_FIX = "Fix: Reduce `days` of the rule, or use a condition that reads fewer rows.";

/** Separates failures of one query from failures of the connection, which are thrown. */
async function answerOf<Value>(ask: () => Promise<Value>): Promise<{ readonly value: Value } | Failure> {
  try {
    return { value: await ask() };
  } catch (error) {
    if (error instanceof QueryLimitError) {
      return { unknown: `${error.reason} ${LIMIT_FIX}` };
    }
    if (error instanceof DatabaseRefusedError) {
      return { refused: error.reason };
    }
    if (error instanceof QueryRefusedError) {
      return { unknown: error.message };
    }
    if (error instanceof ApiError && (error.status === 400 || error.status === 500)) {
      const reason = `The server refuses the query: ${error.text}`;
      return reportsLimit(error.text) ? { unknown: `${asSentence(reason)} ${LIMIT_FIX}` } : { refused: reason };
    }
    throw error;
  }
}
