import type { DeclaredFields } from "../../../../declaration/field";
import { fileLineText } from "../../../reports/changes/wording";
import { watchedBy } from "../charts";
import { lintRule, repeated } from "../lint-rule";
import { ALERT_TYPE, describeObject, type LintedObject } from "../linted-objects";

/** Fields of a chart that do not change the values that an alert compares. */
const APPEARANCE = new Set([
  ...["name", "alias", "color", "colorRules", "backgroundChart", "numberFormat"],
  ...["compareToPreviousPeriod", "fitYAxisToData", "seriesLimit", "onClick"],
]);

export const duplicateAlertRule = lintRule({
  id: "duplicate-alert",
  severity: "warn",
  description: "Two alerts of a stack have the same query and the same condition, so they fire together.",
  fix: "Remove one of the alerts, and add its channels to the other one.",
  limits:
    "The rule compares queries as texts. It does not see that two different queries have equal results, and it compares no alerts of different stacks.",
  types: [ALERT_TYPE],
  check: (alerts) =>
    repeated(alerts, conditionOf).map(([object, first]) => ({
      object,
      message: `The ${describeObject(object)} has the same condition as the ${describeObject(first)}, ${placeText(first)}.`,
    })),
});

/** Returns the address of an object and its line, such as `clickstack_alert.errors in main.ts:12`. */
function placeText(object: LintedObject): string {
  const line = object.stack.lineOf(object);
  return line ? `${object.address} in ${fileLineText(line)}` : object.address;
}

/** Returns a text that is equal for two alerts with the same condition; undefined if the condition is unknown. */
function conditionOf(alert: LintedObject): string | undefined {
  const { fields, stack, block } = alert;
  const watched = watchedBy(alert);
  const target = watched.config ?? fields.savedSearchId ?? fields.tileId;
  if (target === undefined) {
    return undefined;
  }
  const { thresholdType, threshold, thresholdMax, interval, groupBy } = fields;
  const { numConsecutiveWindows = 1, scheduleOffsetMinutes = 0, scheduleStartAt } = fields;
  const condition = [thresholdType, threshold, thresholdMax, interval, groupBy, numConsecutiveWindows];
  const schedule = [scheduleOffsetMinutes, scheduleStartAt];
  // Blocks with different instances have different alerts.
  const instances = [block.for_each, block.count, block.provider];
  return JSON.stringify([stack.name, target, condition, schedule, instances], withoutAppearance);
}

function withoutAppearance(key: string, value: unknown): unknown {
  if (APPEARANCE.has(key)) {
    return undefined;
  }
  const isFieldsObject = typeof value === "object" && value !== null && !Array.isArray(value);
  // Equal queries can have their fields in another order.
  return isFieldsObject ? Object.fromEntries(Object.entries(value as DeclaredFields).sort()) : value;
}
