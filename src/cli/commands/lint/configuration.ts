import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { jsonIn } from "../../../client/json";
import { readRegularFile } from "../../../confined-folder";
import { isObject } from "../../../declaration/field";
import { ownValue } from "../../../own-values";
import { didYouMean } from "../../../resources/declarations";
import { visiblePath } from "../../../visible";
import { CommandError } from "../../terminal/exit";
import { type LintRule, SEVERITIES, type Severity } from "./lint-rule";
import { LINT_RULES } from "./rules";

/** File with the settings of this package, next to `package.json`. */
const CONFIGURATION_FILE = "cdk-clickstack.config.json";

/** Key of `package.json` that can contain the same settings. */
const PACKAGE_KEY = "cdk-clickstack";

const MAX_BYTES = 1_000_000;

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

/** Findings that a configuration ignores. */
type IgnoredObject = z.output<typeof ignoredObject>;

/** Settings of `lint`. */
export interface LintConfiguration {
  readonly rules: readonly ConfiguredRule[];
  readonly ignored: readonly IgnoredObject[];
}

/** Schema of the settings of one rule. */
function ruleSettings({ description, options, severity }: LintRule) {
  const settings = z.strictObject({ severity: level.default(severity), ...options.shape });
  return z.union([level, settings]).optional().describe(description);
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

/**
 * Reads the settings of a file. Without a file, it reads `cdk-clickstack.config.json` or `package.json` of a folder.
 * Throws a `CommandError` that names each problem.
 */
export function readLintConfiguration(file?: string, folder = "."): LintConfiguration {
  if (file !== undefined) {
    const content = contentOf(file);
    if (content === undefined) {
      throw new CommandError(`The configuration ${visiblePath(file)} does not exist. Fix: Name another file.`);
    }
    return parseConfiguration(content, visiblePath(file));
  }
  const own = contentOf(join(folder, CONFIGURATION_FILE));
  const manifest = contentOf(join(folder, "package.json"));
  const inPackage = isObject(manifest) ? ownValue(manifest, PACKAGE_KEY) : undefined;
  if (own !== undefined && inPackage !== undefined) {
    throw new CommandError(
      `${CONFIGURATION_FILE} and the key "${PACKAGE_KEY}" of package.json both contain settings. Fix: Remove one of them.`,
    );
  }
  return own === undefined
    ? parseConfiguration(inPackage ?? {}, `package.json: ${PACKAGE_KEY}`)
    : parseConfiguration(own, CONFIGURATION_FILE);
}

function contentOf(file: string): unknown {
  if (!existsSync(file)) {
    return undefined;
  }
  if (!statSync(file).isFile()) {
    throw new CommandError(`${visiblePath(file)} is not a regular file. Fix: Name a regular file.`);
  }
  const content = jsonIn(readRegularFile(file, MAX_BYTES, true) ?? "");
  if (content === undefined) {
    throw new CommandError(`${visiblePath(file)} is not valid JSON. Fix: Correct the file.`);
  }
  return content;
}

const lintSettings = z.strictObject({
  rules: z.looseObject({}).default({}),
  ignore: z.array(ignoredObject).default([]),
});

const outer = z.strictObject({ $schema: z.string().optional(), lint: lintSettings.prefault({}) });

/** Returns the valid keys at a path of the file. */
function namesAt(path: readonly PropertyKey[]): readonly string[] {
  const shapes = [outer.shape, lintSettings.shape, ignoredObject.shape];
  return Object.keys(shapes[Math.min(path.length, shapes.length - 1)] ?? {});
}

/** @param place name of the file for errors */
export function parseConfiguration(content: unknown, place: string): LintConfiguration {
  const dropped = droppedKeys(content);
  if (dropped.length > 0) {
    throw problemsIn(place, dropped);
  }
  const { success, data, error } = outer.safeParse(content);
  if (!success) {
    throw problemsIn(
      place,
      error.issues.map((issue) => issueText(issue, [], namesAt(issue.path))),
    );
  }
  const { rules: given, ignore } = data.lint;
  const unknown = Object.keys(given).filter((id) => !LINT_RULES.some((rule) => rule.id === id));
  const known = LINT_RULES.map(({ id }) => id);
  const problems = unknown.map(
    (id) => `lint.rules: No rule has the id "${id}".${didYouMean(id, known) || " Fix: Remove it."}`,
  );
  const rules = LINT_RULES.map((rule) => {
    const read = readRule(rule, ownValue(given, rule.id));
    problems.push(...read.problems);
    return read;
  });
  if (problems.length > 0) {
    throw problemsIn(place, problems);
  }
  return { rules, ignored: ignore };
}

function readRule(rule: LintRule, given: unknown): ConfiguredRule & { readonly problems: readonly string[] } {
  const path = ["lint", "rules", rule.id];
  const { severity: givenSeverity = rule.severity, ...settings } = isObject(given) ? given : {};
  const chosen = level.safeParse(given === undefined || isObject(given) ? givenSeverity : given);
  const parsed = rule.options.safeParse(settings);
  const options = Object.keys(rule.options.shape);
  const problems = [
    ...(chosen.success
      ? []
      : [
          `${path.join(".")}: Must be ${LEVELS.map((each) => `"${each}"`).join(", ")} or an object with options. Fix: Set one of these.`,
        ]),
    ...(parsed.error?.issues ?? []).map((issue) => issueText(issue, path, ["severity", ...options])),
  ];
  return { rule, severity: chosen.data ?? "off", settings, problems };
}

/** @param names valid names at the place of the issue */
function issueText(issue: z.core.$ZodIssue, path: readonly PropertyKey[], names: readonly string[]): string {
  return atPath([...path, ...issue.path], problemText(issue, names));
}

function atPath(path: readonly PropertyKey[], message: string): string {
  const place = path.map(String).join(".");
  return place === "" ? message : `${place}: ${message}`;
}

function problemText(issue: z.core.$ZodIssue, names: readonly string[]): string {
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => invalidKey(key, names)).join(" ");
    case "invalid_type":
      return kindProblem(issue.expected);
    case "invalid_value":
      return `The value is not valid. Fix: Set one of these: ${issue.values.map(String).join(", ")}.`;
    case "too_small":
      return issue.origin === "string"
        ? "The text is empty. Fix: Set a text."
        : `The value must be ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}. Fix: Set a larger value.`;
    default:
      return `${issue.message}. Fix: Correct the value.`;
  }
}

function invalidKey(key: string, names: readonly string[]): string {
  return `"${key}" is not a valid key.${didYouMean(key, names) || " Fix: Remove it."}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function kindProblem(expected: string): string {
  const kind = ownValue(KINDS, expected) ?? expected;
  return `The value must be ${kind}. Fix: Set ${kind}.`;
}

/** Maximum number of levels of the settings, as in `lint.rules.alert-note.pattern`. */
const MAX_LEVELS = 4;

/** Returns the places of a key that parsers drop without an error. */
function droppedKeys(value: unknown, path: readonly PropertyKey[] = []): readonly string[] {
  if (typeof value !== "object" || value === null || path.length > MAX_LEVELS) {
    return [];
  }
  const own = Object.hasOwn(value, "__proto__") ? [atPath(path, invalidKey("__proto__", []))] : [];
  return [...own, ...Object.entries(value).flatMap(([key, item]) => droppedKeys(item, [...path, key]))];
}

function problemsIn(place: string, problems: readonly string[]): CommandError {
  return new CommandError(problems.map((problem) => `${place}: ${problem}`).join("\n"));
}
