import fc from "fast-check";
import { z } from "zod";
import { optional } from "../../../src/declaration/field";
import { semanticallyEqual, toDeclaredForm } from "../../../src/declaration/semantic-equality";
import { shapeOf } from "../../../src/declaration/shape";
import { tileConfigField } from "../../../src/resources/dashboard/tiles/tile-config";
import { apiKey, dashboard } from "../../../src/resources/declarations";
import { fullDashboard, newKey, OTHER_ID, UUID } from "../../support/declaration/declarations";

const KEY = shapeOf(apiKey);
const DASHBOARD = shapeOf(dashboard);
const CONFIG = shapeOf(tileConfigField);

describe("a time value", () => {
  test("equals the declared time in another time zone or with milliseconds, and keeps the author's notation", () => {
    expect(toDeclaredForm(KEY, newKey, { ...newKey, expireAt: "2026-12-31T22:59:59.000Z" })).toEqual(newKey);
  });

  test("differs from a time one second later", () => {
    const observed = { ...newKey, expireAt: "2026-12-31T23:00:00.000Z" };
    expect(toDeclaredForm(KEY, newKey, observed)).toEqual(observed);
    expect(semanticallyEqual(KEY, newKey, observed)).toBe(false);
  });

  test("is compared as an ordinary text if it is in a name", () => {
    const named = (name: string) => ({ ...newKey, name });
    expect(semanticallyEqual(KEY, named("2026-01-01"), named("2026-01-01T00:00:00Z"))).toBe(false);
  });

  test("is absent after a user removed it", () => {
    const { expireAt: _, ...observed } = newKey;
    expect(toDeclaredForm(KEY, newKey, observed)).toEqual(observed);
  });
});

describe("a list without a fixed order", () => {
  const tags = (...list: string[]) => ({ ...fullDashboard, tags: list });

  test("equals the declared list in another order, and keeps the author's order", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.infiniteStream(fc.nat()), (declared, numbers) => {
        const observed = [...declared].sort(() => ((numbers.next().value ?? 0) % 3) - 1);
        expect(toDeclaredForm(DASHBOARD, tags(...declared), tags(...observed))).toEqual(tags(...declared));
      }),
    );
  });

  test("equals a list that repeats one of its elements", () => {
    expect(semanticallyEqual(DASHBOARD, tags("a", "b", "a"), tags("a", "b"))).toBe(true);
  });

  test("keeps declared elements first, then added elements, and omits removed elements", () => {
    expect(toDeclaredForm(DASHBOARD, tags("a", "b", "c"), tags("x", "c", "a"))).toEqual(tags("a", "c", "x"));
  });

  test("compares its objects field by field", () => {
    const [range, address] = newKey.ipAccessList ?? [];
    const reversed = { ...newKey, ipAccessList: [address, range] };
    expect(toDeclaredForm(KEY, newKey, reversed)).toEqual(newKey);
    const renamed = { ...newKey, ipAccessList: [{ ...range, description: "offices" }, address] };
    expect(semanticallyEqual(KEY, newKey, renamed)).toBe(false);
  });

  test("treats a missing field of an element like undefined and null", () => {
    const list = (entry: object) => ({ ipAccessList: [entry] });
    const source = "203.0.113.7";
    expect(semanticallyEqual(KEY, list({ source, description: undefined }), list({ source }))).toBe(true);
    expect(semanticallyEqual(KEY, list({ source }), list({ source, description: null }))).toBe(true);
  });

  test("is compared as a set if it contains roles", () => {
    const roles = (...assignedRoleIds: string[]) => ({ ...newKey, assignedRoleIds });
    expect(semanticallyEqual(KEY, roles(UUID, OTHER_ID), roles(OTHER_ID, UUID))).toBe(true);
    expect(semanticallyEqual(KEY, roles(UUID), roles(UUID, OTHER_ID))).toBe(false);
  });
});

test("a list with a fixed order differs from the same elements in another order", () => {
  const select = (...names: string[]) => ({
    displayType: "table",
    select: names.map((valueExpression) => ({ aggFn: "sum", valueExpression })),
  });
  expect(semanticallyEqual(CONFIG, select("a", "b"), select("b", "a"))).toBe(false);
  expect(toDeclaredForm(CONFIG, select("a", "b"), select("b", "a"))).toEqual(select("b", "a"));
});

describe("an empty list", () => {
  const chart = (fields: object) => ({ displayType: "line", ...fields });

  test("equals a list that the server does not return", () => {
    expect(toDeclaredForm(CONFIG, chart({ formulas: [] }), chart({}))).toEqual(chart({ formulas: [] }));
    expect(semanticallyEqual(CONFIG, chart({ formulas: [] }), chart({}))).toBe(true);
  });

  test("differs from the declared list if a user removed all elements", () => {
    const declared = chart({ formulas: [{ expression: "A" }] });
    expect(semanticallyEqual(CONFIG, declared, chart({}))).toBe(false);
  });

  test("and an empty text equal a missing value if the field declares that empty means absent", () => {
    const NOTE = shapeOf(z.object({ note: optional("A text.", z.string(), { emptyIsAbsent: true }) }));
    expect(toDeclaredForm(NOTE, { note: "" }, {})).toEqual({ note: "" });
    expect(toDeclaredForm(NOTE, { note: "x" }, {})).toEqual({});
    expect(toDeclaredForm(NOTE, { note: "" }, { note: "y" })).toEqual({ note: "y" });
  });

  test("differs from a missing list in a field without this rule", () => {
    expect(semanticallyEqual(CONFIG, chart({ select: [] }), chart({}))).toBe(false);
  });
});

