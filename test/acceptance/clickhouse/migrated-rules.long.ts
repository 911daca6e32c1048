import { createHash } from "node:crypto";
import type { Query } from "../../../src/cli/commands/migrate/input/query";
import type { GrafanaRule, RuleStep } from "../../../src/cli/commands/migrate/input/rules";
import type { Json } from "../../../src/cli/commands/migrate/input/value";
import type { Converted, MigrateContext } from "../../../src/cli/commands/migrate/migrated";
import { convertRules } from "../../../src/cli/commands/migrate/rules/convert-rules";
import { verify } from "../../../src/cli/commands/migrate/verify/verify";
import { ClickHouseEngine } from "../../support/clickhouse/engine";
import { temporaryFolder } from "../../support/constructs/synthesize";

/** Alert rules of Grafana and their alerts, over the same data in the engine of ClickHouse. */

const MINUTE = 60_000;
const FROM = Date.parse("2026-06-01T00:00:00Z");
const TO = FROM + 20 * MINUTE;
let engine: ClickHouseEngine;

beforeAll(async () => {
  engine = await ClickHouseEngine.start(temporaryFolder());
  await engine.run(
    "CREATE TABLE points (time DateTime64(3), at DateTime, shape LowCardinality(String), host String, code UInt16, value Nullable(Float64)) ENGINE = Memory",
  );
  await engine.insert("points", points());
});

afterAll(() => engine[Symbol.asyncDispose]());

/** Values by the minute. The series "missing" has no point of the host b in some minutes; "gap" has none at all. */
const SHAPES: Readonly<Record<string, (minute: number, host: string) => number | null | undefined>> = {
  steady: (minute) => 10 + (minute % 3),
  spike: (minute, host) => (minute >= 6 && minute < 9 && host === "a" ? 100 : 5),
  ramp: (minute, host) => 3 * minute + (host === "a" ? 0 : 20),
  gap: (minute) => (minute >= 4 && minute < 11 ? undefined : 50),
  flapping: (minute, host) => ((minute + (host === "a" ? 0 : 2)) % 4 < 2 ? 80 : 20),
  missing: (minute, host) => (host === "b" && minute % 5 === 0 ? undefined : 60 - (minute % 7)),
  nan: (minute) => (minute % 9 === 4 ? null : minute % 20),
};

function points(): readonly object[] {
  return Object.entries(SHAPES).flatMap(([shape, valueAt]) =>
    ["a", "b"].flatMap((host) =>
      Array.from({ length: (TO - FROM) / MINUTE + 60 }, (_, index) => {
        const minute = index - 60;
        const value = valueAt(minute, host);
        const instant = (milliseconds: number) =>
          new Date(milliseconds).toISOString().replace("T", " ").replace("Z", "");
        const time = FROM + minute * MINUTE + 20_000;
        const code = host === "a" ? 200 : 500;
        return {
          time: instant(time),
          at: instant(time).slice(0, 19),
          shape,
          host,
          code,
          value,
          isMissing: value === undefined,
        };
      })
        .filter(({ isMissing }) => !isMissing)
        .map(({ isMissing: _, ...point }) => point),
    ),
  );
}

interface Case {
  readonly name: string;
  readonly steps: RuleStep[];
  readonly rule?: Partial<GrafanaRule>;
}

const query = (
  sql: string,
  {
    from = 600,
    to = 0,
    format = "series",
    refId = "A",
    ...model
  }: Partial<Query> & { from?: number; to?: number; intervalMs?: number } = {},
): RuleStep => ({
  refId,
  query: { refId, plugin: "grafana", datasource: "ch", sql, format, isHidden: false, model: { rawSql: sql, ...model } },
  from,
  to,
  model: { rawSql: sql, ...model },
});

const table = (sql: string, options: Parameters<typeof query>[1] = {}) => query(sql, { format: "table", ...options });
const step = (refId: string, model: Json): RuleStep => ({ refId, query: undefined, from: 0, to: 0, model });
const reduce = (reducer: string, settings: Json = {}, expression = "A", refId = "B") =>
  step(refId, { type: "reduce", reducer, expression, settings });
