import type { ApiRecord } from "../../../client";
import { referencesIn } from "../../../declaration/references";
import { type ApiFields, apiFieldsIn } from "../../../drawing";
import { moment } from "../../../evaluation/time-text";
import { ownValue } from "../../../own-values";
import { shownName } from "../../../resources/resource-type";
import { reportedType } from "../../project/reported-types";
import { countText } from "../../terminal/text-options";
import {
  evaluationErrorsOf,
  isComplete,
  LISTS,
  type ListName,
  problemsIn,
  type ServerLists,
  webhookIdsOf,
} from "../server-lists";
import type { AlertStates, StaleReport, StaleRule } from "./stale-report";

export const DAY_MS = 86_400_000;

/** Time of the report, and the number of days after which an object is stale. */
interface Limits {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly days: number;
  readonly alertDays: number;
  readonly urlOf: (id: string) => string | undefined;
}

/** Facts about all objects that checks of one object need. */
interface Facts extends Limits {
  readonly states: AlertStates;
  /** Ids of all sources, of all webhooks, and of the webhooks that alerts notify. */
  readonly sources: ReadonlySet<string>;
  readonly webhooks: ReadonlySet<string>;
  readonly notified: ReadonlySet<string>;
}

interface Stale {
  /** Start of the state in epoch milliseconds; undefined if it is not known. */
  readonly since?: number | undefined;
  readonly text: string;
}

interface Check {
  readonly list: ListName;
  /** List that must be complete, because the check looks for missing objects. */
  readonly needs?: ListName;
  readonly find: (record: ApiRecord, facts: Facts) => Stale | undefined;
}

const CHECKS: Readonly<Record<StaleRule, Check>> = {
  "alert-errors": { list: "alerts", find: evaluationError },
  "alert-webhook": { list: "alerts", needs: "webhooks", find: lostWebhook },
  "alert-no-data": {
    list: "alerts",
    find: (alert, facts) => lasting(alert, facts, "INSUFFICIENT_DATA", "has no data"),
  },
  "alert-firing": { list: "alerts", find: (alert, facts) => lasting(alert, facts, "ALERT", "fires") },
  "alert-silenced": { list: "alerts", find: silenced },
  "dashboard-source": { list: "dashboards", needs: "sources", find: lostSource("clickstack_dashboard") },
  "saved-search-source": { list: "savedSearches", needs: "sources", find: lostSource("clickstack_saved_search") },
  "webhook-unused": {
    list: "webhooks",
    needs: "alerts",
    find: ({ id }, { notified }) => (notified.has(id) ? undefined : { text: "No alert notifies it." }),
  },
  "key-unused": { list: "apiKeys", find: unusedKey },
  "key-expiring": { list: "apiKeys", find: expiringKey },
};

/** Finds the objects of a server that need attention. Checks that need an incomplete list are left out. */
export function findStale(
  lists: ServerLists,
  limits: Limits,
  seen: AlertStates,
): { readonly report: StaleReport; readonly alertStates: AlertStates } {
  const { alerts, apiKeys, sources, webhooks } = lists;
  const { days, alertDays, now, urlOf } = limits;
  const states = statesOf(alerts.records, now, seen);
  const facts: Facts = {
    ...limits,
    states,
    sources: new Set(sources.records.map(({ id }) => id)),
    webhooks: new Set(webhooks.records.map(({ id }) => id)),
    notified: new Set(alerts.records.flatMap(webhookIdsOf)),
  };
  const findings = Object.entries(CHECKS).flatMap(([rule, { list, needs, find }]) => {
    const records: readonly ApiRecord[] = needs === undefined || isComplete(lists[needs]) ? lists[list].records : [];
    const found = records.flatMap((record) => {
      const { text, since } = find(record, facts) ?? {};
      const [type] = LISTS[list];
      const object = { rule: rule as StaleRule, type, id: record.id, name: shownName(record) ?? record.id };
      const url = (list === "dashboards" ? urlOf(record.id) : undefined) ?? null;
      return text === undefined ? [] : [{ ...object, since: since === undefined ? null : isoText(since), text, url }];
    });
    return found.sort((a, b) => a.name.localeCompare(b.name, "en") || (a.id < b.id ? -1 : 1));
  });
  const recent = (rule: StaleRule, state: string) =>
    alerts.records.filter((each) => each.state === state).length - findings.filter((each) => each.rule === rule).length;
  return {
    report: {
      ...{ readAt: isoText(now), days, alertDays, findings },
      recent: { firing: recent("alert-firing", "ALERT"), noData: recent("alert-no-data", "INSUFFICIENT_DATA") },
      skipped: [
        ...(isAbsent(alerts) ? ["There are no settings for the objects of ClickStack."] : []),
        ...(isAbsent(apiKeys) ? ["There are no credentials for API keys of ClickHouse Cloud."] : []),
        ...problemsIn(lists, { skipped: true }),
      ],
      problems: problemsIn(lists, { skipped: false }),
    },
    // If the list is incomplete, the alerts that it lacks keep their recorded state.
    alertStates: isComplete(alerts) ? states : { ...seen, ...states },
  };
}

/** Returns true for a list that the settings of the client do not include. */
function isAbsent({ problem, isSkipped }: ServerLists["alerts" | "apiKeys"]): boolean {
  return problem === undefined && isSkipped === true;
}

function evaluationError(alert: ApiRecord): Stale | undefined {
  const [first, ...others] = evaluationErrorsOf(alert);
  if (!first) {
    return undefined;
  }
  const { type, time, message } = first;
  const more = others.length > 0 ? ` There are ${others.length + 1} errors.` : "";
  return { since: time, text: `${type}${time === undefined ? "" : ` at ${minuteText(time)}`}: ${message}${more}` };
}