describe("the form of an observed tile", () => {
  test("has the observed kind if a user changed the kind", () => {
    const declared = { displayType: "line", select: [{ aggFn: "count" }] };
    const observed = { displayType: "markdown", markdown: "gone" };
    expect(toDeclaredForm(CONFIG, declared, observed)).toEqual(observed);
  });

  test("includes a tile that a user added, and omits a tile that a user removed", () => {
    const { line, ...others } = fullDashboard.tiles;
    const observed = { ...fullDashboard, tiles: { ...others, added: line } };
    expect(toDeclaredForm(DASHBOARD, fullDashboard, observed)).toEqual(observed);
  });
});

describe("texts with equivalent spellings", () => {
  const spelled = { canonical: (text: string) => text.toLowerCase() };
  const NAMES = shapeOf(
    z.object({
      one: optional("A name.", z.string(), spelled),
      many: optional("Names.", z.array(z.string()), { ...spelled, unordered: true }),
      exact: optional("Names as they are.", z.array(z.string()), { unordered: true }),
    }),
  );

  test("are equal and keep the author's spelling, also as elements of a list", () => {
    const declared = { one: "Ann", many: ["Bob", "cid"] };
    expect(toDeclaredForm(NAMES, declared, { one: "ANN", many: ["CID", "bob"] })).toEqual(declared);
  });

  test("are different unless the declaration makes their spellings equivalent", () => {
    expect(toDeclaredForm(NAMES, { exact: ["Bob"] }, { exact: ["bob"] })).toEqual({ exact: ["bob"] });
    expect(toDeclaredForm(NAMES, { one: "Ann", many: ["Bob"] }, { one: "Anna", many: ["Bo"] })).toEqual({
      one: "Anna",
      many: ["Bo"],
    });
  });

  test.each<[unknown, unknown]>([
    ["Ann", 5],
    [5, "5"],
  ])("compares %p with %p directly, because only texts have equivalent spellings", (declared, observed) => {
    expect(toDeclaredForm(NAMES, { one: declared }, { one: observed })).toEqual({ one: observed });
  });
});

describe("an instant in the declaration", () => {
  const AT = shapeOf(z.object({ at: optional("A moment.", z.string(), { instant: true }) }));

  test.each<[unknown, unknown]>([
    ["never", "soon"],
    [2026, "2026-01-01T00:00:00Z"],
    ["2026-01-01T00:00:00Z", 2026],
  ])("is compared as plain text if one of the two values is not a valid time: %p, %p", (declared, observed) => {
    expect(toDeclaredForm(AT, { at: declared }, { at: observed })).toEqual({ at: observed });
  });
});

describe("a value with another type than the declared value", () => {
  const lists = shapeOf(z.object({ rows: optional("Rows.", z.array(z.array(z.string()))) }));

  test.each<[string, unknown, unknown]>([
    ["a text instead of a declared list", ["a"], "a"],
    ["a list instead of a declared text", "a", ["a"]],
  ])("is shown as the server returned it: %s", (_, rows, observed) => {
    expect(toDeclaredForm(lists, { rows }, { rows: observed })).toEqual({ rows: observed });
  });

  test("is compared in order if it is a list inside a list", () => {
    expect(semanticallyEqual(lists, { rows: [["a", "b"]] }, { rows: [["b", "a"]] })).toBe(false);
    expect(semanticallyEqual(lists, { rows: [["a", "b"]] }, { rows: [["a", "b"]] })).toBe(true);
  });
});

describe("the declared form of an observed object", () => {
  test("keeps observed fields that are not declared, and adds no field that both sides lack", () => {
    const text = shapeOf(z.object({ a: optional("A text.", z.string()), b: optional("Another.", z.string()) }));
    expect(toDeclaredForm(text, { a: "x" }, { a: "y", more: 1 })).toStrictEqual({ a: "y", more: 1 });
  });

  test("keeps the author's notation inside a map too", () => {
    const line = (fields: object) => ({ tiles: { t: { config: { displayType: "line", ...fields } } } });
    expect(toDeclaredForm(DASHBOARD, line({ formulas: [] }), line({}))).toEqual(line({ formulas: [] }));
  });
});

test("an observed value that equals the declared value stays unchanged", () => {
  expect(toDeclaredForm(DASHBOARD, fullDashboard, fullDashboard)).toEqual(fullDashboard);
  expect(semanticallyEqual(DASHBOARD, fullDashboard, JSON.parse(JSON.stringify(fullDashboard)))).toBe(true);
});

test("undefined, null and a missing field are equal", () => {
  const text = shapeOf(z.object({ a: optional("A text.", z.string()) }));
  expect(semanticallyEqual(text, undefined, null)).toBe(true);
  expect(semanticallyEqual(text, { a: undefined }, { a: null })).toBe(true);
  expect(semanticallyEqual(text, { a: "" }, {})).toBe(false);
});

test("undefined, null and a missing field are also equal in the elements of a list", () => {
  const select = (item: object) => ({ displayType: "line", select: [{ aggFn: "count", ...item }] });
  expect(semanticallyEqual(CONFIG, select({ alias: undefined }), select({ alias: null }))).toBe(true);
  expect(semanticallyEqual(CONFIG, select({ alias: "" }), select({}))).toBe(false);
});

test("a marker for an unknown value differs from an object", () => {
  class Marker {}
  const text = shapeOf(z.object({ a: optional("A text.", z.string()) }));
  expect(semanticallyEqual(text, { a: new Marker() }, { a: {} })).toBe(false);
});