const threshold = (type: string, params: readonly number[], expression = "B", refId = "C") =>
  step(refId, { type: "threshold", expression, conditions: [{ evaluator: { type, params } }] });
const math = (expression: string, refId = "C") => step(refId, { type: "math", expression });
const classic = (
  ...conditions: readonly (readonly [
    refId: string,
    reducer: string,
    type: string,
    params: readonly number[],
    operator?: string,
  ])[]
) =>
  step("C", {
    type: "classic_conditions",
    conditions: conditions.map(([refId, reducer, type, params, operator = "and"]) => ({
      ...{
        evaluator: { type, params },
        reducer: { type: reducer },
        query: { params: [refId] },
        operator: { type: operator },
      },
    })),
  });

const of = (shape: string) => `FROM points WHERE shape = '${shape}' AND $__timeFilter(time)`;
const seriesOf = (shape: string) =>
  `SELECT $__timeInterval(time) AS t, max(value) AS v ${of(shape)} GROUP BY t ORDER BY t`;
const byHost = (shape: string) =>
  `SELECT toStartOfMinute(time) AS t, host, toFloat64(max(value)) AS v ${of(shape)} GROUP BY t, host ORDER BY t`;
const rowsByHost = (shape: string, value = "max(value)") => `SELECT host, ${value} AS v ${of(shape)} GROUP BY host`;