function lostWebhook(alert: ApiRecord, { webhooks }: Facts): Stale | undefined {
  const lost = webhookIdsOf(alert).filter((id) => !webhooks.has(id));
  const what = lost.length === 1 ? "a webhook that does" : "webhooks that do";
  return lost.length === 0 ? undefined : { text: `It notifies ${what} not exist: ${lost.join(", ")}.` };
}

/** Returns the alerts that fire or have no data, each with the time of the run that first saw this state. */
function statesOf(alerts: readonly ApiRecord[], now: number, seen: AlertStates): AlertStates {
  const lastingAlerts = alerts.filter(({ state }) => state === "ALERT" || state === "INSUFFICIENT_DATA");
  const states = lastingAlerts.map(({ id, state }) => {
    const before = ownValue(seen, id);
    const isSame = before !== undefined && before.state === state;
    return [id, isSame ? before : { state: String(state), since: isoText(now) }] as const;
  });
  return Object.fromEntries(states);
}

/**
 * The API has no time at which a state began. The server writes `updatedAt` with each change, so the state began at that
 * time or before (docs/internals/api-behavior.md 3.7). The record of earlier runs can contain an earlier time.
 */
function lasting(alert: ApiRecord, facts: Facts, state: string, verb: string): Stale | undefined {
  const { now, alertDays, states } = facts;
  const times = [alert.updatedAt, states[alert.id]?.since].map((each) => Date.parse(String(each)));
  const since = Math.min(...times.filter(Number.isFinite));
  if (alert.state !== state || now - since < alertDays * DAY_MS) {
    return undefined;
  }
  return { since, text: `It ${verb} for at least ${daysText(now - since)}, since ${minuteText(since)}.` };
}

/** An alert is silenced for long if the silence began at least `alertDays` ago, lasts that long from now, or has no end. */
function silenced({ silenced: silence }: ApiRecord, { now, alertDays }: Facts): Stale | undefined {
  if (!silence) {
    return undefined;
  }
  const { at, until } = silence as ApiFields;
  const [from, end] = [Date.parse(String(at)), Date.parse(String(until))];
  const isOver = Number.isFinite(end) && end <= now;
  const isLong = now - from >= alertDays * DAY_MS || !Number.isFinite(end) || end - now >= alertDays * DAY_MS;
  if (isOver || !isLong) {
    return undefined;
  }
  const since = Number.isFinite(from) ? from : undefined;
  const began = since === undefined ? "" : ` since ${minuteText(since)}`;
  return {
    since,
    text: `It is silenced${began}, ${Number.isFinite(end) ? `until ${minuteText(end)}` : "without an end"}.`,
  };
}

/** Returns a check for objects that query sources which do not exist. */
function lostSource(type: string): Check["find"] {
  return (record, { sources }) => {
    const { shape } = reportedType(type);
    const missing = new Map<string, Set<string>>();
    for (const { path, type: referred, value } of shape ? referencesIn(shape, record) : []) {
      if (referred === "source" && typeof value === "string" && value !== "" && !sources.has(value)) {
        missing.set(value, (missing.get(value) ?? new Set()).add(placeIn(record, path)));
      }
    }
    const sentences = [...missing].map(([id, places]) => {
      const named = [...places].filter((place) => place !== "").join(", ");
      return `The source ${id} does not exist${named && `: ${named}`}.`;
    });
    return sentences.length === 0 ? undefined : { text: sentences.join(" ") };
  };
}

/** Returns the words for a place in a list of tiles or filters. */
function placeIn(record: ApiFields, [list, index, ...rest]: readonly (string | number)[]): string {
  if (typeof index !== "number") {
    return "";
  }
  const { name } = apiFieldsIn(record[String(list)])[index] ?? {};
  return `${rest.includes("onClick") ? "click of the " : ""}${String(list).replace(/s$/, "")} ${String(name)}`;
}

function unusedKey({ createdAt, usedAt, state }: ApiRecord, { now, days }: Facts): Stale | undefined {
  const [created = Number.NaN, used = Number.NaN] = [createdAt, usedAt].map((each) => Date.parse(String(each)));
  const since = Number.isFinite(used) ? used : created;
  if (!(now - since >= days * DAY_MS)) {
    return undefined;
  }
  const age = `${daysText(now - since)} ago, at ${minuteText(since)}.`;
  const text = since === used ? `It was last used ${age}` : `It was never used since its creation ${age}`;
  return { since, text: text + stateText(state) };
}

function expiringKey({ expireAt, state }: ApiRecord, { now, days }: Facts): Stale | undefined {
  const expiry = Date.parse(String(expireAt));
  if (!(expiry - now <= days * DAY_MS)) {
    return undefined;
  }
  const time = minuteText(expiry);
  const text = expiry <= now ? `It expired at ${time}.` : `It expires at ${time}, in ${daysText(expiry - now)}.`;
  return { text: text + stateText(state) };
}

function stateText(state: unknown): string {
  return state === "disabled" ? " It is disabled." : "";
}

function isoText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Returns a time as `2026-11-21 15:05 UTC`. */
function minuteText(milliseconds: number): string {
  return `${moment(milliseconds)} UTC`;
}

/** Returns a duration in whole days: `1 day`, `40 days`. */
function daysText(milliseconds: number): string {
  return countText(Math.floor(milliseconds / DAY_MS), "day");
}
