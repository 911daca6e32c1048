import { readDocuments } from "../../../../../src/cli/commands/migrate/input/read-documents";

const MODEL = {
  refId: "A",
  rawSql: "SELECT 1",
  format: 1,
  editorType: "sql",
  datasource: { type: "grafana-clickhouse-datasource", uid: "ch" },
};
const DATA = [
  { refId: "A", datasourceUid: "ch", relativeTimeRange: { from: 600, to: 60 }, model: MODEL },
  {
    refId: "C",
    datasourceUid: "__expr__",
    relativeTimeRange: { from: 0, to: 0 },
    model: { type: "threshold", expression: "A" },
  },
];
const RULE = {
  ...{ uid: "r1", title: "Errors", condition: "C", data: DATA, for: "5m", isPaused: false },
  ...{ noDataState: "OK", execErrState: "Error", labels: { team: "a" }, annotations: { summary: "Many errors" } },
  notification_settings: { receiver: "Slack" },
};
const GROUP = { name: "checkout", folder: "Shop", interval: "1m", rules: [RULE] };

const snake = {
  ...{ for: "5m", labels: { team: "a" }, annotations: { summary: "Many errors" } },
  grafana_alert: {
    ...{
      uid: "r1",
      title: "Errors",
      condition: "C",
      data: DATA,
      is_paused: false,
      no_data_state: "OK",
      exec_err_state: "Error",
    },
    notification_settings: { receiver: "Slack" },
  },
};

const terraform = {
  ...{
    name: "Errors",
    uid: "r1",
    condition: "C",
    for: "5m",
    no_data_state: "OK",
    exec_err_state: "Error",
    is_paused: false,
  },
  ...{
    labels: { team: "a" },
    annotations: { summary: "Many errors" },
    notification_settings: [{ contact_point: "Slack" }],
  },
  data: DATA.map(({ refId, datasourceUid, relativeTimeRange, model }) => ({
    ...{
      ref_id: refId,
      datasource_uid: datasourceUid,
      relative_time_range: [relativeTimeRange],
      model: JSON.stringify(model),
    },
  })),
};

const FORMS: Readonly<Record<string, unknown>> = {
  "a provisioning file": { apiVersion: 1, groups: [GROUP] },
  "a group of the API": { title: "checkout", folderUid: "Shop", interval: 60, rules: [RULE] },
  "the ruler": { Shop: [{ name: "checkout", interval: "1m", rules: [snake] }] },
  "a plan of Terraform": {
    terraform_version: "1.11.4",
    planned_values: {
      root_module: {
        resources: [
          {
            type: "grafana_rule_group",
            values: { name: "checkout", folder_uid: "Shop", interval_seconds: 60, rule: [terraform] },
          },
        ],
      },
    },
  },
  "a manifest of the operator": {
    kind: "GrafanaAlertRuleGroup",
    metadata: { name: "checkout" },
    spec: { folderUID: "Shop", interval: "1m", rules: [RULE] },
  },
};

function read(content: unknown) {
  return readDocuments([{ file: "rules.yaml", folder: "", content }], []);
}

test.each(Object.keys(FORMS))("%s results in the same rule", (form) => {
  const { rules, problems } = read(FORMS[form]);
  expect(problems).toEqual([]);
  expect(rules).toMatchObject([
    {
      ...{ uid: "r1", title: "Errors", group: "checkout", folder: "Shop", intervalSeconds: 60, condition: "C" },
      ...{
        forSeconds: 300,
        keepFiringSeconds: 0,
        noDataState: "OK",
        execErrState: "Error",
        isPaused: false,
        isRecording: false,
      },
      ...{ labels: { team: "a" }, annotations: { summary: "Many errors" }, receiver: "Slack" },
      steps: [
        {
          refId: "A",
          from: 600,
          to: 60,
          query: { refId: "A", plugin: "grafana", sql: "SELECT 1", format: "table", datasource: "ch" },
        },
        { refId: "C", query: undefined, model: { type: "threshold" } },
      ],
    },
  ]);
});

test("a rule of the provisioning API has no interval", () => {
  const { rules } = read([{ ...RULE, ruleGroup: "checkout", folderUID: "Shop" }]);
  expect(rules).toMatchObject([{ title: "Errors", group: "checkout", folder: "Shop", intervalSeconds: undefined }]);
});

