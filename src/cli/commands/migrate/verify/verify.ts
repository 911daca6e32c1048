import type { DeclaredFields } from "../../../../declaration/field";
import type { VariableSavedFilterValue } from "../../../../resources/declared-types";
import { sqlText } from "../../../../sql-text";
import type { ReadObject } from "../../../project/contents/contents";
import { type Result, testAlert } from "../../../server/backtest/test-alert";
import { testableAlert } from "../../../server/backtest/testable-alert";
import { USER_AGENT } from "../../../server/open-client";
import { Database } from "../../../server/series/clickhouse/database";
import { DatabaseCharts } from "../../../server/series/clickhouse/database-charts";
import { databaseSettings } from "../../../server/series/clickhouse/database-settings";
import { QueryParameters } from "../../../server/series/clickhouse/sql-text";
import { replaceCalls, tileSql } from "../../../server/series/clickhouse/tile-sql";
import { QueryRefusedError } from "../../../server/series/series-errors";
import { CommandError } from "../../../terminal/exit";
import type { Checked } from "../document";
import type { GrafanaRule } from "../input/rules";
import { type Converted, LeftOutError, type MigrateContext, type MigratedObject } from "../migrated";
import { replaceReferences } from "../sql/references";
import { evaluateInGrafana } from "./grafana-evaluation";

export interface VerifyOptions extends Pick<MigrateContext, "connectionOf"> {
  /** Address of ClickHouse, with the user and the password of the environment. */
  readonly clickhouse: string;
  /** Compared time; epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Receives each step, such as a progress line. */
  readonly announce: (step: string) => void;
}

/** The result for a tile or an alert, with the id of the object. */
type CheckedObject = Omit<Checked, "address"> & { readonly id: string };

/**
 * Runs each query of a dashboard once, and compares the firings of each rule with those of its alert over the same data.
 * Throws a `CommandError` for an address that cannot be used.
 */
export async function verify(
  rules: readonly GrafanaRule[],
  dashboards: Converted,
  alerts: Converted,
  options: VerifyOptions,
) {
  const settings = databaseSettings(options.environment, { name: "--clickhouse", address: options.clickhouse });
  if (settings === undefined) {
    throw new CommandError("The address of --clickhouse is empty. Fix: Name one such as http://localhost:8123.");
  }
  const database = new Database(settings, USER_AGENT);
  const checked: CheckedObject[] = [];
  /** Back-tests of the alerts whose firings differ. */
  const differing: Result[] = [];
  const check = async (id: string, name: string, run: () => Promise<string | undefined>) => {
    options.announce(name);
    const problem = await run().then(
      (detail) => detail && { status: "differs" as const, detail },
      (error: unknown) => ({ status: "failed" as const, detail: reasonOf(error) }),
    );
    checked.push({ id, name, status: "equal", ...problem });
  };
  try {
    for (const { id, fields } of dashboards.objects) {
      for (const [key, sql] of queriesOf(fields)) {
        await check(id, key, async () => readOnce(database, sql, options));
      }
    }
    const alertsById = new Map(alerts.objects.map((each) => [each.id, each]));
    for (const [index, { target }] of alerts.outcomes.entries()) {
      const [rule, alert] = [rules[index], alertsById.get(target?.id ?? "")];
      if (rule && alert) {
        await check(alert.id, alert.name, async () => {
          const tested = await backTest(alert, alerts.objects, database, options);
          const ends = tested.windows.map(({ start }) => start + tested.alert.schedule.length);
          const difference = differenceOf(
            await firedInGrafana(rule, ends, database, options),
            firedInClickStack(tested),
          );
          differing.push(...(difference === undefined ? [] : [tested]));
          return difference;
        });
      }
    }
    return { checked, differing };
  } finally {
    await database.close();
  }
}

/** Returns the reason of a query that fails. Any other error ends the command. */
function reasonOf(error: unknown): string {
  if (error instanceof QueryRefusedError || error instanceof LeftOutError) {
    return error.message;
  }
  throw error;
}

/** Returns the queries of a dashboard by the key of the tile, with the selected values of its variables. */
function queriesOf({ tiles, savedFilterValues }: DeclaredFields): readonly (readonly [string, string])[] {
  const saved = (savedFilterValues ?? []) as readonly VariableSavedFilterValue[];
  const selected = new Map(saved.map(({ name, values }) => [name, values]));
  const configs = Object.entries((tiles ?? {}) as Readonly<Record<string, { readonly config: DeclaredFields }>>);
  return configs.flatMap(([key, { config }]) =>
    typeof config.sqlTemplate === "string" ? [[key, withSelection(config.sqlTemplate, selected)] as const] : [],
  );
}

