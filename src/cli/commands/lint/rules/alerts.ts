import * as z from "zod";
import { matchesText } from "../../../project/drift-rules";
import { type LintInput, lacksRequired, offlineRule, type RuleFinding } from "../lint-rule";
import { ALERT_TYPE, describeObject } from "../linted-objects";
import { isUnevaluated } from "../unevaluated";
import { watchedBy } from "../watched-object";

const CHANNEL = { fields: ["channels"], policyMessage: "the alert has no channel. Add one.", isRefused: true };
const NAME = { fields: ["name", "displayName"], policyMessage: "the alert has no name. Set name.", isRefused: false };
const NOTE = { fields: ["note"], policyMessage: "the alert has no note. Set note.", isRefused: false };

function alertsWithout(input: LintInput, requires: typeof NOTE, problem: string): RuleFinding[] {
  return input
    .resources(ALERT_TYPE)
    .filter((alert) => lacksRequired(requires, alert))
    .map((object) => ({ object, message: `The ${describeObject(object)} has no ${problem}.` }));
}

export const alertChannelRule = offlineRule({
  id: "alert-channel",
  severity: "error",
  description: "An alert has no channel, so it sends no notification.",
  fix: "Add a webhook to `notify` (`channels` in Terraform).",
  limits: "The rule does not see that a webhook has no readers.",
  types: [ALERT_TYPE],
  requires: CHANNEL,
  check: (input) => alertsWithout(input, CHANNEL, "channel"),
});

export const alertNameRule = offlineRule({
  id: "alert-name",
  severity: "warn",
  description: "An alert has no name, so its notifications have a title that the server derives.",
  fix: "Set `name`, or `displayName` on a server that supports it.",
  limits: "The rule does not judge whether a name is clear.",
  types: [ALERT_TYPE],
  requires: NAME,
  check: (input) => alertsWithout(input, NAME, "name"),
});

export const alertNoteRule = offlineRule({
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
  check: (input, { pattern }) => [
    ...alertsWithout(input, NOTE, "note"),
    ...input
      .resources(ALERT_TYPE)
      .filter(({ fields: { note } }) => typeof note === "string" && !matchesText(pattern, note))
      .map((object) => ({ object, message: `The note of the ${describeObject(object)} does not match "${pattern}".` })),
  ],
});

export const alertOwnerTagRule = offlineRule({
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
  check: (input, { pattern }) => {
    const hasOwner = (tags: unknown) =>
      isUnevaluated(tags) ||
      (Array.isArray(tags) && tags.some((tag) => isUnevaluated(tag) || matchesText(pattern, String(tag))));
    const findings = input.resources(ALERT_TYPE).filter((alert) => {
      const watched = watchedBy(input, alert);
      // The tags of an object of another stack or of the server are unknown.
      const isKnown = watched.kind === "inline" || watched.owner !== undefined;
      return isKnown && !hasOwner(alert.fields.tags) && !hasOwner(watched.owner?.fields.tags);
    });
    return findings.map((object) => ({
      object,
      message:
        pattern === "*"
          ? `The ${describeObject(object)} has no owner tag.`
          : `The ${describeObject(object)} has no tag of the form "${pattern}".`,
    }));
  },
});
