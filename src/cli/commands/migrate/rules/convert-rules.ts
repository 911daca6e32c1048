import { groups } from "d3-array";
import type { DeclaredFields } from "../../../../declaration/field";
import { withinLimits } from "../../../../declaration/limits";
import { validate } from "../../../../declaration/validate";
import { secondsOf } from "../../../../declaration/value-types";
import { isRangeCondition } from "../../../../evaluation/condition";
import { SERVER_INTERVALS } from "../../../../resources/alert/declaration";
import { TYPE_FACTS } from "../../../project/imported-types";
import type { GrafanaInput } from "../input/read-documents";
import type { GrafanaRule } from "../input/rules";
import { type Converted, LeftOutError, type MigrateContext, type MigratedObject, type Outcome } from "../migrated";
import { alertQuery } from "./alert-sql";
import { Boards } from "./boards";
import { Channels } from "./channels";
import { Steps } from "./steps";
import { textsOf } from "./texts";

/** Differences of all alerts. */
const NOTES = [
  "An alert notifies in each evaluation while it fires. Grafana repeats a notification after its repeat interval.",
  "A failed query keeps the state of its alert and sends no notification. By default Grafana sends an alert about the error.",
  "An alert ends in the first evaluation without its label set. In Grafana, the label set must be missing in two evaluations.",
];

type Add = (difference: string) => void;

/** Converts the alert rules, with the webhooks of their contact points. Each rule has one outcome. */
export function convertRules(input: GrafanaInput, context: MigrateContext): Converted {
  const channels = new Channels(input, context);
  const boards = new Boards(context);
  const alerts: MigratedObject[] = [];
  const taken = new Map<string, number>();
  const remarks: { readonly group: string; readonly text: string }[] = [];
  const outcomes = input.rules.map((rule): Outcome => {
    const isClickHouse = rule.steps.some(({ query }) => query !== undefined && query.plugin !== "other");
    const outcome = { kind: "rule", file: rule.file, owner: rule.group, title: rule.title, isClickHouse } as const;
    const group = `${rule.folder} ${rule.group}`.trim();
    const names = ["alert", rule.uid, rule.folder, rule.group, rule.title];
    // Copies of a rule in several files have the same names.
    const copies = taken.get(names.join("\0")) ?? 0;
    taken.set(names.join("\0"), copies + 1);
    const id = context.idOf(...names, ...(copies === 0 ? [] : [String(copies)]));
    const differences = new Set<string>();
    try {
      const { chart, ...fields } = alertOf(rule, context, channels, (difference) => differences.add(difference));
      const watched = context.isOpenSource
        ? { source: "inline", chartConfig: chart }
        : boards.add(group, id, rule.title, chart);
      alerts.push({ type: "alert", id, name: rule.title, fields: { ...fields, ...watched }, group });
      const isExact = differences.size === 0;
      return { ...outcome, class: isExact ? "exact" : "approximated", differences: [...differences], target: { id } };
    } catch (error) {
      if (!(error instanceof LeftOutError)) {
        throw error;
      }
      if (isClickHouse) {
        const queries = rule.steps.flatMap(({ query }) => query?.sql ?? []);
        const reason = `The rule "${rule.title}" is left out. ${error.message}`;
        remarks.push({ group, text: [reason, ...queries].join("\n") });
      }
      return { ...outcome, class: "left out", differences: [error.message] };
    }
  });
  const objects = [...channels.webhooks, ...boards.objects(), ...alerts];
  // The comments on left out rules are above the first object of their group, or above the first object.
  const firstOf = new Map(objects.toReversed().map((each) => [each.group, each]));
  const texts = new Map(groups(remarks, ({ group }) => firstOf.get(group) ?? objects[0]));
  const remarked = objects.map((object) => {
    const remark = texts
      .get(object)
      ?.map(({ text }) => text)
      .join("\n\n");
    return remark ? { ...object, remark } : object;
  });
  return { objects: remarked, outcomes, notes: alerts.length === 0 ? [] : [...NOTES, ...channels.notes] };
}

