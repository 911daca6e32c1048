import * as z from "zod";
import { matchesText } from "../../../project/drift-rules";
import { watchedBy } from "../charts";
import { lacksRequired, lintRule } from "../lint-rule";
import { ALERT_TYPE, describeObject } from "../linted-objects";
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

export const alertRules = [alertChannelRule, alertNameRule, alertNoteRule, alertOwnerTagRule];
