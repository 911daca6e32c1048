import type { LintRule } from "./lint-rule";
import { alertChannelRule, alertNameRule, alertNoteRule, alertOwnerTagRule } from "./rules/alerts";
import { keyAdminRoleRule, keyExpiryRule, keyOpenAddressesRule } from "./rules/api-keys";
import { duplicateAlertRule } from "./rules/duplicate-alert";
import { emptyDashboardRule } from "./rules/empty-dashboard";
import { filteredTileAlertRule } from "./rules/filtered-tile";
import { ignoreCommentRule } from "./rules/ignore-comment";
import { duplicateTitleRule, overlappingTilesRule, unreachableTileRule } from "./rules/layout";
import { numericGroupRule } from "./rules/numeric-group";
import { sqlLimitRule, sqlTimeFilterRule } from "./rules/raw-sql";
import { hardCodedIdRule, unusedSavedSearchRule, unusedSourceRule, unusedWebhookRule } from "./rules/references";
import { secretLiteralRule } from "./rules/secrets";
import { alertAlwaysFiresRule, alertNeverFiresRule, noDataRule, queryErrorRule } from "./rules/server-charts";
import {
  alertErrorRule,
  alertWebhookRule,
  keyNotUsedRule,
  missingObjectRule,
  webhookRefusesRule,
} from "./rules/server-objects";
import { shiftedWindowRule } from "./rules/shifted-window";
import { alertIntervalRule, thresholdFormatRule } from "./rules/thresholds";
import { unusedVariableRule } from "./rules/unused-variable";

/** All rules, in the order of the guide. The configuration, its schema, the guide and the reports are derived from it. */
export const LINT_RULES: readonly LintRule[] = [
  alertChannelRule,
  alertNameRule,
  alertNoteRule,
  alertOwnerTagRule,
  duplicateAlertRule,
  thresholdFormatRule,
  alertIntervalRule,
  shiftedWindowRule,
  numericGroupRule,
  filteredTileAlertRule,
  emptyDashboardRule,
  unreachableTileRule,
  overlappingTilesRule,
  duplicateTitleRule,
  hardCodedIdRule,
  unusedSavedSearchRule,
  unusedSourceRule,
  unusedWebhookRule,
  unusedVariableRule,
  sqlTimeFilterRule,
  sqlLimitRule,
  keyExpiryRule,
  keyOpenAddressesRule,
  keyAdminRoleRule,
  secretLiteralRule,
  missingObjectRule,
  queryErrorRule,
  noDataRule,
  alertAlwaysFiresRule,
  alertNeverFiresRule,
  alertErrorRule,
  alertWebhookRule,
  keyNotUsedRule,
  webhookRefusesRule,
  ignoreCommentRule,
];
