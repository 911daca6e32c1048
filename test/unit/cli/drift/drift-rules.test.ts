import type { ResourceChange } from "../../../../src/cli/engine/read-plan";
import {
  type DriftRule,
  matchesField,
  matchesText,
  parseDriftRules,
  RULE_TYPES,
  readDriftRules,
  withoutIgnored,
} from "../../../../src/cli/project/drift-rules";
import { CommandError } from "../../../../src/cli/terminal/exit";
import { dashboardChange } from "../../../support/cli/report/sample-report";

const parse = (text: string) => parseDriftRules(text, "rules.yaml");

describe("a file of drift rules", () => {
  test("causes an error with its path if it is a folder or is missing", () => {
    expect(() => readDriftRules(__dirname)).toThrow(
      new CommandError(`${__dirname} is not a regular file of at most 4194304 bytes. Fix: Name another file.`),
    );
    expect(() => readDriftRules("none.yaml")).toThrow(
      new CommandError("none.yaml does not exist. Fix: Name another file."),
    );
  });

  test("is read with comments and reasons", () => {
    const text = `# Noise
ignore:
  - type: dashboard
    name: "Sandbox *"
    reason: for trying out
  - { tag: experimental, what: unmanaged }
  - { kind: alert }   # the former name of type
`;
    expect(parse(text)).toEqual([
      { type: "dashboard", name: "Sandbox *", reason: "for trying out" },
      { tag: "experimental", what: "unmanaged" },
      { type: "alert" },
    ]);
  });

  test("may be empty", () => {
    expect(parse("")).toEqual([]);
    expect(parse("# nothing yet\n")).toEqual([]);
  });

  test.each([
    [
      "ignore:\n  - type: dashbord\n",
      `rules.yaml:2: ignore.0.type: Must be one of ${RULE_TYPES.map((type) => `"${type}"`).join(", ")}; it is "dashbord". Did you mean "dashboard"?`,
    ],
    [
      "ignore:\n  - type: alert\n    nmae: x\n",
      'rules.yaml:2: ignore.0: "nmae" is not a valid key. Did you mean "name"?',
    ],
    [
      "ignored: []\n",
      'rules.yaml: ignore: Must be given.\nrules.yaml:1: "ignored" is not a valid key. Did you mean "ignore"?',
    ],
    [
      "ignore:\n  - reason: just because\n",
      "rules.yaml:2: ignore.0: A rule without a condition would ignore all changes. Fix: Set at least one of type, name, tag, field and what.",
    ],
    [
      "ignore:\n  - { field: tags, what: unmanaged }\n",
      "rules.yaml:2: ignore.0: A rule for a field is about changed objects. Leave out what, or the field.",
    ],
  ])("causes an error with the line and the fix if it has the mistake %j", (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  test("causes an error with the line if it is not valid YAML", () => {
    expect(() => parse('ignore:\n  - name: "x\n')).toThrow(
      /^rules\.yaml: .* at line 3, column 1\. Fix: Correct the file\.$/,
    );
  });

  test("causes an error with the name of an unresolved alias", () => {
    expect(() => parse("ignore: *rules\n")).toThrow(
      new CommandError(
        "rules.yaml: Unresolved alias (the anchor must be set before the alias): rules. Fix: Correct the file.",
      ),
    );
  });

  test("causes an error if its aliases multiply each other", () => {
    const lists = Array.from(
      { length: 20 },
      (_, index) => `l${index + 1}: &l${index + 1} [${Array(9).fill(`*l${index}`)}]`,
    );
    expect(() => parse(["l0: &l0 [x]", ...lists].join("\n"))).toThrow(CommandError);
  });
});

describe("patterns in drift rules", () => {
  test.each([
    ["Sandbox *", "Sandbox of Ann", true],
    ["Sandbox *", "My Sandbox x", false],
    ["a.c", "abc", false],
    ["*", "", true],
    ["", "x", false],
    ["*a", "aab", false],
    ["*ab*b", "aabcab", true],
    ["a**b", "a*b", true],
    ["*x*x*x*x*x*x*x*x*x*x*x*x*x*x*x*x*y", "x".repeat(5000), false],
  ])("the pattern %j compared with the text %j: %s", (pattern, text, expected) => {
    expect(matchesText(pattern, text)).toBe(expected);
  });

  test.each<[string, (string | number)[], boolean]>([
    ["tags", ["tags"], true],
    ["tiles", ["tiles", "errors", "x"], true],
    ["tiles.*.x", ["tiles", "errors", "x"], true],
    ["tiles.*.x", ["tiles", "errors", "w"], false],
    ["tiles.*.x", ["tiles", "errors"], false],
    ["tiles.**.where", ["tiles", "errors", "config", "select", 0, "where"], true],
    ["**.where", ["where"], true],
    ["tiles.err*.config", ["tiles", "errors", "config", "source_id"], true],
    ["tiles.**", ["tiles"], true],
    ["**.x.**.y", ["a", "x", "b", "y", "z"], true],
    ["**.x.**.y", ["a", "y", "b", "x"], false],
    [Array(40).fill("**").join(".a."), Array(200).fill("a"), true],
    [`${Array(40).fill("**").join(".a.")}.b`, Array(200).fill("a"), false],
  ])("the pattern %s compared with the path %j: %s", (pattern, path, expected) => {
    expect(matchesField(pattern, path)).toBe(expected);
  });
});

describe("the drift rules", () => {
  const resource: ResourceChange = {
    address: dashboardChange.address,
    mode: "managed",
    type: dashboardChange.type,
    name: "checkout",
    change: { actions: ["update"], before: { tags: ["a"] }, after: { tags: ["b"] } },
  };
  const fieldsLeft = (...rules: DriftRule[]) =>
    withoutIgnored(rules, dashboardChange, resource)?.fields.map(({ field }) => field);

  test("ignore whole objects by resource type, name and tag", () => {
    expect(fieldsLeft({ type: "dashboard" })).toBeUndefined();
    expect(fieldsLeft({ name: "Check*" })).toBeUndefined();
    expect(fieldsLeft({ tag: "a" })).toBeUndefined();
    expect(fieldsLeft({ tag: "b" })).toBeUndefined();
  });

  test("apply only to objects that meet all conditions of a rule", () => {
    expect(fieldsLeft({ type: "alert", name: "Check*" })).toHaveLength(3);
    expect(fieldsLeft({ type: "dashboard", tag: "c" })).toHaveLength(3);
    expect(fieldsLeft({ type: "dashboard", what: "gone" })).toHaveLength(3);
    expect(fieldsLeft({ type: "dashboard", what: "changed" })).toBeUndefined();
  });

  test("ignore single fields, and ignore an object if no other fields of it changed", () => {
    expect(fieldsLeft({ field: "tiles.**.where" })).toEqual(["markdown", "saved_query"]);
    expect(fieldsLeft({ field: "tiles" }, { field: "saved_query" })).toBeUndefined();
  });
});
