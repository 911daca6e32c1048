import { isJsonObject, jsonIn } from "../../../../client/json";
import type { DashboardPlace, GrafanaDashboard } from "./dashboards";
import { type DatasourceTypes, type Query, readQuery } from "./query";
import {
  anyFieldAt,
  durationSeconds,
  type Json,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  textMapAt,
  textsAt,
} from "./value";

/** An alert rule, with the names of the provisioning file. */
export type GrafanaRule = Readonly<ReturnType<typeof readRule>>;

/** An expression or a query of a rule. */
export type RuleStep = Readonly<ReturnType<typeof readStep>>;

export type ContactPoint = ReturnType<typeof readContactPoint>;

/** A node of the tree of notification policies, with the names of the provisioning file. */
export interface Policy {
  readonly receiver: string | undefined;
  readonly matchers: readonly (readonly [label: string, operator: string, value: string])[];
  readonly continues: boolean;
  /** True if the node has grouping, repetition or mute timings. */
  readonly hasTimings: boolean;
  readonly routes: readonly Policy[];
}

/** Reads the rules of a group: of a provisioning file, an export, the ruler, an operator or Terraform. */
export function readGroup(
  json: Json,
  { file, types, ...place }: Pick<DashboardPlace, "file" | "types" | "folder">,
): readonly GrafanaRule[] {
  const interval = durationSeconds(anyFieldAt(json, "interval", "interval_seconds"));
  const folder = textAt(json, "folder", "folderUid", "folderUID", "folder_uid", "folderRef") || place.folder;
  const group = textAt(json, "name", "title") || "rules";
  return objectsAt(json, "rules", "rule").map((each) => readRule(each, { file, types, folder, group, interval }));
}

interface RulePlace extends Pick<DashboardPlace, "file" | "types" | "folder"> {
  readonly group: string;
  readonly interval: number | undefined;
}

function readRule(json: Json, { file, types, folder, group, interval }: RulePlace) {
  // The ruler has the rule in an inner object.
  const rule = { ...json, ...objectAt(json, "grafana_alert") };
  const settings = objectAt(rule, "notification_settings", "notificationSettings");
  const record = anyFieldAt(rule, "record");
  return {
    file,
    uid: textAt(rule, "uid"),
    title: textAt(rule, "title", "name") || "Alert",
    group: textAt(rule, "ruleGroup", "rule_group") || group,
    folder: textAt(rule, "folderUID", "namespace_uid") || folder,
    /** Seconds between evaluations; undefined if the export has none. */
    intervalSeconds: interval ?? numberAt(rule, "intervalSeconds"),
    /** Ref id of the step that decides. */
    condition: textAt(rule, "condition"),
    steps: objectsAt(rule, "data").map((item) => readStep(item, types)),
    forSeconds: durationSeconds(anyFieldAt(rule, "for")) ?? 0,
    keepFiringSeconds: durationSeconds(anyFieldAt(rule, "keepFiringFor", "keep_firing_for")) ?? 0,
    noDataState: textAt(rule, "noDataState", "no_data_state") || "NoData",
    execErrState: textAt(rule, "execErrState", "exec_err_state") || "Error",
    isPaused: anyFieldAt(rule, "isPaused", "is_paused") === true,
    isRecording: isJsonObject(record) || (Array.isArray(record) && record.length > 0),
    labels: textMapAt(rule, "labels"),
    annotations: textMapAt(rule, "annotations"),
    /** Contact point that the rule names; undefined if the policies decide. */
    receiver: textAt(settings, "receiver", "contact_point") || undefined,
    /** Names of contact points of a legacy alert. */
    notifications: [] as readonly string[],
  };
}

const EXPRESSION_SOURCES = ["__expr__", "-100"];

function readStep(item: Json, types: DatasourceTypes) {
  const stored = anyFieldAt(item, "model");
  const model = objectAt({ model: typeof stored === "string" ? jsonIn(stored) : stored }, "model");
  const uid = textAt(item, "datasourceUid", "datasource_uid");
  const range = objectAt(item, "relativeTimeRange", "relative_time_range");
  const refId = textAt(item, "refId", "ref_id") || textAt(model, "refId");
  const isExpression = [uid, textAt(objectAt(model, "datasource"), "uid")].some((each) =>
    EXPRESSION_SOURCES.includes(each),
  );
  const query = isExpression ? undefined : readQuery(model, [model, { datasource: uid }], types);
  return {
    refId,
    /** Undefined for an expression. */
    query: query && { ...query, refId },
    /** Start and end of the time range in seconds before now. */
    from: numberAt(range, "from") ?? 0,
    to: numberAt(range, "to") ?? 0,
    model,
  };
}