const cases: readonly Case[] = [
  {
    name: "count of a spike in a table",
    steps: [table(`SELECT count() ${of("spike")} AND value > 50`), reduce("last"), threshold("gt", [0])],
  },
  {
    name: "count below a minimum in a gap",
    steps: [table(`SELECT count() AS n ${of("gap")}`, { from: 300 }), threshold("lt", [4], "A")],
  },
  { name: "rows of hosts", steps: [table(rowsByHost("spike"), { from: 120 }), reduce("last"), threshold("gt", [50])] },
  {
    name: "rows of hosts below",
    steps: [table(rowsByHost("flapping", "min(value)"), { from: 60 }), threshold("lt", [50], "A")],
  },
  {
    name: "a numeric label",
    steps: [
      table(`SELECT toString(code) AS status, max(value) AS v ${of("ramp")} GROUP BY status`),
      threshold("gte", [40], "A"),
    ],
  },
  ...["last", "min", "max", "mean", "sum", "count", "median"].flatMap((reducer): Case[] => [
    {
      name: `${reducer} of a series`,
      steps: [
        query(seriesOf("flapping"), { from: 420 }),
        reduce(reducer),
        threshold("gt", [reducer === "sum" ? 400 : reducer === "count" ? 6 : 55]),
      ],
    },
    {
      name: `${reducer} of hosts with missing points`,
      steps: [
        query(byHost("missing"), { from: 240 }),
        reduce(reducer),
        threshold("gt", [reducer === "sum" ? 200 : reducer === "count" ? 3 : 57]),
      ],
    },
    {
      name: `${reducer} without numbers dropped`,
      steps: [
        query(seriesOf("nan"), { from: 300 }),
        reduce(reducer, { mode: "dropNN" }),
        threshold("gt", [reducer === "sum" ? 40 : reducer === "count" ? 4 : 10]),
      ],
    },
    {
      name: `${reducer} with NULL in the strict mode`,
      steps: [
        query(seriesOf("nan"), { from: 300 }),
        reduce(reducer, { mode: "strict" }),
        threshold("gt", [reducer === "sum" ? 40 : reducer === "count" ? 4 : 10]),
      ],
    },
    {
      name: `${reducer} with NULL replaced`,
      steps: [
        query(seriesOf("nan"), { from: 300 }),
        reduce(reducer, { mode: "replaceNN", replaceWithValue: 90 }),
        threshold("gt", [reducer === "sum" ? 100 : reducer === "count" ? 4 : 20]),
      ],
    },
  ]),
  ...(
    [
      ["gt", [12]],
      ["gte", [12]],
      ["lt", [11]],
      ["lte", [11]],
      ["eq", [11]],
      ["ne", [11]],
    ] as const
  ).map(
    ([type, params]): Case => ({
      name: `threshold ${type}`,
      steps: [query(seriesOf("steady"), { from: 90 }), reduce("last"), threshold(type, params)],
    }),
  ),
  ...["within_range", "within_range_included", "outside_range", "outside_range_included"].flatMap((type): Case[] => [
    { name: `threshold ${type}`, steps: [query(seriesOf("ramp")), reduce("last"), threshold(type, [40, 60])] },
    { name: `threshold ${type} of hosts`, steps: [query(byHost("ramp")), reduce("last"), threshold(type, [30, 50])] },
  ]),
  {
    name: "NaN and not equal",
    steps: [table(`SELECT 0 / (count() - count()) AS v ${of("steady")}`), threshold("ne", [1], "A")],
  },
  {
    name: "NaN and above",
    steps: [table(`SELECT 0 / (count() - count()) AS v ${of("steady")}`), threshold("lt", [1], "A")],
  },
  {
    name: "infinity",
    steps: [
      table(`SELECT countIf(value > 50) / (count() - count()) AS v ${of("spike")}`, { from: 60 }),
      threshold("gt", [1], "A"),
    ],
  },
  { name: "a formula with a comparison", steps: [query(seriesOf("ramp")), reduce("max"), math("$B / 2 > 25")] },
  {
    name: "a formula with the number first",
    steps: [query(seriesOf("ramp")), reduce("max"), math("-60 < -$B + 2 * 3 % 4")],
  },
  { name: "a formula without a comparison", steps: [query(seriesOf("ramp")), reduce("max"), math("$B % 50 - 10")] },
  {
    name: "a formula before the reduction",
    steps: [query(byHost("ramp")), math("$A ** 2 - 100", "M"), reduce("min", {}, "M"), threshold("gt", [1500])],
  },
  {
    name: "a formula of two queries",
    steps: [
      table(`SELECT sum(value) AS v ${of("spike")}`, { refId: "A" }),
      table(`SELECT sum(value) AS v ${of("ramp")}`, { refId: "D" }),
      math("$A / $D * 100 > 50"),
    ],
  },
  {
    name: "a formula of hosts",
    steps: [
      table(rowsByHost("flapping"), { refId: "A", from: 60 }),
      table(rowsByHost("ramp"), { refId: "D" }),
      math("$A > $D && $D > 30"),
    ],
  },
  {
    name: "a formula of hosts and a total",
    steps: [
      table(rowsByHost("ramp")),
      table(`SELECT max(value) AS v ${of("spike")}`, { refId: "D" }),
      math("($A - $D) || 0", "M"),
      threshold("gt", [0], "M"),
    ],
  },
  {
    name: "a formula of thresholds",
    steps: [
      query(seriesOf("ramp")),
      reduce("last"),
      threshold("gt", [30], "B", "T"),
      threshold("lt", [70], "B", "U"),
      math("$T && $U"),
    ],
  },
  {
    name: "a formula with a missing label set",
    steps: [
      table(rowsByHost("missing", "count()"), { from: 60 }),
      table(rowsByHost("ramp"), { refId: "D", from: 60 }),
      math("$A + $D > 60"),
    ],
  },
  { name: "classic maximum", steps: [query(byHost("spike"), { from: 300 }), classic(["A", "max", "gt", [50]])] },
  {
    name: "classic average of hosts below",
    steps: [query(byHost("flapping"), { from: 180 }), classic(["A", "avg", "lt", [40]])],
  },
  {
    name: "classic range",
    steps: [query(byHost("ramp"), { from: 180 }), classic(["A", "last", "within_range", [60, 40]])],
  },
  {
    name: "classic without a value",
    steps: [query(seriesOf("gap"), { from: 300 }), classic(["A", "last", "no_value", []])],
  },
  ...[
    "sum",
    "min",
    "count",
    "median",
    "last",
    "diff",
    "diff_abs",
    "percent_diff",
    "percent_diff_abs",
    "count_non_null",
  ].map(
    (reducer): Case => ({
      name: `classic ${reducer}`,
      steps: [
        query(seriesOf("nan"), { from: 300 }),
        classic(["A", reducer, "gt", [reducer === "sum" ? 40 : /count/.test(reducer) ? 4 : 10]]),
      ],
    }),
  ),
  {
    name: "classic conditions with and",
    steps: [
      query(seriesOf("ramp")),
      query(seriesOf("flapping"), { refId: "D", from: 60 }),
      classic(["A", "last", "gt", [30]], ["D", "last", "gt", [50]]),
    ],
  },
  {
    name: "classic conditions with or",
    steps: [
      query(seriesOf("gap"), { from: 180 }),
      query(byHost("flapping"), { refId: "D", from: 60 }),
      classic(["A", "last", "lt", [30]], ["D", "avg", "gt", [50], "or"]),
    ],
    rule: { noDataState: "Alerting" },
  },
  ...["OK", "Alerting"].flatMap((noDataState): Case[] => [
    {
      name: `no data ${noDataState}`,
      steps: [query(seriesOf("gap"), { from: 240 }), reduce("last"), threshold("lt", [20])],
      rule: { noDataState },
    },
    {
      name: `no data ${noDataState} of hosts`,
      steps: [query(byHost("gap"), { from: 240 }), reduce("last"), threshold("gt", [90])],
      rule: { noDataState },
    },
    {
      name: `no data ${noDataState} of hosts below`,
      steps: [table(rowsByHost("gap"), { from: 240 }), threshold("lt", [20], "A")],
      rule: { noDataState },
    },
    {
      name: `a value NULL ${noDataState}`,
      steps: [table(rowsByHost("nan"), { from: 60 }), threshold("lt", [5], "A")],
      rule: { noDataState },
    },
  ]),
  {
    name: "a pending time",
    steps: [query(seriesOf("flapping"), { from: 60 }), reduce("last"), threshold("gt", [50])],
    rule: { forSeconds: 60 },
  },
  {
    name: "a pending time of hosts",
    steps: [query(byHost("ramp"), { from: 60 }), reduce("last"), threshold("gt", [50])],
    rule: { forSeconds: 290 },
  },
  {
    name: "an interval of five minutes",
    steps: [query(seriesOf("ramp")), reduce("mean"), threshold("gt", [30])],
    rule: { intervalSeconds: 300, forSeconds: 600 },
  },
  {
    name: "a shifted range",
    steps: [query(seriesOf("spike"), { from: 1200, to: 600 }), reduce("max"), threshold("gt", [50])],
  },
  {
    name: "different ranges",
    steps: [
      table(`SELECT max(value) AS v ${of("spike")}`, { from: 120 }),
      table(`SELECT avg(value) AS v ${of("spike")}`, { from: 1800, to: 300, refId: "D" }),
      math("$A > 2 * $D"),
    ],
  },
  {
    name: "buckets of the step",
    steps: [query(seriesOf("flapping"), { intervalMs: 120_000, from: 600 }), reduce("mean"), threshold("gte", [80])],
  },
  {
    name: "buckets of a second",
    steps: [
      query(`SELECT $__timeInterval(time) AS t, count() AS v ${of("steady")} GROUP BY t ORDER BY t`),
      reduce("max"),
      threshold("gt", [1]),
    ],
  },
  {
    name: "the current time in SQL",
    steps: [
      table(
        "SELECT host, max(value) AS v FROM points WHERE shape = 'spike' AND time > now() - INTERVAL 5 MINUTE AND time <= now() GROUP BY host",
      ),
      threshold("gt", [50], "A"),
    ],
  },
];

