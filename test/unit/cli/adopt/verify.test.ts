import { findWrongPlans } from "../../../../src/cli/commands/adopt/verified-patch";
import type { PlanJson } from "../../../../src/cli/engine/read-plan";
import type { PlannedStack } from "../../../../src/cli/project/plan-stacks";
import { SensitiveValue } from "../../../../src/drawing";

type Values = Readonly<Record<string, unknown>>;

/** Plan of a stack: values on the server and planned values of each object. */
function plan(objects: Readonly<Record<string, readonly [server: Values | null, planned: Values | null]>>) {
  const changes = Object.entries(objects).map(([address, [before, after]]) => ({
    address,
    mode: "managed",
    type: "clickstack_alert",
    name: "a",
    change: { actions: [before === after ? "no-op" : "update"], before, after },
  }));
  return [{ stack: { name: "shop", folder: "." }, plan: { resource_changes: changes } as unknown as PlanJson }].map(
    (each): PlannedStack => ({ ...each, diagnostics: [] }),
  );
}

const same = { name: "a" };
const drifted = [{ name: "new", note: "n" }, { name: "old" }] as const;

describe("the check of the plan after an adoption", () => {
  test.each([
    ["the object without a difference", { a: [same, same] }, []],
    ["an adopted object with a difference", { a: drifted }, ["The plan still changes name, note."]],
    ["a new difference", { a: [{ x: 1 }, { x: 2 }] }, ["The plan would also change x."]],
    ["another object with a difference", { a: [same, same], b: drifted }, ["The object would be new in the plan."]],
    [
      "a replacement without a difference",
      { a: [{ ...same }, { ...same }] },
      ["The plan would also change the whole object."],
    ],
    ["no object", {}, ["The object would no longer be in the plan."]],
  ] as const)("reports the expected problems of a plan with %s", (_, after, reasons) => {
    const wrong = findWrongPlans(plan({ a: drifted }), plan(after as never), new Map([["shop/a", true]]));
    expect(wrong.map(({ reason }) => reason)).toEqual(reasons);
  });

  test("accepts the known differences of an object, but no other values in them", () => {
    const edited = new Map([["shop/a", false]]);
    expect(findWrongPlans(plan({ a: drifted }), plan({ a: [{ note: "n" }, {}] }), edited)).toEqual([]);
    const other = plan({ a: [{ name: "new" }, { name: "third" }] });
    expect(findWrongPlans(plan({ a: drifted }), other, edited)).toEqual([
      { object: "shop/a", reason: "The plan would set name to another value than before." },
    ]);
  });

  test("accepts a change that only the code contains", () => {
    const [server, code, adopted] = [
      { name: "new", note: "n" },
      { name: "old", note: "m" },
      { name: "new", note: "m" },
    ];
    const [before] = plan({ a: [server, code] });
    const drift = { address: "a", change: { before: { name: "old", note: "n" }, after: server } };
    const drifted = [{ ...before, plan: { ...before?.plan, resource_drift: [drift] } }] as never;
    const edited = new Map([["shop/a", true]]);
    expect(findWrongPlans(drifted, plan({ a: [server, adopted] }), edited)).toEqual([]);
    expect(findWrongPlans(drifted, plan({ a: [server, code] }), edited)).toEqual([
      { object: "shop/a", reason: "The plan still changes name." },
    ]);
  });

  test("reports an object that lost a known difference without an edit", () => {
    const before = plan({ a: drifted, b: drifted, c: [{ id: "1" }, {}] });
    const after = plan({ a: [same, same], b: [same, same], c: [same, same] });
    expect(findWrongPlans(before, after, new Map([["shop/a", true]]))).toEqual([
      {
        object: "shop/b",
        reason: "The plan would no longer change name, although its code was not edited.",
      },
    ]);
  });

  test("accepts an added object only if the plan does not change it", () => {
    const edited = new Map([["shop/a", true]]);
    expect(findWrongPlans(plan({}), plan({ a: [same, same] }), edited)).toEqual([]);
    expect(findWrongPlans(plan({}), plan({ a: drifted }), edited)).toHaveLength(1);
  });

  test("reports that a sensitive value changed without showing the value", () => {
    const before = plan({ a: [same, same] });
    const values = [{ url: new SensitiveValue(1) }, { url: new SensitiveValue(2) }] as const;
    expect(findWrongPlans(before, plan({ a: values }), new Map([["shop/a", true]]))).toEqual([
      { object: "shop/a", reason: "The plan would also change url." },
    ]);
  });

  test("reports the object and the stack of a failed plan", () => {
    const diagnostics = [{ severity: "error" as const, summary: "Invalid name", detail: "Long.", address: "a" }];
    const failed = [{ stack: { name: "shop", folder: "." }, plan: undefined, diagnostics }];
    expect(findWrongPlans(plan({}), failed, new Map())).toEqual([
      { object: "shop/a", reason: "The plan of shop fails: Invalid name. Long." },
    ]);
  });
});