const LEGACY_STATES: ReadonlyMap<string, string> = new Map(
  Object.entries({ no_data: "NoData", alerting: "Alerting", ok: "OK", keep_state: "KeepLast" }),
);

/** Reads the alerts of panels, as Grafana had them before version 8, as rules with classic conditions. */
export function legacyRules(dashboard: GrafanaDashboard): readonly GrafanaRule[] {
  return dashboard.sections
    .flatMap(({ panels }) => panels)
    .filter(({ model }) => Object.hasOwn(model, "alert"))
    .map(({ id, title, model, queries }): GrafanaRule => {
      const alert = objectAt(model, "alert");
      const conditions = objectsAt(alert, "conditions");
      const message = textAt(alert, "message");
      const rule = {
        uid: `${dashboard.uid || dashboard.title}-${id}`,
        ...{ title: textAt(alert, "name") || title, condition: CLASSIC, for: alert.for, labels: alert.alertRuleTags },
        noDataState: LEGACY_STATES.get(textAt(alert, "noDataState")),
        execErrState: LEGACY_STATES.get(textAt(alert, "executionErrorState")) ?? "Alerting",
        annotations: message === "" ? {} : { description: message },
      };
      const interval = durationSeconds(alert.frequency);
      const { file, folder, title: group } = dashboard;
      return {
        ...readRule(rule, { file, folder, group, interval, types: new Map() }),
        steps: [
          ...queries.map((query) => stepOfPanel(query, conditions, textAt(model, "interval"))),
          { refId: CLASSIC, query: undefined, from: 0, to: 0, model: { type: "classic_conditions", conditions } },
        ],
        notifications: objectsAt(alert, "notifications").map((each) => textAt(each, "name", "uid")),
      };
    });
}

/** Ref id of the conditions of a legacy alert, which no panel uses for a query. */
const CLASSIC = "conditions";

/**
 * Returns a query of a panel with the range of the condition that uses it: `["A", "5m", "now-1m"]`.
 * @param interval minimum interval of the panel
 */
function stepOfPanel(query: Query, conditions: readonly Json[], interval: string): RuleStep {
  const params = conditions
    .map((condition) => textsAt(objectAt(condition, "query"), "params"))
    .find(([refId]) => refId === query.refId);
  const to = durationSeconds(/^now-(\w+)$/.exec(params?.[2] ?? "")?.[1]) ?? 0;
  const model = { ...query.model, intervalMs: 1000 * Math.max(1, durationSeconds(interval.replace(/^>/, "")) ?? 1) };
  const from = durationSeconds(params?.[1]) ?? 300;
  return { refId: query.refId, query: { ...query, model }, from, to, model };
}

export function readContactPoint(json: Json) {
  const receivers = objectsAt(json, "receivers");
  // The API returns one object for each receiver.
  return {
    uid: textAt(json, "uid"),
    name: textAt(json, "name"),
    receivers: (receivers.length > 0 ? receivers : [json]).map((each) => ({
      type: textAt(each, "type"),
      settings: objectAt(each, "settings"),
    })),
  };
}

const TIMINGS = "group_by group_wait group_interval repeat_interval mute_time_intervals active_time_intervals".split(
  " ",
);

/** Reads a node of the tree of policies. Matchers have three forms. */
export function readPolicy(json: Json): Policy {
  const lists = anyFieldAt(json, "object_matchers");
  const triples = (Array.isArray(lists) ? lists : []).flatMap((each): Policy["matchers"] =>
    Array.isArray(each) && each.length === 3 ? [[String(each[0]), String(each[1]), String(each[2])]] : [],
  );
  const blocks = objectsAt(json, "matcher").map((each): Policy["matchers"][number] => [
    textAt(each, "label"),
    textAt(each, "match"),
    textAt(each, "value"),
  ]);
  return {
    receiver: textAt(json, "receiver", "contact_point") || undefined,
    matchers: [...triples, ...textsAt(json, "matchers").flatMap(matcherIn), ...blocks],
    continues: json.continue === true,
    hasTimings: TIMINGS.some((name) => Object.hasOwn(json, name)),
    routes: objectsAt(json, "routes", "policy").map(readPolicy),
  };
}

/** Reads a matcher such as `severity =~ "page|ticket"`. */
function matcherIn(text: string): Policy["matchers"] {
  const at = text.search(/[=!]/);
  const operator = /^(?:=~|!~|!=|=)/.exec(text.slice(at))?.[0];
  const [label, value] = [text.slice(0, at), text.slice(at + (operator?.length ?? 0))].map((part) =>
    part.trim().replace(/^"|"$/g, ""),
  );
  return at > 0 && operator && label ? [[label, operator, value ?? ""]] : [];
}
