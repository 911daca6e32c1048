import type { ApiRecord } from "../../../client";
import { asSentence } from "../../../client/http/errors";
import { referencesIn } from "../../../declaration/references";
import { type ApiFields, apiFieldsIn } from "../../../drawing";
import type { AlertRecord } from "../../../resources/alert/api";
import { reportedType } from "../../project/reported-types";
import { type ServerLists, webhookIdsOf } from "../server-lists";
import type { AlertStates } from "./alert-states";
import { type AlertLimits, DAY_MS, daysText, findStaleAlerts, minuteText, objectOf } from "./stale-alerts";
import { STALE_RULES, type StaleObject, type StaleReport, type StaleRule } from "./stale-report";

interface Limits extends AlertLimits {
  readonly days: number;
  /** Address of a dashboard in the user interface. */
  readonly urlOf: (id: string) => string | undefined;
}

/** Finds the objects of a server that need attention. Checks that need an incomplete list are left out. */
export function findStale(
  lists: ServerLists,
  limits: Limits,
  seen: AlertStates,
): { readonly report: StaleReport; readonly alertStates: AlertStates } {
  const { alerts, sources, webhooks, dashboards, savedSearches, apiKeys } = lists;
  const stale = findStaleAlerts(alerts.records, limits, seen);
  const knownSources = new Set(sources.records.map(({ id }) => id));
  const notified = isComplete(alerts) ? new Set(alerts.records.flatMap(webhookIdsOf)) : undefined;
  const knownWebhooks = isComplete(webhooks) ? new Set(webhooks.records.map(({ id }) => id)) : undefined;
  const findings = [
    ...stale.findings,
    ...(knownWebhooks ? alerts.records.flatMap((each) => lostWebhookFinding(each, knownWebhooks)) : []),
    ...(isComplete(sources) ? dashboards.records : []).flatMap((each) => {
      const object = objectOf("dashboard-source", "clickstack_dashboard", each);
      return sourceFindings({ ...object, url: limits.urlOf(each.id) ?? null }, each, knownSources);
    }),
    ...(isComplete(sources) ? savedSearches.records : []).flatMap((each) =>
      sourceFindings(objectOf("saved-search-source", "clickstack_saved_search", each), each, knownSources),
    ),
    ...(notified ? webhooks.records.filter(({ id }) => !notified.has(id)).map(webhookFinding) : []),
    ...apiKeys.records.flatMap((each) => keyFindings(each, limits)),
  ];
  const { days, alertDays, now } = limits;
  return {
    report: {
      ...{ readAt: new Date(now).toISOString(), days, alertDays },
      findings: findings.sort(byRuleAndName),
      recent: stale.recent,
      skipped: [
        ...(isAbsent(alerts) ? ["There are no settings for the objects of ClickStack."] : []),
        ...(isAbsent(apiKeys) ? ["There are no credentials for API keys of ClickHouse Cloud."] : []),
        ...problemsIn(lists, { skipped: true }),
      ],
      problems: problemsIn(lists, { skipped: false }),
    },
    // Alerts that an incomplete list lacks keep their record.
    alertStates: isComplete(alerts) ? stale.alertStates : { ...seen, ...stale.alertStates },
  };
}

/** Names of the lists in a sentence. */
const LIST_NAMES: Readonly<Record<keyof ServerLists, string>> = {
  dashboards: "dashboards",
  alerts: "alerts",
  savedSearches: "saved searches",
  sources: "sources",
  webhooks: "webhooks",
  apiKeys: "API keys",
};

/** Returns the problems of skipped lists, or of all others. Lists that fail for the same reason share one. */
function problemsIn(lists: ServerLists, { skipped }: { readonly skipped: boolean }): readonly string[] {
  const byCause = new Map<string, { readonly first: string; readonly others: string[] }>();
  for (const [member, name] of Object.entries(LIST_NAMES)) {
    const { problem, isSkipped } = lists[member as keyof ServerLists];
    if (problem === undefined || (isSkipped ?? false) !== skipped) {
      continue;
    }
    const cause = problem.replace(/^GET \S+ /, "").replace(/ \(request [^()]*\)/, "");
    const known = byCause.get(cause);
    known?.others.push(name);
    if (!known) {
      byCause.set(cause, { first: problem, others: [] });
    }
  }
  return [...byCause.values()].map(({ first, others }) =>
    others.length === 0 ? first : `${asSentence(first)} These lists have the same problem: ${others.join(", ")}.`,
  );
}

