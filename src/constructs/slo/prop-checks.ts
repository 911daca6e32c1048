import { type DeclaredFields, isPlainObject } from "../../declaration/field";
import { minutesOf } from "../../declaration/value-types";
import { Token } from "../framework";
import {
  type Checks,
  canBe,
  filledText,
  ifGiven,
  mustBe,
  mustHaveProps,
  propProblems,
  sourceForm,
} from "../prop-checks";
import { codeOf, describeValue, formProblems, listFormOf, type PropForm } from "../prop-forms";
import { RECEIVERS } from "../receivers";
import type { LatencyThreshold } from "./service-level";
import type { SloAlertProps, SloProps } from "./slo-props";

/** Returns the problems of the props of an objective, each as `prop: sentence`. */
export function sloProblems(props: SloProps): readonly string[] {
  return propProblems("An objective", props, SLO_CHECKS);
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
  return mustHaveProps("An alert of an objective", "an object of props, or false", ALERT_CHECKS)(props, at, {});
}

const LATENCY_CHECKS: Checks<LatencyThreshold> = {
  ...{ below: undefined, duration: canBe(filledText("Duration")), unit: undefined },
};

const TEXT: PropForm = { expected: "a text", fits: isText };

const SLO_CHECKS: Checks<SloProps> = {
  name: mustBe(filledText("Checkout responds")),
  objective: checkObjective,
  window: canBe({ expected: "a duration such as 30d", fits: (value) => Boolean(minutesOf(String(value))) }),
  source: mustBe(sourceForm("Traces")),
  ...{ where: canBe(TEXT), whereLanguage: canBe(oneOf("sql", "lucene")), method: canBe(oneOf("sql", "series")) },
  latency: ifGiven(mustHaveProps("A latency", 'an object such as { below: "800ms" }', LATENCY_CHECKS)),
  ...{ total: undefined, good: undefined, bad: undefined, provider: undefined },
  minEvents: canBe({ expected: "a number of events such as 60", fits: (value) => isNumber(value) && value >= 0 }),
  notify: checkReceivers,
  alerts: canBe({ expected: "an object of alerts by key, such as { slow: false }", fits: isPlainObject }),
  ...{ timestamp: canBe(filledText("Timestamp")), dashboardName: canBe(filledText("Checkout")) },
  ...{ owner: canBe(filledText("storefront")), note: canBe(TEXT) },
  tags: canBe(listFormOf({ ...TEXT, use: (value) => codeOf(value, "slo") }, "a list of texts")),
};

const ALERT_CHECKS: Checks<SloAlertProps> = {
  budget: canBe({ expected: "a number such as 0.02", fits: isNumber }),
  factor: canBe({ expected: "a number such as 14.4", fits: isNumber }),
  ...{ long: undefined, short: undefined, every: undefined, numConsecutiveWindows: undefined, notify: undefined },
  ...{ name: undefined, displayName: undefined, tags: undefined, message: undefined, note: undefined },
};

function oneOf(...texts: readonly string[]): PropForm {
  const expected = texts.map((text) => JSON.stringify(text)).join(" or ");
  return { expected, fits: (value) => texts.includes(value as string) };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value) && !Token.isUnresolved(value);
}

/** Maximum objective. Beyond it, the budget has fewer digits than the numbers of a query. */
const MAX_OBJECTIVE = 0.9999999;

function checkObjective(objective: unknown, path: string): readonly string[] {
  if (isNumber(objective) && objective > 0 && objective <= MAX_OBJECTIVE) {
    return [];
  }
  const share = typeof objective === "string" ? Number.parseFloat(objective) : objective;
  const isPercent = typeof share === "number" && share > 1 && share < 100;
  const fix = isPercent ? ` Set objective: ${Number((share / 100).toPrecision(10))}.` : "";
  return [
    `${path}: Must be a share of good events of more than 0 and at most ${MAX_OBJECTIVE}, such as 0.999 for 99.9 %, not ${describeValue(objective)}.${fix}`,
  ];
}

/** Reports missing receivers once, and not once per alert. */
function checkReceivers(notify: unknown, path: string, { alerts }: DeclaredFields): readonly string[] {
  const isEmpty = Array.isArray(notify) && notify.length === 0;
  const hasAlerts = isPlainObject(alerts) && Object.keys(alerts).length > 0;
  const empty = `${path}: Must be a list of webhooks that is not empty. Use [Webhook.byName(this, "Slack")].`;
  return isEmpty && !hasAlerts ? [empty] : formProblems(RECEIVERS, notify, path);
}
