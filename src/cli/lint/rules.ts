import type { LintRule } from "./lint-rule";
import { alertChannelRule, alertNameRule, alertNoteRule, alertOwnerTagRule } from "./rules/alerts";
import { keyExpiryRule } from "./rules/api-keys";
import { duplicateAlertRule } from "./rules/duplicate-alert";
import { emptyDashboardRule } from "./rules/empty-dashboard";
import { ignoreCommentRule } from "./rules/ignore-comment";

/** All rules, in the order of the guide. The configuration, its schema, the guide and the reports are derived from it. */
export const LINT_RULES: readonly LintRule[] = [
  alertChannelRule,
  alertNameRule,
  alertNoteRule,
  alertOwnerTagRule,
  duplicateAlertRule,
  emptyDashboardRule,
  keyExpiryRule,
  ignoreCommentRule,
];