test.each([
  ["1m30s", 90],
  ["2d", 172_800],
  [45, 45],
  ["soon", 0],
])("the duration %s has %s seconds", (duration, seconds) => {
  expect(read({ groups: [{ ...GROUP, rules: [{ ...RULE, for: duration }] }] }).rules[0]?.forSeconds).toBe(seconds);
});

test("a rule with a record is a recording rule", () => {
  const { rules } = read({ groups: [{ ...GROUP, rules: [{ ...RULE, record: { metric: "m", from: "A" } }] }] });
  expect(rules[0]?.isRecording).toBe(true);
});

test("the alert of a panel becomes a rule with classic conditions and the range of its condition", () => {
  const { rules } = read({
    uid: "d1",
    title: "Shop",
    panels: [
      {
        ...{
          id: 3,
          type: "graph",
          title: "Errors",
          interval: ">1m",
          targets: [{ refId: "B", query: "SELECT $timeSeries AS t", dateTimeType: "DATETIME" }],
        },
        alert: {
          ...{
            name: "Errors alert",
            frequency: "30s",
            for: "2m",
            noDataState: "keep_state",
            executionErrorState: "alerting",
            message: "Look",
          },
          ...{ notifications: [{ uid: "slack" }], alertRuleTags: { team: "a" } },
          conditions: [
            {
              evaluator: { type: "gt", params: [1] },
              query: { params: ["B", "15m", "now-1m"] },
              reducer: { type: "avg" },
            },
          ],
        },
      },
    ],
  });
  expect(rules).toMatchObject([
    {
      ...{
        uid: "d1-3",
        title: "Errors alert",
        group: "Shop",
        intervalSeconds: 30,
        forSeconds: 120,
        noDataState: "KeepLast",
        execErrState: "Alerting",
      },
      ...{ labels: { team: "a" }, annotations: { description: "Look" }, notifications: ["slack"] },
      steps: [
        { refId: "B", from: 900, to: 60, query: { plugin: "altinity", model: { intervalMs: 60_000 } } },
        { query: undefined, model: { type: "classic_conditions", conditions: [{ reducer: { type: "avg" } }] } },
      ],
    },
  ]);
});

test("contact points and policies of a provisioning file are read", () => {
  const { contactPoints, policies, problems } = read({
    apiVersion: 1,
    contactPoints: [
      { orgId: 1, name: "Slack", receivers: [{ uid: "c1", type: "slack", settings: { url: "[REDACTED]" } }] },
    ],
    policies: [
      {
        receiver: "Default",
        group_by: ["alertname"],
        routes: [
          { receiver: "Slack", object_matchers: [["team", "=", "a"]], continue: true },
          { receiver: "Pager", matchers: ['severity =~ "page|ticket"'] },
        ],
      },
    ],
  });
  expect(problems).toEqual([]);
  expect(contactPoints).toMatchObject([
    { name: "Slack", receivers: [{ type: "slack", settings: { url: "[REDACTED]" } }] },
  ]);
  expect(policies).toEqual([
    {
      ...{ receiver: "Default", matchers: [], continues: false, hasTimings: true },
      routes: [
        { receiver: "Slack", matchers: [["team", "=", "a"]], continues: true, hasTimings: false, routes: [] },
        {
          receiver: "Pager",
          matchers: [["severity", "=~", "page|ticket"]],
          continues: false,
          hasTimings: false,
          routes: [],
        },
      ],
    },
  ]);
});

test("a contact point of the API and one of Terraform have the same receivers", () => {
  const ofApi = read([{ uid: "c1", name: "Slack", type: "slack", settings: { url: "x" } }]);
  const values = { name: "Slack", slack: [{ url: "x" }], email: [] };
  const ofTerraform = read({
    terraform_version: "1",
    values: { root_module: { resources: [{ type: "grafana_contact_point", values }] } },
  });
  for (const { contactPoints } of [ofApi, ofTerraform]) {
    expect(contactPoints).toMatchObject([{ name: "Slack", receivers: [{ type: "slack", settings: { url: "x" } }] }]);
  }
});
