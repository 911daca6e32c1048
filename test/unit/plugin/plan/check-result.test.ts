import { type ObjectValue, UNKNOWN } from "../../../../src/plugin";
import { findDifferencesFromPlan, withoutUnknowns } from "../../../../src/plugin/plan/plan-change";
import { withPlannedValues } from "../../../../src/plugin/plan/prior-form";
import type { Attributes } from "../../../../src/plugin/schema/schema";

const text = { type: "string", description: "x", optional: true } as const;
const nested = (nesting: "single" | "list" | "map") => ({
  description: "x",
  optional: true as const,
  nested: { nesting, attributes: { a: text, b: text } },
});
const fields: Attributes = {
  name: text,
  tags: { type: { set: "string" }, description: "x" },
  one: nested("single"),
  list: nested("list"),
  map: nested("map"),
  free: { type: { map: "string" }, description: "x" },
};
const empty: ObjectValue = { name: null, tags: null, one: null, list: null, map: null, free: null };
const paths = (plan: ObjectValue, state: ObjectValue) =>
  findDifferencesFromPlan(fields, { ...empty, ...plan }, { ...empty, ...state }, "a test").map(
    ({ detail }) => /After a test, the server's value of (.*) differs from the plan/.exec(detail)?.[1],
  );

describe("the result of an apply", () => {
  test("causes a warning and does not taint the object if it differs from the plan", () => {
    expect(findDifferencesFromPlan(fields, { ...empty, name: "a" }, empty, "a test")).toEqual([
      {
        severity: "warning",
        summary: "The server stored another value than planned",
        detail:
          "After a test, the server's value of name differs from the plan. The state keeps the planned value, and the object is not replaced. " +
          "The next plan shows the server's value as a change.\n" +
          "Fix: Write the value as the server stores it, or remove the attribute from the configuration.",
        path: ["name"],
      },
    ]);
  });

  test("is reported if it lacks an element whose value was unknown in the plan", () => {
    expect(paths({ free: { k: UNKNOWN, l: "x" } }, { free: { l: "x" } })).toEqual(["free"]);
  });

  test.each<[string, ObjectValue, ObjectValue, ObjectValue]>([
    ["a known value", { name: "a" }, { name: "b" }, { name: "a" }],
    ["an unknown value", { name: UNKNOWN }, { name: "b" }, { name: "b" }],
    ["a value that the server dropped", { one: { a: "1", b: "2" } }, {}, { one: { a: "1", b: "2" } }],
    [
      "the known parts of an object",
      { one: { a: UNKNOWN, b: "1" } },
      { one: { a: "x", b: "2" } },
      { one: { a: "x", b: "1" } },
    ],
    [
      "elements that are missing",
      { free: { k: UNKNOWN, l: "x" } },
      { free: { l: "x" } },
      { free: { k: null, l: "x" } },
    ],
    [
      "list elements that are missing",
      { list: [{ a: UNKNOWN, b: "1" }] },
      { list: [] },
      { list: [{ a: null, b: "1" }] },
    ],
    ["an ordered set", { tags: ["a", "b"] }, { tags: ["b", "a"] }, { tags: ["b", "a"] }],
  ])("does not replace planned values in the state: %s", (_, plan, result, kept) => {
    const state = withPlannedValues(fields, { ...empty, ...plan }, { ...empty, ...result });
    expect(state).toEqual({ ...empty, ...kept });
  });

  test("can set unknown values and order sets in any way", () => {
    const plan = {
      name: UNKNOWN,
      tags: ["a", "b"],
      map: { k: { a: UNKNOWN, b: "1" } },
      one: UNKNOWN,
      free: { k: UNKNOWN },
    };
    const state = {
      name: "n",
      tags: ["b", "a"],
      map: { k: { a: "x", b: "1" } },
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
    ['map["k"]', { map: { k: { a: "1", b: null } } }, { map: {} }],
    ['map["new"]', { map: {} }, { map: { new: { a: "1", b: null } } }],
    [
      'one.a, map["k"].b',
      { one: { a: "1", b: null }, map: { k: { a: null, b: "1" } } },
      { one: { a: "2", b: null }, map: { k: { a: null, b: "2" } } },
    ],
  ])("is reported with the path of the difference from the plan: %s", (path, plan, state) => {
    expect(paths(plan, state)).toEqual([path]);
  });

  test("is never shown in the report", () => {
    const [diagnostic] = findDifferencesFromPlan(
      fields,
      { ...empty, name: "planned-secret" },
      { ...empty, name: "other-secret" },
      "a test",
    );
    expect(JSON.stringify(diagnostic)).not.toContain("secret");
  });

  test("gets null for unknown values, and one diagnostic lists these values", () => {
    const { state, diagnostics } = withoutUnknowns(
      fields,
      { ...empty, name: UNKNOWN, free: { k: UNKNOWN, l: "x" }, list: [{ a: UNKNOWN, b: "y" }] },
      "a test",
    );
    expect(state).toEqual({ ...empty, free: { k: null, l: "x" }, list: [{ a: null, b: "y" }] });
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]?.detail).toContain('the value of name, list[0].a, free["k"] is still unknown');
    expect(withoutUnknowns(fields, empty, "a test")).toEqual({ state: empty, diagnostics: [] });
  });
});
