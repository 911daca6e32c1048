import {
  type ApiFields,
  alertText,
  apiFieldsIn,
  chartValuesOf,
  comparedFormat,
  isFields,
  itemLetter,
  shownText,
} from "../drawing";
import { type Condition, conditionOf } from "../evaluation/condition";
import { scheduleOf, type Windows } from "../evaluation/schedule";
import { type Combine, combineOf, valueWithoutRows, type WindowFormula } from "../evaluation/window-values";
import { findAlertProblem } from "../resources/declarations";
import { type ProgramConstruct, stackOf } from "./configuration";
import { type SynthesizedAlert, synthesized } from "./synthesized";

/** Construct of an alert: `Alert` of cdktn or cdktf. */
export interface AlertConstruct extends ProgramConstruct {
  /** Type in Terraform. */
  readonly terraformResourceType: "clickstack_alert";
}

/** Alert to evaluate: the construct, or an alert of `synthesized`. */
export type AlertInput = AlertConstruct | SynthesizedAlert;

/** Value of a window that an alert compares, and how it follows from the select items. */
interface ComparedValue extends WindowFormula {
  /** Number format of the compared value. */
  readonly format: ApiFields | undefined;
  /** Number of select items. */
  readonly itemCount: number;
  /** Function whose values of parts cannot be combined to the value of a window. */
  readonly fixedFunction: string | undefined;
  /** True if the values are grouped. Undefined if the stack does not declare the watched object. */
  readonly isGrouped: boolean | undefined;
  readonly groupBy: string;
  /** True if the server replaces a missing value by 0: a query in SQL of a number tile. */
  readonly isNullZero: boolean;
}

/** Condition of an alert, and the value that it compares. */
export interface TestedAlert extends ComparedValue {
  readonly name: string;
  /** The condition as text. */
  readonly fires: string;
  readonly interval: string;
  readonly condition: Condition;
  readonly schedule: Windows;
  readonly inARow: number;
}

/** Returns the condition and the watched value of an alert. Throws an error for an alert that cannot be evaluated. */
export function testedAlertOf(input: AlertInput): TestedAlert {
  requireAlert(input);
  const alert = "node" in input ? synthesizedAlertOf(input) : input;
  const fields = alert as unknown as ApiFields;
  const name = alert.displayName ?? alert.name ?? alert.path;
  const condition = conditionOf(fields);
  const schedule = scheduleOf(fields);
  if (!condition) {
    throw new Error(`${name}: The threshold is not known before the apply. Fix: Write the threshold as a number.`);
  }
  if (!schedule) {
    throw new Error(
      `${name}: The interval ${JSON.stringify(fields.interval)} is not known before the apply. Fix: Write it as a text such as 5m.`,
    );
  }
  const value = comparedValueOf(alert, name);
  return {
    name,
    fires: alertText(fields, value.format),
    interval: String(fields.interval),
    condition,
    schedule,
    inARow: Math.max(1, alert.numConsecutiveWindows ?? 1),
    ...value,
  };
}

/** Throws an error for a value that is neither a construct nor an object with the fields of an alert. */
function requireAlert(input: unknown): void {
  const isAlert = typeof input === "object" && input !== null && ("node" in input || "interval" in input);
  if (!isAlert) {
    const found =
      input === undefined || input === null ? `The alert is ${input}` : "The first argument is not an alert";
    throw new Error(`${found}. Fix: Pass an Alert or an alert of synthesized().`);
  }
}

function synthesizedAlertOf(construct: AlertConstruct): SynthesizedAlert {
  const { path } = construct.node;
  if (construct.terraformResourceType !== "clickstack_alert") {
    throw new Error(`${path} is not an alert. Fix: Pass an Alert, or an alert of synthesized(stack).`);
  }
  const found = synthesized(stackOf(construct)).alerts.find((each) => each.path === path);
  if (!found) {
    throw new Error(
      `${path} is not in the synthesized stack. Fix: Create the alert in the stack before its evaluation.`,
    );
  }
  return found;
}

function comparedValueOf(alert: SynthesizedAlert, name: string): ComparedValue {
  if (alert.savedSearchId !== undefined) {
    return oneValue("count", alert.groupBy ?? "");
  }
  const config: unknown = alert.chartConfig ?? alert.tile?.config;
  if (!isFields(config)) {
    return { ...oneValue("the value of a tile that the stack does not declare", ""), isGrouped: undefined };
  }
  const problem = findAlertProblem(config);
  if (problem) {
    throw new Error(`${name}: ${problem.summary}. ${problem.detail}`);
  }
  if (config.configType === "sql") {
    const isNumber = config.displayType === "number";
    return {
      ...oneValue("the value of a query in SQL", ""),
      format: comparedFormat(config),
      isGrouped: isNumber ? false : undefined,
      isNullZero: isNumber,
    };
  }
  return valueOfItems(config);
}

function valueOfItems(config: ApiFields): ComparedValue {
  const items = apiFieldsIn(config.select);
  const expression = chartValuesOf(config).at(-1)?.expression ?? "A";
  const used = items.filter((_, index) => expression.includes(itemLetter(index)));
  const fixed = used.find(({ aggFn }) => combineOf(aggFn) === undefined);
  const groupBy = shownText(config.groupBy) ?? "";
  return {
    format: comparedFormat(config),
    itemCount: items.length,
    combine: items.map(({ aggFn }) => combineOf(aggFn) ?? latter),
    withoutRows: items.map(valueWithoutRows),
    expression,
    fixedFunction: fixed && String(fixed.aggFn),
    isGrouped: groupBy !== "",
    groupBy,
    isNullZero: false,
  };
}

function oneValue(aggFn: string, groupBy: string): ComparedValue {
  const combine = combineOf(aggFn);
  return {
    format: undefined,
    itemCount: 1,
    combine: [combine ?? latter],
    withoutRows: [null],
    expression: "A",
    fixedFunction: combine ? undefined : aggFn,
    isGrouped: groupBy !== "",
    groupBy,
    isNullZero: false,
  };
}

const latter: Combine = (_, later) => later;
