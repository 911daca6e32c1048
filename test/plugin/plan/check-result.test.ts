import { type ObjectValue, UNKNOWN } from "../../../src/plugin";
import { differencesFromPlan, withoutUnknowns } from "../../../src/plugin/plan/plan-change";
import { fieldsOf } from "../../../src/plugin/schema/schema";

const text = { type: "string", description: "x", optional: true } as const;
const nested = (nesting: "single" | "list" | "set" | "map") => ({
  description: "x",
  optional: true as const,
  nested: { nesting, attributes: { a: text, b: text } },
});
const fields = fieldsOf({
  attributes: {
    name: text,
    tags: { type: { set: "string" }, description: "x" },
    one: nested("single"),
    list: nested("list"),
    set: nested("set"),
    map: nested("map"),
    free: { type: { map: "string" }, description: "x" },
  },
});
const empty: ObjectValue = { name: null, tags: null, one: null, list: null, set: null, map: null, free: null };
const paths = (plan: ObjectValue, state: ObjectValue) =>
  differencesFromPlan(fields, { ...empty, ...plan }, { ...empty, ...state }, "a test").map(
    ({ detail }) => /After a test, (.*) is not what was planned/.exec(detail)?.[1],
  );

describe("a result", () => {
  test("may fill in what was unknown, and order sets as it likes", () => {
    const plan = {
      name: UNKNOWN,
      tags: ["a", "b"],
      map: { k: { a: UNKNOWN, b: "1" } },
      set: [{ a: UNKNOWN, b: "1" }],
      one: UNKNOWN,
      free: { k: UNKNOWN },
    };
    const state = {
      name: "n",
      tags: ["b", "a"],
      map: { k: { a: "x", b: "1" } },
      set: [{ a: "x", b: "1" }],
      one: { a: "1", b: "2" },
      free: { k: "v" },
    };
    expect(paths(plan, state)).toEqual([]);
  });

  test.each<[string, ObjectValue, ObjectValue]>([
    ["name", { name: "a" }, { name: "b" }],
    ["name", { name: "a" }, {}],
    ["name", {}, { name: "a" }],
    ["one.b", { one: { a: UNKNOWN, b: "1" } }, { one: { a: "x", b: "2" } }],
    ["one", { one: { a: "1", b: "1" } }, { one: null }],
    [
      "list[1].a",
      {
        list: [
          { a: "1", b: null },
          { a: "2", b: null },
        ],
      },
      {
        list: [
          { a: "1", b: null },
          { a: "3", b: null },
        ],
      },
    ],
    ["list", { list: [{ a: "1", b: null }] }, { list: [] }],
    ["set", { set: [{ a: "1", b: null }] }, { set: [{ a: "2", b: null }] }],
    ['map["k"]', { map: { k: { a: "1", b: null } } }, { map: {} }],
    ['map["new"]', { map: {} }, { map: { new: { a: "1", b: null } } }],
    [
      'one.a, map["k"].b',
      { one: { a: "1", b: null }, map: { k: { a: null, b: "1" } } },
      { one: { a: "2", b: null }, map: { k: { a: null, b: "2" } } },
    ],
  ])("that differs from the plan is named: %s", (path, plan, state) => {
    expect(paths(plan, state)).toEqual([path]);
  });

  test("never tells the values", () => {
    const [diagnostic] = differencesFromPlan(
      fields,
      { ...empty, name: "planned-secret" },
      { ...empty, name: "other-secret" },
      "a test",
    );
    expect(JSON.stringify(diagnostic)).not.toContain("secret");
  });

  test("with unknowns has null there, and one diagnostic names them", () => {
    const { state, diagnostics } = withoutUnknowns(
      fields,
      { ...empty, name: UNKNOWN, free: { k: UNKNOWN, l: "x" }, list: [{ a: UNKNOWN, b: "y" }] },
      "a test",
    );
    expect(state).toEqual({ ...empty, free: { k: null, l: "x" }, list: [{ a: null, b: "y" }] });
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]?.detail).toContain('name, list[0].a, free["k"] unknown');
    expect(withoutUnknowns(fields, empty, "a test")).toEqual({ state: empty, diagnostics: [] });
  });
});
