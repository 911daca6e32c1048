import { readPlan, readState } from "../../../../src/cli/engine/read-plan";
import { contentsOfConfiguration } from "../../../../src/cli/project/contents/from-code";
import { SensitiveValue } from "../../../../src/drawing";

const SECRET = "s3cret-of-the-plan";

const change = (before: unknown, after: unknown, marks: object = {}, address = "clickstack_dashboard.d") => ({
  ...{ address, mode: "managed", type: address.split(".")[0], name: "d" },
  change: { actions: ["update"], before, after, ...marks },
});
const plan = (...resource_changes: object[]) => readPlan({ resource_changes, configuration: {} }, "plan.json");
const first = (...resource_changes: object[]) => {
  const [resource] = plan(...resource_changes).resource_changes ?? [];
  if (!resource) {
    throw new Error("There is no change.");
  }
  return resource.change;
};

describe("a plan file", () => {
  test("is read without any part of a sensitive value", () => {
    const read = plan(change({ name: SECRET }, { name: "b" }, { before_sensitive: { name: true } }));
    const [name] = Object.values(read.resource_changes?.[0]?.change.before ?? {});
    expect(name).toBeInstanceOf(SensitiveValue);
    expect(String(name)).toBe("(sensitive value)");
    expect(`${name}`).toBe("(sensitive value)");
    expect(JSON.stringify(name)).toBe('"(sensitive value)"');
    expect(Object.keys(Object(name))).toEqual([]);
    expect(JSON.stringify(read)).not.toContain(SECRET);
  });

  test("is read without variables, outputs and expressions, which contain sensitive values as text", () => {
    const read = readPlan(
      {
        resource_changes: [],
        variables: { v: { value: SECRET } },
        planned_values: { outputs: { o: { sensitive: true, value: SECRET } } },
        output_changes: { o: { actions: ["create"], after: SECRET, after_sensitive: true } },
        configuration: { root_module: { variables: { v: { default: SECRET, sensitive: true } } } },
      },
      "plan.json",
    );
    expect(JSON.stringify(read)).not.toContain(SECRET);
    expect(read.output_changes).toEqual({ o: { actions: ["create"] } });
  });

  test("still shows if a sensitive value changes", () => {
    const marks = { before_sensitive: { a: true, b: true }, after_sensitive: { a: true, b: true } };
    const { before, after } = first(change({ a: SECRET, b: 1 }, { a: SECRET, b: 2 }, marks)) as {
      before: Record<string, unknown>;
      after: Record<string, unknown>;
    };
    expect(before.a).toEqual(after.a);
    expect(before.b).not.toEqual(after.b);
  });

  test.each<[string, unknown, unknown]>([
    ["an element of a list", [{ a: SECRET }, { a: "x" }], [{ a: true }, {}]],
    ["a list that is sensitive as a whole, like a set", ["x", SECRET], true],
    ["a list whose elements have moved", ["x", "y", SECRET], [true, false]],
    ["a value whose sensitivity marks have another structure", { a: SECRET }, [true]],
    [
      "a key that every object has",
      JSON.parse(`{"__proto__": "${SECRET}", "x": 1}`),
      JSON.parse('{"__proto__": true}'),
    ],
  ])("is read without the sensitive part of %s", (_, value, mark) => {
    expect(JSON.stringify(first(change(null, { value }, { after_sensitive: { value: mark } })))).not.toContain(SECRET);
  });

  test("hides a value that becomes sensitive also before the change, in the drift and in the state", () => {
    const read = readPlan(
      {
        resource_changes: [change({ name: SECRET }, { name: SECRET }, { after_sensitive: { name: true } })],
        resource_drift: [change({ name: SECRET }, { name: "x" })],
        prior_state: {
          values: {
            root_module: {
              child_modules: [
                { resources: [{ ...change(null, null), values: { name: SECRET }, sensitive_values: {} }] },
              ],
            },
          },
        },
        configuration: {},
      },
      "plan.json",
    );
    expect(JSON.stringify(read)).not.toContain(SECRET);
    expect(JSON.stringify(read).match(/\(sensitive value\)/g)).toHaveLength(5);
  });

  test("distinguishes an unknown sensitive value from an unset value", () => {
    const marks = { after_sensitive: { a: true, b: true }, after_unknown: { a: true } };
    expect(JSON.stringify(first(change(null, { b: null }, marks)).after)).toBe('{"b":null,"a":"(sensitive value)"}');
  });

  test("is read without ephemeral resources if OpenTofu 1.11 wrote it", () => {
    const place = {
      address: "ephemeral.clickstack_key_material.ci",
      mode: "ephemeral",
      type: "clickstack_key_material",
    };
    const opened = { ...place, change: { actions: ["open"], before: null, after: null } };
    const read = readPlan(
      {
        resource_changes: [opened],
        configuration: {},
        planned_values: { root_module: { resources: [place], child_modules: [{ resources: [place] }] } },
      },
      "plan.json",
    );
    expect(read.resource_changes).toEqual([]);
    expect(read.planned).toEqual([]);
  });

  test("causes an error with the path and the fix if its structure is unknown", () => {
    expect(() => readPlan({ resource_changes: [{ address: 1 }] }, "plan.json")).toThrow(
      /^plan\.json is not a valid plan: resource_changes\.0\.address: .*terraform show -json/,
    );
  });
});

test("a state file is read without any part of a sensitive value", () => {
  const resource = { ...change(null, null), values: { name: SECRET, x: 1 }, sensitive_values: { name: true } };
  const read = readState({ values: { root_module: { resources: [resource] } } }, "state.json");
  expect(JSON.stringify(read)).not.toContain(SECRET);
  expect(read.resource_changes?.[0]?.change).toMatchObject({ actions: ["no-op"], before: { x: 1 }, after: { x: 1 } });
});

test("a call of sensitive() is hidden, and a call of nonsensitive() is shown", () => {
  const expression = (call: string) => ["$", `{${call}("${SECRET}")}`].join("");
  const contents = contentsOfConfiguration({
    resource: {
      clickstack_dashboard: {
        d: { name: expression("sensitive"), tiles: {} },
        e: { name: expression("nonsensitive"), tiles: {} },
      },
    },
  });
  expect(contents.dashboards.map(({ fields }) => String(fields.name))).toEqual([
    "(sensitive value)",
    expression("nonsensitive"),
  ]);
});
