import { ignoreCommentRule } from "./ignore-comments";
import type { LintRule } from "./lint-rule";
import { conditionRules } from "./rules/alert-conditions";
import { alertRules } from "./rules/alerts";
import { keyRules } from "./rules/api-keys";
import { duplicateAlertRule } from "./rules/duplicate-alert";
import { emptyDashboardRule } from "./rules/empty-dashboard";
import { filteredTileAlertRule } from "./rules/filtered-tile";
import { layoutRules } from "./rules/layout";
import { numericGroupRule } from "./rules/numeric-group";
import { sqlRules } from "./rules/raw-sql";
import { referenceRules } from "./rules/references";
import { secretLiteralRule } from "./rules/secrets";
import { chartRules } from "./rules/server-charts";
import { missingObjectRule, storedObjectRules } from "./rules/server-objects";
import { unusedVariableRule } from "./rules/unused-variable";

/** All rules, in the order of the guide. The configuration, its schema, the guide and the reports are derived from it. */
export const LINT_RULES: readonly LintRule[] = [
  ...alertRules,
  duplicateAlertRule,
  ...conditionRules,
  numericGroupRule,
  filteredTileAlertRule,
  emptyDashboardRule,
  ...layoutRules,
  ...referenceRules,
  unusedVariableRule,
  ...sqlRules,
  ...keyRules,
  secretLiteralRule,
  missingObjectRule,
  ...chartRules,
  ...storedObjectRules,
  ignoreCommentRule,
];
