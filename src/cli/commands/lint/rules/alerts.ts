import * as z from "zod";
import type { DeclaredFields } from "../../../../declaration/field";
import { fileLineText } from "../../../project/code-lines";
import { matchesText } from "../../../project/drift-rules";
import { watchedBy } from "../charts";
import { lacksRequired, lintRule, repeated } from "../lint-rule";
import { ALERT_TYPE, describeObject, type LintedObject } from "../linted-objects";
import { isUnevaluated } from "../unevaluated";

const CHANNEL = { fields: ["channels"], policyMessage: "the alert has no channel. Add one.", isRefused: true };
const NAME = { fields: ["name", "displayName"], policyMessage: "the alert has no name. Set name.", isRefused: false };
const NOTE = { fields: ["note"], policyMessage: "the alert has no note. Set note.", isRefused: false };

const alertChannelRule = lintRule({
  id: "alert-channel",
  severity: "error",
  description: "An alert has no channel, so it sends no notification.",
  fix: "Add a webhook to `notify` (`channels` in Terraform).",
  limits: "The rule does not see that a webhook has no readers.",
  types: [ALERT_TYPE],
  requires: CHANNEL,
  checkObject: (alert) => (lacksRequired(CHANNEL, alert) ? `The ${describeObject(alert)} has no channel.` : undefined),
});

const alertNameRule = lintRule({
  id: "alert-name",
  severity: "warn",
  description: "An alert has no name, so its notifications have a title that the server derives.",
  fix: "Set `name`, or `displayName` on a server that supports it.",
  limits: "The rule does not judge whether a name is clear.",
  types: [ALERT_TYPE],
  requires: NAME,
  checkObject: (alert) => (lacksRequired(NAME, alert) ? `The ${describeObject(alert)} has no name.` : undefined),
});

const alertNoteRule = lintRule({
  id: "alert-note",
  severity: "warn",
  description: "An alert has no note, so its readers do not learn how to respond.",
  fix: "Set `note` to the steps to follow, or to the address of a runbook.",
  limits: "The rule does not open addresses. It accepts any text unless `pattern` is set.",
  types: [ALERT_TYPE],
  requires: NOTE,
  options: z.strictObject({
    pattern: z.string().min(1).default("*").describe("Pattern of the note. `*` matches any text."),
  }),
  checkObject: (alert, { pattern }) => {
    const { note } = alert.fields;
    const isOther = typeof note === "string" && !matchesText(pattern, note);
    return [
      lacksRequired(NOTE, alert) ? `The ${describeObject(alert)} has no note.` : undefined,
      isOther ? `The note of the ${describeObject(alert)} does not match "${pattern}".` : undefined,
    ];
  },
});

const alertOwnerTagRule = lintRule({
  id: "alert-owner-tag",
  severity: "warn",
  description: "Neither an alert nor the object that it watches has a tag of an owner.",
  fix: "Add a tag such as `team:payments` to the alert, to its dashboard or to its saved search.",
  limits:
    "By default, the rule accepts every tag. Set `pattern` to the form of your owner tags. The rule does not check that the team exists.",
  types: [ALERT_TYPE],
  options: z.strictObject({
    pattern: z.string().min(1).default("*").describe("Pattern of an owner tag, such as `team:*`."),
  }),
  checkObject: (alert, { pattern }) => {
    const hasOwner = (tags: unknown) =>
      isUnevaluated(tags) ||
      (Array.isArray(tags) && tags.some((tag) => isUnevaluated(tag) || matchesText(pattern, String(tag))));
    const watched = watchedBy(alert);
    // The tags of an object of another stack or of the server are unknown.
    const isKnown = watched.kind === "inline" || watched.owner !== undefined;
    if (!isKnown || hasOwner(alert.fields.tags) || hasOwner(watched.owner?.fields.tags)) {
      return undefined;
    }
    return pattern === "*"
      ? `The ${describeObject(alert)} has no owner tag.`
      : `The ${describeObject(alert)} has no tag of the form "${pattern}".`;
  },
});

/** Fields of a chart that do not change the values that an alert compares. */
const APPEARANCE = new Set([
  ...["name", "alias", "color", "colorRules", "backgroundChart", "numberFormat"],
  ...["compareToPreviousPeriod", "fitYAxisToData", "seriesLimit", "onClick"],
]);

const duplicateAlertRule = lintRule({
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

export const alertRules = [alertChannelRule, alertNameRule, alertNoteRule, alertOwnerTagRule, duplicateAlertRule];
