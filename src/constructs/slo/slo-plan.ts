import { minutesOf } from "../../declaration/value-types";
import { SERVER_INTERVALS } from "../../resources/alert/declaration";
import type { AlertInterval } from "../alert";
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
import { sloAlertProblems, sloProblems } from "./prop-checks";
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

/**
 * Number of short windows in a row that must meet the condition. They replace the long window if an alert cannot
 * evaluate it.
 */
const DEFAULT_WINDOWS_IN_A_ROW = 3;

/** Reads the props of an objective. Returns their problems, each as `prop: sentence`, if they have any. */
export function planSlo(props: SloProps): SloPlan | readonly string[] {
  const { objective, window = "30d" } = props;
  const windowMinutes = minutesOf(String(window));
  const problems = sloProblems(props);
  if (problems.length > 0 || !windowMinutes) {
    return problems;
  }
  const level = serviceLevelOf(props);
  if (!("counts" in level)) {
    return level;
  }
  const isComputable = isComputableInSql(level);
  const { method = isComputable && level.total.aggregate.metricName === undefined ? "sql" : "series" } = props;
  const planned = plannedAlerts(props, windowMinutes, method);
  const found = [...methodProblems(props, method, isComputable), ...planned.filter((each) => typeof each === "string")];
  if (found.length > 0) {
    return found;
  }
  const alerts = planned.filter((each) => typeof each !== "string");
  return { level, method, budget: budgetOf(objective), windowMinutes, alerts };
}

function methodProblems(props: SloProps, method: SloPlan["method"], isComputable: boolean): readonly string[] {
  if (method === "sql") {
    return isComputable
      ? []
      : [
          'method: The windows of an alert in SQL require count() and sum() of events or of one gauge, and conditions in SQL. Set whereLanguage: "sql" and write them in SQL, or set method: "series".',
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
    return own === false ? [] : plannedAlert(key, limit, own ?? {}, { objective, windowMinutes, method });
  });
}

/** Returns an alert, or the problems of its props, each as a sentence. */
function plannedAlert(
  key: string,
  published: BurnRateLimit | undefined,
  props: SloAlertProps,
  { objective, windowMinutes, method }: { objective: number; windowMinutes: number; method: SloPlan["method"] },
): PlannedAlert | string | readonly string[] {
  const problems = sloAlertProblems(key, props);
  if (problems.length > 0) {
    return problems;
  }
  const at = `alerts.${key}`;
  const { long = published?.long, short, factor, budget: ownBudget, every: ownEvery, ...alertProps } = props;
  const budget = ownBudget ?? (factor === undefined ? published?.budget : undefined);
  if (long === undefined) {
    return `${at}.long: An alert with this key has no default. Set long and budget, such as { long: "2h", budget: 0.02 }.`;
  }
  const rate = burnRateOf({ long, short, factor, budget }, objective, windowMinutes);
  if (typeof rate === "string") {
    return `${at}.${rate}`;
  }
  const { numConsecutiveWindows: windows } = alertProps;
  if (method === "sql") {
    return { key, rate, every: ownEvery ?? evaluationInterval(rate), windows, props: alertProps };
  }
  const every = shortInterval(rate);
  if (every === undefined) {
    return `${at}.short: ${durationText(rate.shortMinutes)} is not a valid interval for method: "series". Set short to ${SERVER_INTERVALS.slice(0, -1).join(", ")} or ${SERVER_INTERVALS.at(-1)}.`;
  }
  if (ownEvery !== undefined && ownEvery !== every) {
    return `${at}.every: Alerts on a series are evaluated once per short window. Remove every, or set short.`;
  }
  return { key, rate, every, windows: windows ?? DEFAULT_WINDOWS_IN_A_ROW, props: alertProps };
}
