import {
  type Attribute,
  isUnknownValue,
  type ObjectValue,
  planChange,
  type Schema,
  UNKNOWN,
} from "../../../../src/plugin";

const text = { type: "string", description: "x" } as const;
const schemaOf = (attributes: Record<string, Attribute>): Schema => ({ description: "x", attributes });
const plan = (schema: Schema, config: ObjectValue, prior: ObjectValue | null = null) =>
  planChange(schema, config, prior).plan;
const replaces = (schema: Schema, config: ObjectValue, prior: ObjectValue | null) =>
  planChange(schema, config, prior).requiresReplace;

const tile = {
  id: { ...text, computed: true },
  title: { ...text, required: true },
  width: { type: "number", description: "x", optional: true, default: 8 },
} satisfies Record<string, Attribute>;

describe("a configured value", () => {
  const schema = schemaOf({ a: { ...text, optional: true, computed: true } });

  test("is planned unchanged, also if it is unknown", () => {
    expect(plan(schema, { a: "new" }, { a: "old" })).toEqual({ a: "new" });
    expect(plan(schema, { a: UNKNOWN }, { a: "old" })).toEqual({ a: UNKNOWN });
  });

  test("is replaced by the prior value if both are semantically equal, and unknown and null are never compared", () => {
    const asked: unknown[] = [];
    const semanticallyEqual = (prior: unknown, configured: unknown) => {
      asked.push(`${prior} ${configured}`);
      return String(prior).toLowerCase() === String(configured).toLowerCase();
    };
    const careless = schemaOf({ a: { ...text, optional: true, semanticallyEqual } });
    expect(plan(careless, { a: "WARN" }, { a: "warn" })).toEqual({ a: "warn" });
    expect(plan(careless, { a: "error" }, { a: "warn" })).toEqual({ a: "error" });
    expect(plan(careless, { a: UNKNOWN }, { a: "warn" })).toEqual({ a: UNKNOWN });
    expect(plan(careless, { a: "WARN" }, { a: null })).toEqual({ a: "WARN" });
    expect(plan(careless, { a: "WARN" })).toEqual({ a: "WARN" });
    expect(new Set(asked)).toEqual(new Set(["warn WARN", "warn error"]));
  });
});

describe("an attribute without a configured value", () => {
  test("is planned as null if it is not computed", () => {
    expect(plan(schemaOf({ a: { ...text, optional: true } }), {}, { a: "old" })).toEqual({ a: null });
  });

  test("is planned with its default, on create and on update", () => {
    const schema = schemaOf({
      a: { ...text, optional: true, default: "d" },
      b: { type: "bool", description: "x", optional: true, default: false },
    });
    expect(plan(schema, {})).toEqual({ a: "d", b: false });
    expect(plan(schema, { a: null }, { a: "old", b: true })).toEqual({ a: "d", b: false });
  });

  test("is unknown on create and keeps the prior value later, if it is computed", () => {
    const schema = schemaOf({ id: { ...text, computed: true }, a: { ...text, optional: true } });
    expect(plan(schema, { a: "x" })).toEqual({ id: UNKNOWN, a: "x" });
    expect(plan(schema, { a: "y" }, { id: "1", a: "x" })).toEqual({ id: "1", a: "y" });
    expect(plan(schema, { a: "y" }, { id: null, a: "x" })).toEqual({ id: null, a: "y" });
  });

  test("is never in the plan if it is write-only", () => {
    const schema = schemaOf({ secret: { ...text, optional: true, writeOnly: true } });
    expect(plan(schema, { secret: "s" })).toEqual({ secret: null });
  });
});

