import { ignoreCommentRule } from "./ignore-comments";
import type { LintRule } from "./lint-rule";
import { conditionRules } from "./rules/alert-conditions";
import { alertRules } from "./rules/alerts";
import { keyRules } from "./rules/api-keys";
import { filteredTileAlertRule } from "./rules/filtered-tile";
import { layoutRules } from "./rules/layout";
import { sqlRules } from "./rules/raw-sql";
import { referenceRules } from "./rules/references";
import { secretLiteralRule } from "./rules/secrets";
import { chartRules } from "./rules/server-charts";
import { missingObjectRule, storedObjectRules } from "./rules/server-objects";
import { syntaxRules } from "./rules/text-syntax";

/** All rules, in the order of the guide. The configuration, its schema, the guide and the reports are derived from it. */
export const LINT_RULES: readonly LintRule[] = [
  ...alertRules,
  ...conditionRules,
  filteredTileAlertRule,
  ...layoutRules,
  ...referenceRules,
  ...sqlRules,
  ...syntaxRules,
  ...keyRules,
  secretLiteralRule,
  missingObjectRule,
  ...chartRules,
  ...storedObjectRules,
  ignoreCommentRule,
];
