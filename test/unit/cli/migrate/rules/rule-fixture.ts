import type { ContactPoint, GrafanaRule, Policy, RuleStep } from "../../../../../src/cli/commands/migrate/input/rules";
import type { Json } from "../../../../../src/cli/commands/migrate/input/value";
import type { Converted, MigrateContext, MigratedObject } from "../../../../../src/cli/commands/migrate/migrated";
import { convertRules } from "../../../../../src/cli/commands/migrate/rules/convert-rules";
import { TYPE_FACTS } from "../../../../../src/cli/project/imported-types";
import { validate } from "../../../../../src/declaration/validate";

export const query = (
  sql: string,
  more: { refId?: string; format?: "series" | "table"; from?: number; to?: number } & Json = {},
): RuleStep => {
  const { refId = "A", format = "table", from = 600, to = 0, plugin = "grafana", datasource = "ch", ...model } = more;
  return {
    ...{ refId, from, to, model },
    query: { refId, plugin, datasource, sql, format, isHidden: false, model } as RuleStep["query"],
  };
};

export const step = (refId: string, model: Json): RuleStep => ({ refId, query: undefined, from: 0, to: 0, model });
export const reduce = (reducer = "last", settings: Json = {}) =>
  step("B", { type: "reduce", reducer, expression: "A", settings });
export const threshold = (type = "gt", params: readonly number[] = [5], expression = "B") =>
  step("C", { type: "threshold", expression, conditions: [{ evaluator: { type, params } }] });

export const COUNT = "SELECT count() AS errors FROM logs WHERE $__timeFilter(ts)";
export const BY_HOST = "SELECT host, max(load) AS load FROM hosts WHERE $__timeFilter(ts) GROUP BY host";
export const SERIES =
  "SELECT toStartOfMinute(ts) AS t, avg(load) AS load FROM hosts WHERE $__timeFilter(ts) GROUP BY t ORDER BY t";

export function ruleWith(more: Partial<GrafanaRule> = {}): GrafanaRule {
  const steps = more.steps ?? [query(COUNT), reduce(), threshold()];
  return {
    ...{ file: "rules.yaml", uid: "r1", title: "Errors", group: "checkout", folder: "Shop", intervalSeconds: 60 },
    ...{ forSeconds: 0, keepFiringSeconds: 0, noDataState: "OK", execErrState: "Error", isPaused: false },
    ...{ isRecording: false, labels: {}, annotations: {}, receiver: "oncall", notifications: [] },
    condition: steps.at(-1)?.refId ?? "",
    steps,
    ...more,
  };
}

export interface Input {
  readonly rules: readonly GrafanaRule[];
  readonly contactPoints?: readonly ContactPoint[];
  readonly policies?: readonly Policy[];
  readonly context?: Partial<MigrateContext>;
}

/** Converts rules. Every object of the result has a valid declaration. */
export function convertedFrom({ rules, contactPoints = [], policies = [], context = {} }: Input): Converted {
  const ids = new Map<string, string>();
  const result = convertRules(
    { dashboards: [], rules, contactPoints, policies, databases: new Map(), problems: [] },
    {
      connectionOf: () => ({ connectionId: "c".repeat(24), database: undefined }),
      ...{ sourceOf: () => undefined, valuesOf: () => undefined, noData: "ok", convertsPaused: false },
      ...{ webhookOf: (name) => (name === "oncall" ? "a".repeat(24) : undefined), isOpenSource: true },
      idOf: (...parts) => {
        const key = JSON.stringify(parts);
        ids.set(key, ids.get(key) ?? String(ids.size + 1).padStart(24, "0"));
        return ids.get(key) ?? "";
      },
      ...context,
    },
  );
  for (const { type, fields, name } of result.objects) {
    expect([name, validate(TYPE_FACTS[type].shape, fields, () => false)]).toEqual([name, []]);
  }
  return result;
}

/** Converts one rule, and returns its outcome and the fields of its alert. */
export function converted(more: Partial<GrafanaRule> = {}, context: Partial<MigrateContext> = {}) {
  const { objects, outcomes, notes } = convertedFrom({ rules: [ruleWith(more)], context });
  const [outcome] = outcomes;
  const alert = objects.find(({ type }) => type === "alert");
  const chart = (alert?.fields.chartConfig ?? {}) as Json;
  return { outcome, fields: (alert?.fields ?? {}) as Json, chart, sql: String(chart.sqlTemplate), objects, notes };
}

export const ofType = (objects: readonly MigratedObject[], type: MigratedObject["type"]) =>
  objects.filter((each) => each.type === type);