describe("a default that depends on other attributes of the object", () => {
  const schema = schemaOf({
    slug: {
      ...text,
      optional: true,
      default: ({ name, id }) => (isUnknownValue(name) ? UNKNOWN : `${name} ${isUnknownValue(id) ? "new" : id}`),
    },
    path: { ...text, optional: true, default: ({ slug }) => (isUnknownValue(slug) ? UNKNOWN : `/${slug}`) },
    name: { ...text, required: true },
    id: { ...text, computed: true },
    none: { ...text, optional: true, default: () => null },
  });

  test("is computed from their planned values, including defaults that were declared before it", () => {
    expect(plan(schema, { name: "n" })).toMatchObject({ slug: "n new", path: "/n new", none: null });
    expect(plan(schema, { name: "n" }, { name: "m", id: "1", slug: "m 1", path: "/m 1", none: null })).toMatchObject({
      slug: "n 1",
      path: "/n 1",
    });
    expect(plan(schema, { name: "n", slug: "mine" })).toMatchObject({ slug: "mine", path: "/mine" });
  });

  test("is unknown if the function of the default returns UNKNOWN", () => {
    expect(plan(schema, { name: UNKNOWN })).toMatchObject({ slug: UNKNOWN, path: UNKNOWN });
  });
});

describe("the plan of nested objects", () => {
  const nested = (nesting: "single" | "list" | "map", attributes: Record<string, Attribute> = tile) =>
    schemaOf({ tiles: { description: "x", optional: true, nested: { nesting, attributes } } });
  const stored = (id: string, title: string, width = 8) => ({ id, title, width });

  test("matches the elements of a map by key", () => {
    const prior = { tiles: { a: stored("1", "A"), b: stored("2", "B") } };
    expect(plan(nested("map"), { tiles: { b: { title: "new" }, c: { title: "C", width: 2 } } }, prior)).toEqual({
      tiles: { b: stored("2", "new"), c: { id: UNKNOWN, title: "C", width: 2 } },
    });
  });

  test("matches the elements of a list by index", () => {
    const prior = { tiles: [stored("1", "A")] };
    expect(plan(nested("list"), { tiles: [{ title: "B" }, { title: "A" }] }, prior)).toEqual({
      tiles: [stored("1", "B"), { id: UNKNOWN, title: "A", width: 8 }],
    });
  });

  test("stays null or unknown as a whole, and a default applies only to the whole attribute", () => {
    expect(plan(nested("map"), {}, { tiles: { a: stored("1", "A") } })).toEqual({ tiles: null });
    expect(plan(nested("map"), { tiles: UNKNOWN })).toEqual({ tiles: UNKNOWN });
    expect(plan(nested("map"), { tiles: { a: UNKNOWN } })).toEqual({ tiles: { a: UNKNOWN } });
    expect(plan(nested("single"), { tiles: { title: "A" } }, { tiles: null })).toEqual({
      tiles: { id: UNKNOWN, title: "A", width: 8 },
    });
  });

  test("keeps the prior value of an attribute that is computed as a whole", () => {
    const schema = schemaOf({
      tiles: { description: "x", computed: true, nested: { nesting: "map", attributes: tile } },
    });
    expect(plan(schema, {})).toEqual({ tiles: UNKNOWN });
    expect(plan(schema, {}, { tiles: { a: stored("1", "A") } })).toEqual({ tiles: { a: stored("1", "A") } });
  });

  test("uses the prior objects if they do not change, even if another attribute changes", () => {
    const attributes = { name: { type: "string", description: "x", optional: true } } as const;
    const schema = schemaOf({ ...attributes, ...nested("map").attributes });
    const prior = { name: "old", tiles: { a: stored("1", "A") } };
    const planned = plan(schema, { name: "new", tiles: { a: { title: "A" } } }, prior);
    expect(planned).toEqual({ ...prior, name: "new" });
    expect(planned.tiles).toBe(prior.tiles);
  });
});

describe("the replacement of a resource", () => {
  const stays = { ...text, optional: true, requiresReplace: true } satisfies Attribute;

  test("is planned for a changed attribute, and never on create", () => {
    const schema = schemaOf({ a: stays, b: { ...text, optional: true } });
    expect(replaces(schema, { a: "2", b: "2" }, { a: "1", b: "1" })).toEqual([["a"]]);
    expect(replaces(schema, { b: "2" }, { a: "1", b: "1" })).toEqual([["a"]]);
    expect(replaces(schema, { a: UNKNOWN }, { a: "1" })).toEqual([["a"]]);
    expect(replaces(schema, { a: "1", b: "2" }, { a: "1", b: "1" })).toEqual([]);
    expect(replaces(schema, { a: "1" }, null)).toEqual([]);
  });
});
