import { COUNT, converted, convertedFrom, ofType, query, ruleWith, threshold } from "./rule-fixture";

/** Schedules, states, texts and dashboards of rules. */

test.each([
  [30, "1m", ["Grafana evaluates every 30 seconds; ClickStack evaluates every minute."]],
  [60, "1m", []],
  [120, "1m", ["Grafana evaluates every 2 minutes; ClickStack evaluates every minute."]],
  [240, "5m", ["Grafana evaluates every 4 minutes; ClickStack evaluates every 5 minutes."]],
  [600, "5m", ["Grafana evaluates every 10 minutes; ClickStack evaluates every 5 minutes."]],
  [7200, "1h", ["Grafana evaluates every 2 hours; ClickStack evaluates every hour."]],
  [86_400, "1d", []],
  [undefined, "1m", ["The export has no evaluation interval; the alert is evaluated every minute."]],
])("an evaluation every %s seconds has the interval %s", (intervalSeconds, interval, differences) => {
  const { outcome, fields } = converted({ intervalSeconds });
  expect(fields.interval).toBe(interval);
  expect(outcome).toMatchObject({ class: differences.length === 0 ? "exact" : "approximated", differences });
});

test.each([
  [0, 60, undefined],
  [45, 60, 2],
  [60, 60, 2],
  [300, 60, 6],
  [300, 300, 2],
])("a pending time of %s seconds with windows of %s seconds needs %s windows", (forSeconds, intervalSeconds, count) => {
  expect(converted({ forSeconds, intervalSeconds }).fields.numConsecutiveWindows).toBe(count);
});

test.each<[string, "ok" | "alerting", number, readonly string[]]>([
  ["OK", "alerting", 0, []],
  ["Alerting", "ok", 6, []],
  ["NoData", "ok", 0, ["Without data Grafana has the state NoData; the alert is OK."]],
  ["NoData", "alerting", 6, ["Without data Grafana has the state NoData; the alert fires."]],
  ["KeepLast", "ok", 0, ["Without data Grafana keeps the last state; the alert is OK."]],
])("the state %s without data, with the choice %s, is the value %s", (noDataState, choice, value, differences) => {
  const { outcome, sql } = converted({ noDataState }, { noData: choice });
  expect(sql).toContain(`value IS NULL, ${value},`);
  expect(outcome?.differences).toEqual(differences);
});

test.each<[string, object, string]>([
  [
    "a time to keep firing",
    { keepFiringSeconds: 300 },
    "Grafana keeps firing for 5 minutes after the condition ends; the alert ends at once.",
  ],
  [
    "the state Alerting after errors",
    { execErrState: "Alerting" },
    "After a failed query Grafana fires; the alert keeps its state.",
  ],
  [
    "the state OK after errors",
    { execErrState: "OK" },
    "After a failed query Grafana is OK; the alert keeps its state.",
  ],
  ["a pause", { isPaused: true }, "The rule is paused in Grafana; the alert is active."],
  [
    "hysteresis",
    {
      steps: [
        query(COUNT),
        {
          ...threshold("gt", [5], "A"),
          model: {
            type: "threshold",
            expression: "A",
            conditions: [{ evaluator: { type: "gt", params: [5] }, unloadEvaluator: { type: "lt", params: [3] } }],
          },
        },
      ],
    },
    "Grafana ends the alert at another threshold than it starts. ClickStack has one threshold.",
  ],
])("a rule with %s is approximated", (_, more, difference) => {
  expect(converted(more, { convertsPaused: true }).outcome).toMatchObject({
    class: "approximated",
    differences: [difference],
  });
});

test("a paused rule, a recording rule and a rule on another data source are left out", () => {
  const other = query("up", { plugin: "other" });
  const { outcomes, objects } = convertedFrom({
    rules: [
      ruleWith({ title: "Paused", isPaused: true }),
      ruleWith({ title: "Recording", isRecording: true }),
      ruleWith({ title: "Other", steps: [other, threshold("gt", [1], "A")] }),
      ruleWith({ title: "Kept" }),
    ],
  });
  expect(
    outcomes.map(({ title, class: kind, isClickHouse, differences }) => [title, kind, isClickHouse, differences]),
  ).toEqual([
    ["Paused", "left out", true, ["It is paused."]],
    ["Recording", "left out", true, ["It is a recording rule, which stores values and does not alert."]],
    ["Other", "left out", false, ["It has no query on ClickHouse."]],
    ["Kept", "exact", true, []],
  ]);
  expect(objects).toHaveLength(1);
  expect(objects[0]?.remark).toBe(
    `The rule "Paused" is left out. It is paused.\n${COUNT}\n\nThe rule "Recording" is left out. It is a recording rule, which stores values and does not alert.\n${COUNT}`,
  );
});

test("differences that all alerts have are listed once as notes", () => {
  expect(converted().notes).toEqual([
    "An alert notifies in each evaluation while it fires. Grafana repeats a notification after its repeat interval.",
    "A failed query keeps the state of its alert and sends no notification. By default Grafana sends an alert about the error.",
    "An alert ends in the first evaluation without its label set. In Grafana, the label set must be missing in two evaluations.",
  ]);
});

test("an invalid alert is left out with the reason", () => {
  const { outcome } = converted({}, { webhookOf: () => "not an id" });
  expect(outcome).toMatchObject({
    class: "left out",
    differences: [expect.stringContaining("Its alert is not valid.")],
  });
});

test("queries on several connections are left out, and a default database is written", () => {
  const steps = [
    query(COUNT),
    query(COUNT, { refId: "D", datasource: "second" }),
    { ...threshold(), model: { type: "math", expression: "$A > $D" } },
  ];
  const connectionOf = (datasource: string | undefined) => ({
    connectionId: (datasource === "ch" ? "c" : "d").repeat(24),
    database: "shop",
  });
  expect(converted({ steps }, { connectionOf }).outcome?.differences).toEqual([
    "Its queries are on several connections.",
  ]);
  expect(converted({}, { connectionOf }).sql).toContain("FROM shop.logs");
});

test("a managed server has dashboards with up to 500 tiles, and alerts on their tiles", () => {
  const rules = Array.from({ length: 501 }, (_, index) =>
    ruleWith({ uid: `r${index}`, title: "Errors", labels: { team: "a" } }),
  );
  const { objects } = convertedFrom({ rules, context: { isOpenSource: false } });
  const boards = ofType(objects, "dashboard");
  expect(boards.map(({ name, group, tileIds }) => [name, group, Object.keys(tileIds ?? {}).length])).toEqual([
    ["Alerts of Shop checkout", "Shop checkout", 500],
    ["Alerts of Shop checkout", "Shop checkout", 1],
  ]);
  const last = ofType(objects, "alert").at(-1)?.fields ?? {};
  expect(last).toMatchObject({
    ...{ source: "tile", dashboardId: boards[1]?.id, tileId: Object.values(boards[1]?.tileIds ?? {})[0] },
    ...{ name: "Errors", note: "team:a\n\nfolder:Shop\n\ngroup:checkout" },
  });
  expect(last.tags).toBeUndefined();
  expect(last.chartConfig).toBeUndefined();
});

test("copies of a rule have different ids, which are the same in each run", () => {
  const rules = [ruleWith(), ruleWith({ file: "copy.yaml" })];
  const idsOf = () => convertedFrom({ rules }).objects.map(({ id }) => id);
  expect(new Set(idsOf()).size).toBe(2);
  expect(idsOf()).toEqual(idsOf());
});
