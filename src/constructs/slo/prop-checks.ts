import { type DeclaredFields, isPlainObject } from "../../declaration/field";
import { minutesOf, objectIdField } from "../../declaration/value-types";
import { didYouMean } from "../../resources/declarations";
import { Token } from "../framework";
import { codeOf } from "../prop-forms";
import { ExistingSource, Source } from "../source";
import type { LatencyThreshold } from "./service-level";
import type { SloAlertProps, SloProps } from "./slo-props";

/** Returns a sentence about an invalid value. The props are those that contain the value. */
type Check<P> = (value: unknown, props: P) => string | undefined;

/** Check of each prop, or undefined if another function checks it. The compiler checks that none is missing. */
type Checks<P> = Readonly<Record<keyof P & string, Check<P> | undefined>>;

/** Returns the problems of the props of an objective, each as `prop: sentence`. */
export function sloProblems(props: SloProps): readonly string[] {
  const { latency } = props;
  return [
    ...propProblems("An objective", props, SLO_CHECKS),
    ...(isPlainObject(latency) ? propProblems("A latency", latency, LATENCY_CHECKS, "latency.") : []),
  ];
}

/** Returns the problems of an alert, each as `prop: sentence`. */
export function sloAlertProblems(key: string, props: SloAlertProps): readonly string[] {
  const at = `alerts.${key}`;
  if (!/^[A-Za-z][\w-]*$/.test(key)) {
    return [`${at}: The key of an alert begins with a letter and has only letters, digits, _ and -.`];
  }
  if (key === "dashboard") {
    return [`${at}: The dashboard of the objective has this id. Choose another key.`];
  }
  if (!isPlainObject(props)) {
    return [`${at}: Must be an object of props, or false.`];
  }
  return propProblems("An alert of an objective", props, ALERT_CHECKS, `${at}.`);
}

/** Checks known props, and finds unknown ones. The compiler refuses both, and JavaScript does not. */
function propProblems<P extends object>(kind: string, props: P, checks: Checks<P>, at = ""): readonly string[] {
  const values = props as DeclaredFields;
  const known = Object.entries<Check<P> | undefined>(checks);
  const names = known.map(([name]) => name);
  const unknown = Object.keys(values).filter((name) => !names.includes(name));
  return [
    ...known.flatMap(([name, check]) => {
      const sentence = check?.(values[name], props);
      return sentence === undefined ? [] : [`${at}${name}: ${sentence}`];
    }),
    ...unknown.map((name) => `${at}${name}: ${kind} has no such prop.${didYouMean(name, names)} Remove it.`),
  ];
}

const SLO_CHECKS: Checks<SloProps> = {
  name: required(isFilledText, 'a text, such as "Checkout responds"'),
  objective: objectiveProblem,
  window: optional((value) => Boolean(minutesOf(String(value))), "a duration such as 30d"),
  source: sourceProblem,
  where: optional(isText, "a text"),
  whereLanguage: optional((value) => value === "sql" || value === "lucene", '"sql" or "lucene"'),
  total: undefined,
  good: undefined,
  bad: undefined,
  latency: optional(isPlainObject, 'an object such as { below: "800ms" }'),
  method: optional((value) => value === "sql" || value === "series", '"sql" or "series"'),
  minEvents: optional((value) => isNumber(value) && value >= 0, "a number of events such as 60"),
  timestamp: optional(isFilledText, 'a text, such as "Timestamp"'),
  notify: receiverProblem,
  alerts: optional(isPlainObject, "an object of alerts by key, such as { slow: false }"),
  dashboardName: optional(isFilledText, 'a text, such as "Checkout"'),
  owner: optional(isFilledText, 'a text, such as "storefront"'),
  tags: optional(
    (value) => Array.isArray(value) && value.every(isText),
    (value) => `a list of texts, such as [${codeOf(value, "slo")}]`,
  ),
  note: optional(isText, "a text"),
  provider: undefined,
};

const ALERT_CHECKS: Checks<SloAlertProps> = {
  budget: optional(isNumber, "a number such as 0.02"),
  factor: optional(isNumber, "a number such as 14.4"),
  long: undefined,
  short: undefined,
  every: undefined,
  notify: undefined,
  name: undefined,
  displayName: undefined,
  tags: undefined,
  message: undefined,
  note: undefined,
  numConsecutiveWindows: undefined,
};

const LATENCY_CHECKS: Checks<LatencyThreshold> = {
  below: undefined,
  duration: optional(isFilledText, 'a text, such as "Duration"'),
  unit: undefined,
};

type Fits = (value: unknown) => boolean;
type Expected = string | ((value: unknown) => string);

function required(fits: Fits, expected: Expected): Check<unknown> {
  return (value) => {
    const form = typeof expected === "string" ? expected : expected(value);
    return fits(value) ? undefined : `Must be ${form}; it is ${found(value)}.`;
  };
}

function optional(fits: Fits, expected: Expected): Check<unknown> {
  return required((value) => value === undefined || fits(value), expected);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isFilledText(value: unknown): boolean {
  return isText(value) && value !== "";
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && !Token.isUnresolved(value);
}

/** Returns the words for a value in a message. */
function found(value: unknown): string {
  if (Token.isUnresolved(value)) {
    return "only known to Terraform";
  }
  if (typeof value === "object" && value !== null) {
    return Array.isArray(value) ? "a list" : "an object";
  }
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** Maximum objective. Beyond it, the budget has fewer digits than the numbers of a query. */
const MAX_OBJECTIVE = 0.9999999;

function objectiveProblem(objective: unknown): string | undefined {
  if (isNumber(objective) && objective > 0 && objective <= MAX_OBJECTIVE) {
    return undefined;
  }
  const share = typeof objective === "string" ? Number.parseFloat(objective) : objective;
  const isPercent = typeof share === "number" && share > 1 && share < 100;
  const fix = isPercent ? ` Set objective: ${Number((share / 100).toPrecision(10))}.` : "";
  return `Must be a share of good events of more than 0 and at most ${MAX_OBJECTIVE}, such as 0.999 for 99.9 %; it is ${found(objective)}.${fix}`;
}

function sourceProblem(source: unknown): string | undefined {
  const isId = typeof source === "string" && (Token.isUnresolved(source) || objectIdField.safeParse(source).success);
  return isId || source instanceof Source || source instanceof ExistingSource
    ? undefined
    : `Must be a source or its id. Use Source.byName(this, ${codeOf(source, "Traces")}).`;
}

/** Reports missing receivers once, and not once per alert. */
function receiverProblem(notify: unknown, { alerts }: SloProps): string | undefined {
  const hasAlerts = isPlainObject(alerts) && Object.keys(alerts).length > 0;
  const isComplete = Array.isArray(notify) && (notify.length > 0 || hasAlerts);
  return isComplete ? undefined : 'Must be a list of webhooks. Use [Webhook.byName(this, "Slack")].';
}
