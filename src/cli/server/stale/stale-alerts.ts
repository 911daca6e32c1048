import { moment } from "../../../evaluation/time-text";
import type { AlertRecord } from "../../../resources/alert/api";
import { shownName } from "../../../resources/resource-type";
import { countText } from "../../terminal/text-options";
import { evaluationErrorsOf } from "../evaluation-errors";
import type { AlertStates } from "./alert-states";
import type { StaleObject, StaleRule } from "./stale-report";

/** Time of the report, and the number of days after which an object is stale. */
export interface AlertLimits {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly alertDays: number;
}

/** Alerts that need attention. */
interface StaleAlerts {
  readonly findings: readonly StaleObject[];
  /** States of all alerts, for the next run. */
  readonly alertStates: AlertStates;
  readonly recent: { readonly firing: number; readonly noData: number };
}

export const DAY_MS = 86_400_000;

/** States that are a finding after some days, by the server's name. */
const LASTING = {
  ALERT: { rule: "alert-firing", verb: "fires" },
  INSUFFICIENT_DATA: { rule: "alert-no-data", verb: "has no data" },
} as const satisfies Readonly<Record<string, { readonly rule: StaleRule; readonly verb: string }>>;

/** Finds alerts with errors, in a lasting state, or silenced. */
export function findStaleAlerts(alerts: readonly AlertRecord[], limits: AlertLimits, seen: AlertStates): StaleAlerts {
  const recent = { firing: 0, noData: 0 };
  const alertStates: Record<string, AlertStates[string]> = {};
  const findings = alerts.flatMap((alert) => {
    const alertState = alertStateOf(alert, limits, seen);
    if (alertState) {
      alertStates[alert.id] = alertState;
    }
    const lasting = lastingFinding(alert, limits, alertState?.since);
    if (!lasting && alert.state === "ALERT") {
      recent.firing += 1;
    } else if (!lasting && alert.state === "INSUFFICIENT_DATA") {
      recent.noData += 1;
    }
    return [errorFinding(alert), lasting, silencedFinding(alert, limits)].filter((each) => each !== undefined);
  });
  return { findings, alertStates, recent };
}

function isLasting(state: unknown): state is keyof typeof LASTING {
  return typeof state === "string" && Object.hasOwn(LASTING, state);
}

/** Returns since when runs of the report saw the alert in its state; undefined for other states. */
function alertStateOf(
  { id, state }: AlertRecord,
  { now }: AlertLimits,
  seen: AlertStates,
): AlertStates[string] | undefined {
  if (!isLasting(state)) {
    return undefined;
  }
  const before = Object.hasOwn(seen, id) ? seen[id] : undefined;
  return before?.state === state ? before : { state, since: new Date(now).toISOString() };
}

/**
 * The API has no time at which a state began. The server writes `updatedAt` with each change, so the state began at that
 * time or before (docs/internals/api-behavior.md 3.7). The record of earlier runs can contain an earlier time.
 */
function lastingFinding(
  alert: AlertRecord,
  limits: AlertLimits,
  seenSince: string | undefined,
): StaleObject | undefined {
  const { state, updatedAt } = alert;
  if (!isLasting(state)) {
    return undefined;
  }
  const times = [Date.parse(String(updatedAt)), Date.parse(String(seenSince))].filter((each) => Number.isFinite(each));
  const since = Math.min(...times);
  if (!(limits.now - since >= limits.alertDays * DAY_MS)) {
    return undefined;
  }
  const { rule, verb } = LASTING[state];
  const text = `It ${verb} for at least ${daysText(limits.now - since)}, since ${minuteText(since)}.`;
  return { ...objectOf(rule, "clickstack_alert", alert), since: new Date(since).toISOString(), text };
}

function errorFinding(alert: AlertRecord): StaleObject | undefined {
  const errors = evaluationErrorsOf(alert);
  const [first] = errors;
  if (!first) {
    return undefined;
  }
  const { type, time, message } = first;
  const since = time === undefined ? null : new Date(time).toISOString();
  const more = errors.length > 1 ? ` There are ${errors.length} errors.` : "";
  const text = `${type}${time === undefined ? "" : ` at ${minuteText(time)}`}: ${message}${more}`;
  return { ...objectOf("alert-errors", "clickstack_alert", alert), since, text };
}

/** An alert is silenced for long if the silence began at least `alertDays` ago, lasts that long from now, or has no end. */
function silencedFinding(alert: AlertRecord, { now, alertDays }: AlertLimits): StaleObject | undefined {
  const silence = alert.silenced as { readonly at?: unknown; readonly until?: unknown } | null | undefined;
  if (!silence) {
    return undefined;
  }
  const [from, end] = [Date.parse(String(silence.at)), Date.parse(String(silence.until))];
  const isOver = Number.isFinite(end) && end <= now;
  const isLong = now - from >= alertDays * DAY_MS || !Number.isFinite(end) || end - now >= alertDays * DAY_MS;
  if (isOver || !isLong) {
    return undefined;
  }
  const since = Number.isFinite(from) ? new Date(from).toISOString() : null;
  const began = since === null ? "" : ` since ${minuteText(from)}`;
  const text = `It is silenced${began}, ${Number.isFinite(end) ? `until ${minuteText(end)}` : "without an end"}.`;
  return { ...objectOf("alert-silenced", "clickstack_alert", alert), since, text };
}

/** Returns the parts of a finding that describe the object. */
export function objectOf(
  rule: StaleRule,
  type: string,
  record: Parameters<typeof shownName>[0],
): Pick<StaleObject, "rule" | "type" | "id" | "name" | "url"> {
  return { rule, type, id: record.id, name: shownName(record) ?? record.id, url: null };
}

/** Returns a time as `2026-11-21 15:05 UTC`. */
export function minuteText(milliseconds: number): string {
  return `${moment(milliseconds)} UTC`;
}

/** Returns a duration in whole days: `1 day`, `40 days`. */
export function daysText(milliseconds: number): string {
  return countText(Math.floor(milliseconds / DAY_MS), "day");
}
