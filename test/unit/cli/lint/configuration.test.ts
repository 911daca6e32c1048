import { parseConfiguration } from "../../../../src/cli/lint/configuration";
import { LINT_RULES } from "../../../../src/cli/lint/rules";

function severities(rules: object): Readonly<Record<string, string>> {
  const configured = parseConfiguration({ lint: { rules } }, "settings").rules;
  return Object.fromEntries(configured.map(({ rule, severity }) => [rule.id, severity]));
}

test("a rule has its default severity, a configured one, or both a severity and options", () => {
  const defaults = Object.fromEntries(LINT_RULES.map(({ id, severity }) => [id, severity]));
  expect(severities({})).toEqual(defaults);
  expect(
    severities({
      "alert-name": "off",
      "alert-note": "error",
      "alert-owner-tag": { pattern: "team:*" },
      "key-expiry": { severity: "off", maxDays: 90 },
    }),
  ).toEqual({ ...defaults, "alert-name": "off", "alert-note": "error", "key-expiry": "off" });
});

test.each([
  [{ lnt: {} }, '"lnt" is not a valid key.'],
  [{ lint: { rule: {} } }, 'lint: "rule" is not a valid key. Did you mean "rules"?'],
  [
    { lint: { rules: { "alert-nte": "off" } } },
    'lint.rules: No rule has the id "alert-nte". Did you mean "alert-note"?',
  ],
  [{ lint: { rules: { constructor: "off" } } }, 'lint.rules: No rule has the id "constructor".'],
  [
    { lint: { rules: { "alert-note": "warning" } } },
    'lint.rules.alert-note: Must be "off", "warn", "error" or an object with options.',
  ],
  [
    { lint: { rules: { "alert-note": { patern: "x" } } } },
    'lint.rules.alert-note: "patern" is not a valid key. Did you mean "pattern"?',
  ],
  [
    { lint: { rules: { "key-expiry": { maxDays: "90" } } } },
    "lint.rules.key-expiry.maxDays: Invalid input: expected number, received string.",
  ],
  [
    { lint: { ignore: [{ rule: "alert-note", address: "x" }] } },
    "lint.ignore.0.reason: Invalid input: expected string, received undefined.",
  ],
  [[], "Invalid input: expected object, received array."],
])("the configuration %j is refused with one clear error", (content, message) => {
  expect(() => parseConfiguration(content, "settings.json")).toThrow(`settings.json: ${message}`);
});

test("every rule has a unique id, texts in sentences, and options that are valid without settings", () => {
  expect(new Set(LINT_RULES.map(({ id }) => id)).size).toBe(LINT_RULES.length);
  for (const { id, description, fix, limits, options } of LINT_RULES) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    for (const text of [description, fix, limits]) {
      expect(text).toMatch(/^[A-Z].*\.$/);
    }
    expect(options.safeParse({}).success).toBe(true);
    expect(Object.values(options.shape).every((option) => Boolean(option.description))).toBe(true);
  }
});