interface ListStatus {
  readonly problem?: string;
  readonly isSkipped?: boolean;
}

function isComplete({ problem, isSkipped }: ListStatus): boolean {
  return problem === undefined && !isSkipped;
}

/** Returns true for a list that the settings of the client do not include. */
function isAbsent({ problem, isSkipped }: ListStatus): boolean {
  return problem === undefined && isSkipped === true;
}

const ORDER = Object.keys(STALE_RULES) as readonly StaleRule[];

function byRuleAndName(a: StaleObject, b: StaleObject): number {
  return ORDER.indexOf(a.rule) - ORDER.indexOf(b.rule) || a.name.localeCompare(b.name, "en") || (a.id < b.id ? -1 : 1);
}

/** Returns the finding of an object that queries sources which do not exist. */
function sourceFindings(object: ReturnType<typeof objectOf>, record: ApiRecord, known: ReadonlySet<string>) {
  const { shape } = reportedType(object.type);
  const missing = new Map<string, Set<string>>();
  for (const { path, type, value } of shape ? referencesIn(shape, record) : []) {
    if (type === "source" && typeof value === "string" && value !== "" && !known.has(value)) {
      missing.set(value, (missing.get(value) ?? new Set()).add(placeIn(record, path)));
    }
  }
  const sentences = [...missing].map(([id, places]) => {
    const named = [...places].filter((place) => place !== "").join(", ");
    return `The source ${id} does not exist${named && `: ${named}`}.`;
  });
  return sentences.length === 0 ? [] : [{ ...object, since: null, text: sentences.join(" ") }];
}

/** Returns the words for a place in a list of tiles or filters. */
function placeIn(record: ApiFields, [list, index, ...rest]: readonly (string | number)[]): string {
  if (typeof index !== "number") {
    return "";
  }
  const { name } = apiFieldsIn(record[String(list)])[index] ?? {};
  return `${rest.includes("onClick") ? "click of the " : ""}${String(list).replace(/s$/, "")} ${String(name)}`;
}

function lostWebhookFinding(record: AlertRecord, known: ReadonlySet<string>): readonly StaleObject[] {
  const lost = webhookIdsOf(record).filter((id) => !known.has(id));
  if (lost.length === 0) {
    return [];
  }
  const text = `It notifies ${lost.length === 1 ? "a webhook that does" : "webhooks that do"} not exist: ${lost.join(", ")}.`;
  return [{ ...objectOf("alert-webhook", "clickstack_alert", record), since: null, text }];
}

function webhookFinding(record: ApiRecord): StaleObject {
  return { ...objectOf("webhook-unused", "clickstack_webhook", record), since: null, text: "No alert notifies it." };
}

function keyFindings(record: ApiRecord, { now, days }: Limits): readonly StaleObject[] {
  const [created, used, expiry] = [record.createdAt, record.usedAt, record.expireAt].map((each) =>
    Date.parse(String(each)),
  );
  const state = record.state === "disabled" ? " It is disabled." : "";
  const last = used !== undefined && Number.isFinite(used) ? used : created;
  const findings: StaleObject[] = [];
  if (last !== undefined && now - last >= days * DAY_MS) {
    const text =
      last === used
        ? `It was last used ${daysText(now - last)} ago, at ${minuteText(last)}.${state}`
        : `It was never used since its creation ${daysText(now - last)} ago, at ${minuteText(last)}.${state}`;
    const since = new Date(last).toISOString();
    findings.push({ ...objectOf("key-unused", "clickstack_api_key", record), since, text });
  }
  if (expiry !== undefined && Number.isFinite(expiry) && expiry - now <= days * DAY_MS) {
    const text =
      expiry <= now
        ? `It expired at ${minuteText(expiry)}.${state}`
        : `It expires at ${minuteText(expiry)}, in ${daysText(expiry - now)}.${state}`;
    findings.push({ ...objectOf("key-expiring", "clickstack_api_key", record), since: null, text });
  }
  return findings;
}
