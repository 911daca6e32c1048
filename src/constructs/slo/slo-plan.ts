import { isPlainObject } from "../../declaration/field";
import { minutesOf } from "../../declaration/value-types";
import { didYouMean } from "../../resources/declarations";
import type { AlertInterval } from "../alert";
import { Token } from "../framework";
import { codeOf } from "../prop-forms";
import { ExistingSource, Source } from "../source";
import {
  type BurnRate,
  type BurnRateLimit,
  budgetOf,
  burnRateOf,
  durationText,
  evaluationInterval,
  PUBLISHED_LIMITS,
  shortInterval,
} from "./burn-rate";
import { isComputableInSql } from "./burn-rate-chart";
import { type ServiceLevel, serviceLevelOf } from "./service-level";
import type { SloAlertProps, SloProps } from "./slo-props";

/** Alert of an objective with all values that its props leave out. */
export interface PlannedAlert {
  readonly key: string;
  readonly rate: BurnRate;
  readonly every: AlertInterval;
  /** Number of windows in a row; undefined for one. */
  readonly windows: number | undefined;
  /** Props of the alert, without those of its burn rate. */
  readonly props: Omit<SloAlertProps, "budget" | "factor" | "long" | "short" | "every">;
}

/** Content of the props of an objective, with all defaults. */
export interface SloPlan {
  readonly level: ServiceLevel;
  readonly method: NonNullable<SloProps["method"]>;
  /** Share of events that may be bad. */
  readonly budget: number;
  readonly windowMinutes: number;
  readonly alerts: readonly PlannedAlert[];
}

/** Number of short windows in a row that must meet the condition if an alert cannot evaluate the long window. */
const DEFAULT_WINDOWS_IN_A_ROW = 3;

/** Reads the props of an objective. Returns their problems, each as `prop: sentence`, if they have any. */
export function planSlo(props: SloProps): SloPlan | readonly string[] {
  const { name, objective, source, window = "30d" } = props;
  const windowMinutes = minutesOf(String(window));
  const problems = [
    ...(typeof name === "string" && name !== "" ? [] : ['name: Must be a text, such as "Checkout responds".']),
    ...objectiveProblems(objective),
    ...(windowMinutes ? [] : [`window: Must be a duration such as 30d; it is ${JSON.stringify(window)}.`]),
    ...sourceProblems(source),
    ...receiverProblems(props),
    ...unknownProps(props),
  ];
  if (problems.length > 0 || !windowMinutes) {
    return problems;
  }
  const level = serviceLevelOf(props);
  if (isProblems(level)) {
    return level;
  }
  const isComputable = isComputableInSql(level);
  const { method = isComputable ? "sql" : "series" } = props;
  const planned = plannedAlerts(props, windowMinutes, method);
  const found = [...methodProblems(props, method, isComputable), ...planned.filter((each) => typeof each === "string")];
  if (found.length > 0) {
    return found;
  }
  const alerts = planned.filter((each) => typeof each !== "string");
  return { level, method, budget: budgetOf(objective), windowMinutes, alerts };
}

/** Names of the props. The compiler checks that the list is complete. */
const NAMES = {
  ...{ name: true, objective: true, window: true, source: true, where: true, whereLanguage: true, total: true },
  ...{ good: true, bad: true, latency: true, method: true, minEvents: true, timestamp: true, notify: true },
  ...{ alerts: true, dashboardName: true, owner: true, tags: true, note: true, provider: true },
} satisfies Record<keyof SloProps, true>;

/** Returns props that do not exist. The compiler refuses them, and JavaScript does not. */
function unknownProps(props: SloProps): readonly string[] {
  const known = Object.keys(NAMES);
  const unknown = Object.keys(props).filter((prop) => !known.includes(prop));
  return unknown.map((prop) => `${prop}: An objective has no such prop.${didYouMean(prop, known)} Remove it.`);
}

function sourceProblems(source: unknown): readonly string[] {
  const isId = typeof source === "string" && (Token.isUnresolved(source) || /^[0-9a-f]{24}$/.test(source));
  if (isId || source instanceof Source || source instanceof ExistingSource) {
    return [];
  }
  return [`source: Must be a source or its id. Use Source.byName(this, ${codeOf(source, "Traces")}).`];
}

/** An objective has receivers unless each of its alerts has. Without this check, each alert would report the same. */
function receiverProblems({ notify, alerts = {} }: SloProps): readonly string[] {
  const isComplete = Array.isArray(notify) && (notify.length > 0 || Object.values(alerts).some((each) => each));
  return isComplete ? [] : ['notify: Must be a list of webhooks. Use [Webhook.byName(this, "Slack")].'];
}