const context: MigrateContext = {
  connectionOf: () => ({ connectionId: "0123456789abcdef01234567", database: undefined }),
  sourceOf: () => undefined,
  valuesOf: () => undefined,
  noData: "ok",
  convertsPaused: false,
  webhookOf: () => "0123456789abcdef01234568",
  isOpenSource: true,
  idOf: (...parts) => createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 24),
};

function ruleOf({ name, steps, rule }: Case): GrafanaRule {
  return {
    ...{ file: "rules.yaml", uid: name, title: name, group: "g", folder: "f", intervalSeconds: 60 },
    condition: steps.at(-1)?.refId ?? "",
    ...{ steps, forSeconds: 0, keepFiringSeconds: 0, noDataState: "OK", execErrState: "Error" },
    ...{ isPaused: false, isRecording: false, labels: {}, annotations: {}, receiver: "c", notifications: [] },
    ...rule,
  };
}

/** Compares a rule with its alert over all data, as `migrate --verify` does. */
async function verified(rule: GrafanaRule, alerts: Converted) {
  const { checked } = await verify([rule], { objects: [], outcomes: [], notes: [] }, alerts, {
    ...{ clickhouse: engine.url, environment: engine.environment("reader"), from: FROM, to: TO },
    ...{ connectionOf: context.connectionOf, announce: () => undefined },
  });
  return checked.map(({ status, detail }) => [status, detail]);
}