/** Replaces the variables of a dashboard. Without a selected value, a condition on a variable is true. */
function withSelection(sql: string, selected: ReadonlyMap<string, readonly string[]>): string {
  const isCondition = (name = "") => /^__(?:filter|conditionalAll)$/.test(name);
  const text = replaceCalls(sql, (tokens, index) =>
    tokens[index] === "$" && isCondition(tokens[index + 1]) ? { length: 2, textOf: () => "(1=1)" } : undefined,
  );
  return replaceReferences(text, (name, format) =>
    name.startsWith("__") ? undefined : listOf(selected.get(name) ?? [], format === "csv"),
  );
}

function listOf(values: readonly string[], isRaw: boolean): string {
  return isRaw ? values.join(",") : values.map(sqlText).join(", ") || "NULL";
}

async function readOnce(database: Database, sql: string, { from, to }: VerifyOptions): Promise<undefined> {
  const interval = Math.max(1000, Math.round((to - from) / 60_000) * 1000);
  const parameters = new QueryParameters({
    ...{ startDateMilliseconds: from, endDateMilliseconds: to },
    ...{ intervalSeconds: interval / 1000, intervalMilliseconds: interval },
  });
  await database.rows(`SELECT * FROM (SELECT * FROM (\n${tileSql(sql, undefined)}\n) LIMIT 1)`, parameters);
}

/** Evaluates an alert, or the tile that it watches, in each window of the compared time. */
function backTest(
  { id, fields }: MigratedObject,
  objects: readonly MigratedObject[],
  database: Database,
  { from, to }: VerifyOptions,
): Promise<Result> {
  const dashboards = objects.map((each): ReadObject => {
    const tiles = Object.entries((each.fields.tiles ?? {}) as Readonly<Record<string, object>>);
    const listed = tiles.map(([key, tile]) => ({ ...tile, id: each.tileIds?.[key] }));
    return { address: each.id, fields: { ...each.fields, tiles: listed } };
  });
  const contents = { dashboards, alerts: [], savedSearches: [], sourceName: String };
  const alert = testableAlert({ address: id, fields }, contents);
  if ("reason" in alert) {
    throw new LeftOutError(alert.reason);
  }
  const charts = new DatabaseCharts(database, async () => []);
  return testAlert(alert, {
    charts: {
      isDatabase: true,
      querySeries: (...args) => charts.querySeries(...args),
      querySql: (...args) => charts.querySql(...args),
    },
    ...{ now: to, last: to - from, targetRate: undefined },
    ...{ cacheFor: () => undefined, progress: () => undefined },
  });
}

/** Returns the ends of the windows in which the alert fires, each with the labels of the group. */
function firedInClickStack({ firings, alert }: Pick<Result, "firings" | "alert">): readonly string[] {
  const { length } = alert.schedule;
  return firings.flatMap(({ group, firedAt, end }) =>
    Array.from({ length: (end - firedAt) / length + 1 }, (_, index) => {
      // The row for missing data has empty labels.
      const labels = group.split(", ").every((each) => each.endsWith(": ")) ? "" : group;
      return firedText(firedAt + index * length, labels);
    }),
  );
}

/** Returns the ends of the windows in which Grafana fires, each with the labels of the series. */
async function firedInGrafana(
  rule: GrafanaRule,
  ends: readonly number[],
  database: Database,
  context: Pick<MigrateContext, "connectionOf">,
): Promise<readonly string[]> {
  let pending = new Map<string, number>();
  const fired: string[] = [];
  for (const at of ends) {
    const instances = await evaluateInGrafana(rule, at, database, context);
    const met = (instances.length === 0 ? [{ labels: {}, value: null }] : instances)
      .filter(({ value }) => (value === null ? rule.noDataState === "Alerting" : value !== 0))
      .map(({ labels }) => Object.entries(labels).map((each) => each.join(": ")))
      .map((texts) => texts.join(", "));
    pending = new Map(met.map((labels) => [labels, pending.get(labels) ?? at]));
    for (const [labels, since] of pending) {
      if (at - since >= rule.forSeconds * 1000) {
        fired.push(firedText(at, labels));
      }
    }
  }
  return fired;
}

const firedText = (at: number, labels: string): string => `${new Date(at).toISOString()} ${labels}`.trim();

/** Describes the windows in which only one of the two fires; undefined if there are none. */
function differenceOf(grafana: readonly string[], clickStack: readonly string[]): string | undefined {
  const [both, other] = [new Set(grafana), new Set(clickStack)];
  const only = [
    ["only in Grafana", grafana.filter((each) => !other.has(each))],
    ["only in ClickStack", clickStack.filter((each) => !both.has(each))],
  ] as const;
  const parts = only.flatMap(([where, fired]) =>
    fired.length === 0 ? [] : [`${fired.length} windows fire ${where}, the first at ${fired[0]}`],
  );
  return parts.length === 0 ? undefined : `${parts.join("; ")}.`;
}