function isProblems(value: ServiceLevel | readonly string[]): value is readonly string[] {
  return Array.isArray(value);
}

/** Maximum objective. Beyond it, the budget has fewer digits than the numbers of a query. */
const MAX_OBJECTIVE = 0.9999999;

function objectiveProblems(objective: unknown): readonly string[] {
  if (typeof objective === "number" && !Token.isUnresolved(objective) && objective > 0 && objective <= MAX_OBJECTIVE) {
    return [];
  }
  const share = typeof objective === "string" ? Number.parseFloat(objective) : objective;
  const isPercent = typeof share === "number" && share > 1 && share < 100;
  const fix = isPercent ? ` Set objective: ${Number((share / 100).toPrecision(10))}.` : "";
  const found = Token.isUnresolved(objective) ? "only known to Terraform" : JSON.stringify(objective);
  return [
    `objective: Must be a share of good events of more than 0 and at most ${MAX_OBJECTIVE}, such as 0.999 for 99.9 %; it is ${found}.${fix}`,
  ];
}

function methodProblems(props: SloProps, method: string, isComputable: boolean): readonly string[] {
  if (method !== "sql" && method !== "series") {
    return [`method: Must be "sql" or "series"; it is ${JSON.stringify(method)}.`];
  }
  if (method === "sql") {
    return isComputable
      ? []
      : [
          'method: The windows of an alert in SQL require count() and sum() without a metric, and conditions in SQL. Set whereLanguage: "sql" and write them in SQL, or set method: "series".',
        ];
  }
  return (["minEvents", "timestamp"] as const)
    .filter((prop) => props[prop] !== undefined)
    .map((prop) => `${prop}: Alerts on a series do not support it. Remove it, or write all conditions in SQL.`);
}

/** Returns each alert, or the sentence that describes its problem. */
function plannedAlerts(
  { alerts = {}, objective }: SloProps,
  windowMinutes: number,
  method: SloPlan["method"],
): readonly (PlannedAlert | string)[] {
  const published: Readonly<Record<string, BurnRateLimit>> = PUBLISHED_LIMITS;
  const keys = [...new Set([...Object.keys(published), ...Object.keys(alerts)])];
  return keys.flatMap((key) => {
    const own = Object.hasOwn(alerts, key) ? alerts[key] : undefined;
    const limit = Object.hasOwn(published, key) ? published[key] : undefined;
    return own === false ? [] : [plannedAlert(key, limit, own ?? {}, { objective, windowMinutes, method })];
  });
}

function plannedAlert(
  key: string,
  published: BurnRateLimit | undefined,
  props: SloAlertProps,
  { objective, windowMinutes, method }: { objective: number; windowMinutes: number; method: SloPlan["method"] },
): PlannedAlert | string {
  const at = `alerts.${key}`;
  if (!/^[A-Za-z][\w-]*$/.test(key)) {
    return `${at}: The key of an alert begins with a letter and has only letters, digits, _ and -.`;
  }
  if (!isPlainObject(props)) {
    return `${at}: Must be an object of props, or false.`;
  }
  const { long = published?.long, short, factor, budget: ownBudget, every: ownEvery, ...alertProps } = props;
  const budget = ownBudget ?? (factor === undefined ? published?.budget : undefined);
  if (long === undefined) {
    return `${at}.long: An alert with this key has no default. Set long and budget, such as { long: "2h", budget: 0.02 }.`;
  }
  const rate = burnRateOf(
    { long, ...(short && { short }), ...(factor !== undefined && { factor }), ...(budget !== undefined && { budget }) },
    objective,
    windowMinutes,
  );
  if (typeof rate === "string") {
    return `${at}.${rate}`;
  }
  const { numConsecutiveWindows: windows } = alertProps;
  if (method === "sql") {
    return { key, rate, every: ownEvery ?? evaluationInterval(rate), windows, props: alertProps };
  }
  const every = shortInterval(rate);
  if (every === undefined) {
    return `${at}.short: Alerts on a series require an interval of the API as short window, and ${durationText(rate.shortMinutes)} is none. Set 1m, 5m, 15m, 30m, 1h, 6h, 12h or 1d.`;
  }
  if (ownEvery !== undefined && ownEvery !== every) {
    return `${at}.every: Alerts on a series are evaluated once per short window. Remove every, or set short.`;
  }
  return { key, rate, every, windows: windows ?? DEFAULT_WINDOWS_IN_A_ROW, props: alertProps };
}