function converted(each: Case) {
  const rule = ruleOf(each);
  const input = { dashboards: [], rules: [rule], contactPoints: [], policies: [], databases: new Map(), problems: [] };
  return { rule, alerts: convertRules(input, context) };
}

test.each(cases)("Grafana and the alert fire in the same windows: $name", async (each) => {
  const { rule, alerts } = converted(each);
  // An alert that 0 fires keeps the state of a missing label set.
  const [{ differences } = { differences: ["The rule has no outcome."] }] = alerts.outcomes;
  expect(differences.filter((difference) => !difference.includes("keeps its state"))).toEqual([]);
  expect(await verified(rule, alerts)).toEqual([["equal", undefined]]);
});

test.each([
  ["a series", seriesOf("ramp"), ""],
  ["series of hosts", byHost("ramp"), "host, "],
])("an alert of resampled %s fires as a rule whose SQL returns the buckets", async (_, sql, label) => {
  const resample = step("R", {
    type: "resample",
    expression: "A",
    window: "5m",
    downsampler: "mean",
    upsampler: "pad",
  });
  const last = [reduce("last", {}, "R"), threshold("gt", [40])];
  const { rule, alerts } = converted({ name: "resampled", steps: [query(sql), resample, ...last] });
  const bucket = "toStartOfInterval(t, INTERVAL 5 MINUTE) AS bucket";
  const buckets = `SELECT ${bucket}, ${label}avg(v) AS mean FROM (${sql}) GROUP BY ${label}bucket ORDER BY bucket`;

  expect(await verified({ ...rule, steps: [query(buckets, { refId: "R" }), ...last] }, alerts)).toEqual([
    ["equal", undefined],
  ]);
  const minutes = { ...rule, steps: [query(sql, { refId: "R" }), ...last] };
  expect(await verified(minutes, alerts)).toEqual([["differs", expect.stringContaining("windows fire only in")]]);
});

test("the comparison notices another threshold and another range", async () => {
  const steps = [query(seriesOf("ramp"), { from: 300 }), reduce("mean"), threshold("gt", [30])];
  const { rule, alerts } = converted({ name: "mutated", steps });
  expect(await verified(rule, alerts)).toEqual([["equal", undefined]]);
  const withFields = (change: (fields: Json) => Json) => ({
    ...alerts,
    objects: alerts.objects.map((each) => (each.type === "alert" ? { ...each, fields: change(each.fields) } : each)),
  });
  const higher = withFields((fields) => ({ ...fields, threshold: 24 }));
  const shorter = withFields(({ chartConfig, ...fields }) => {
    const chart = chartConfig as Json;
    const sqlTemplate = String(chart.sqlTemplate).replaceAll("300000", "60000");
    expect(sqlTemplate).not.toBe(chart.sqlTemplate);
    return { ...fields, chartConfig: { ...chart, sqlTemplate } };
  });
  for (const mutated of [higher, shorter]) {
    expect(await verified(rule, mutated)).toEqual([
      ["differs", expect.stringMatching(/^\d+ windows fire only in (?:Grafana|ClickStack), the first at 2026-06-01T/)],
    ]);
  }
});