/** Returns the fields of an alert, and its chart. */
function alertOf(rule: GrafanaRule, context: MigrateContext, channels: Channels, add: Add) {
  const reason = [
    [rule.isRecording, "It is a recording rule, which stores values and does not alert."],
    [!rule.steps.some(({ query }) => query && query.plugin !== "other"), "It has no query on ClickHouse."],
    [rule.isPaused && !context.convertsPaused, "It is paused."],
  ].find(([isTrue]) => isTrue);
  if (reason) {
    throw new LeftOutError(String(reason[1]));
  }
  const steps = new Steps(rule, context, add);
  const decision = steps.decide();
  const { displayType, sql, condition, ...facts } = alertQuery(decision, firesWithoutData(rule, context, add));
  if (facts.keepsMissing) {
    add("A label set that fires and then disappears keeps its state; Grafana ends it after two evaluations.");
  }
  const labels = decision.rows.labels.map(({ name }) => name);
  const { type: thresholdType, threshold, max } = condition;
  addDifferences(rule, add);
  const complete: DeclaredFields = {
    ...scheduleOf(rule, add),
    ...{ threshold, thresholdType, ...(isRangeCondition(thresholdType) && { thresholdMax: max }) },
    channels: channels.of(rule, labels, add),
    ...textsOf(rule, { labels, valueSteps: facts.isTruth ? [] : steps.valueSteps() }, context.isOpenSource, add),
  };
  const fields = withinLimits(TYPE_FACTS.alert.shape, complete, (field, maximum, value) => {
    const unit = typeof value === "string" ? "characters" : "values";
    add(`The field \`${field}\` is cut after ${maximum} of ${value.length} ${unit}.`);
  });
  const chart = { configType: "sql", displayType, connectionId: steps.connectionId, sqlTemplate: sql };
  const [issue] = validate(TYPE_FACTS.alert.shape, { ...fields, source: "inline", chartConfig: chart }, () => false);
  if (issue) {
    throw new LeftOutError(`Its alert is not valid. ${issue.message}`);
  }
  return { ...fields, chart };
}

function firesWithoutData(rule: GrafanaRule, context: MigrateContext, add: Add): boolean {
  const { noDataState } = rule;
  if (noDataState === "OK" || noDataState === "Alerting") {
    return noDataState === "Alerting";
  }
  const isFiring = context.noData === "alerting";
  const grafana = noDataState === "KeepLast" ? "keeps the last state" : "has the state NoData";
  add(`Without data Grafana ${grafana}; the alert ${isFiring ? "fires" : "is OK"}.`);
  return isFiring;
}

/** Returns the nearest interval of alerts, and the number of windows that cover the pending time. */
function scheduleOf({ intervalSeconds, forSeconds }: GrafanaRule, add: Add): DeclaredFields {
  const wanted = intervalSeconds ?? 60;
  const distance = (interval: string) => Math.abs(secondsOf(interval) - wanted);
  const interval = SERVER_INTERVALS.reduce((best, each) => (distance(each) < distance(best) ? each : best));
  const length = secondsOf(interval);
  if (intervalSeconds === undefined) {
    add("The export has no evaluation interval; the alert is evaluated every minute.");
  } else if (length !== wanted) {
    add(`Grafana evaluates every ${durationText(wanted)}; ClickStack evaluates every ${durationText(length)}.`);
  }
  return { interval, ...(forSeconds > 0 && { numConsecutiveWindows: Math.ceil(forSeconds / length) + 1 }) };
}

function durationText(seconds: number): string {
  const [size, unit] = seconds % 3600 === 0 ? [3600, "hour"] : seconds % 60 === 0 ? [60, "minute"] : [1, "second"];
  return seconds === size ? unit : `${seconds / size} ${unit}s`;
}

/** Adds the differences of states that alerts do not have. */
function addDifferences({ keepFiringSeconds: seconds, execErrState, isPaused }: GrafanaRule, add: Add): void {
  if (seconds > 0) {
    add(`Grafana keeps firing for ${durationText(seconds)} after the condition ends; the alert ends at once.`);
  }
  if (execErrState === "Alerting" || execErrState === "OK") {
    add(`After a failed query Grafana ${execErrState === "OK" ? "is OK" : "fires"}; the alert keeps its state.`);
  }
  if (isPaused) {
    add("The rule is paused in Grafana; the alert is active.");
  }
}
