import { join } from "node:path";
import * as z from "zod";
import { isObject } from "../../../declaration/field";
import { ownValue } from "../../../own-values";
import { parseJsonSettings, readSettings, type Settings, validSettings } from "../../project/settings-file";
import { CommandError } from "../../terminal/exit";
import { type LintRule, SEVERITIES, type Severity } from "./lint-rule";
import { LINT_RULES } from "./rules";

/** File with the settings of this package, next to `package.json`. */
const CONFIGURATION_FILE = "cdk-clickstack.config.json";

/** Key of `package.json` that can contain the same settings. */
const PACKAGE_KEY = "cdk-clickstack";

const LEVELS = ["off", ...SEVERITIES] as const;

const level = z.enum(LEVELS).describe("`error` fails the command, `warn` does not, and `off` disables the rule.");

/** Rule, and the settings that a configuration gives it. */
export interface ConfiguredRule {
  readonly rule: LintRule;
  readonly severity: Severity | "off";
  readonly settings: unknown;
}

const ignoredObject = z.strictObject({
  rule: z.enum(LINT_RULES.map(({ id }) => id) as [string, ...string[]]).describe("Id of the rule."),
  address: z
    .string()
    .min(1)
    .describe("Address of the object, such as `clickstack_alert.errors`. `*` matches any text."),
  reason: z.string().min(1).describe("Reason for readers."),
});

export interface LintConfiguration {
  readonly rules: readonly ConfiguredRule[];
  /** Findings to ignore. */
  readonly ignored: readonly z.output<typeof ignoredObject>[];
}

function ruleSettings({ description, options, severity }: LintRule) {
  const settings = z.strictObject({ severity: level.default(severity), ...options.shape });
  const choice = `Must be ${LEVELS.map((each) => `"${each}"`).join(", ")} or an object with options.`;
  return z.union([level, settings], choice).optional().describe(description);
}

/** Schema of the file, for editors. */
export const lintConfigurationSchema = z.strictObject({
  $schema: z.string().optional(),
  lint: z
    .strictObject({
      rules: z
        .strictObject(Object.fromEntries(LINT_RULES.map((rule) => [rule.id, ruleSettings(rule)])))
        .optional()
        .describe("Severity of each rule, or an object with the severity and the options of the rule."),
      ignore: z.array(ignoredObject).optional().describe("Findings to ignore, for objects that no comment can mark."),
    })
    .optional(),
});

/** Reads `file`, or `cdk-clickstack.config.json` or `package.json`. Throws a `CommandError` that names each problem. */
export function readLintConfiguration(file?: string, folder = "."): LintConfiguration {
  const own = readSettings(file, join(folder, CONFIGURATION_FILE), parseJsonSettings);
  const manifest = file === undefined && readSettings(undefined, join(folder, "package.json"), parseJsonSettings);
  const inPackage = manifest && isObject(manifest.content) ? ownValue(manifest.content, PACKAGE_KEY) : undefined;
  if (own && inPackage !== undefined) {
    throw new CommandError(
      `${CONFIGURATION_FILE} and the key "${PACKAGE_KEY}" of package.json both contain settings. Fix: Remove one of them.`,
    );
  }
  return toLintConfiguration(own ?? { file: `package.json: ${PACKAGE_KEY}`, content: inPackage ?? {} });
}

export function toLintConfiguration(given: Settings): LintConfiguration {
  const { rules = {}, ignore = [] } = validSettings(lintConfigurationSchema, given).lint ?? {};
  const configured = LINT_RULES.map((rule) => {
    const own = ownValue(rules, rule.id) ?? rule.severity;
    const { severity, ...settings } = typeof own === "object" ? own : { severity: own };
    return { rule, severity, settings };
  });
  return { rules: configured, ignored: ignore };
}
