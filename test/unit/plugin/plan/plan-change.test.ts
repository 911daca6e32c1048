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

  test("that is semantically equal to the prior one is replaced by it, and unknowns and nulls are never compared", () => {
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

describe("a value that the configuration leaves out", () => {
  test("is null if the attribute is not computed", () => {
    expect(plan(schemaOf({ a: { ...text, optional: true } }), {}, { a: "old" })).toEqual({ a: null });
  });

  test("is the default, on create and on update", () => {
    const schema = schemaOf({
      a: { ...text, optional: true, default: "d" },
      b: { type: "bool", description: "x", optional: true, default: false },
    });
    expect(plan(schema, {})).toEqual({ a: "d", b: false });
    expect(plan(schema, { a: null }, { a: "old", b: true })).toEqual({ a: "d", b: false });
  });

  test("is unknown on create and the prior value afterwards, when it is computed", () => {
    const schema = schemaOf({ id: { ...text, computed: true }, a: { ...text, optional: true } });
    expect(plan(schema, { a: "x" })).toEqual({ id: UNKNOWN, a: "x" });
    expect(plan(schema, { a: "y" }, { id: "1", a: "x" })).toEqual({ id: "1", a: "y" });
    expect(plan(schema, { a: "y" }, { id: null, a: "x" })).toEqual({ id: null, a: "y" });
  });

  test("is never planned when it is write-only", () => {
    const schema = schemaOf({ secret: { ...text, optional: true, writeOnly: true } });
    expect(plan(schema, { secret: "s" })).toEqual({ secret: null });
  });
});

describe("a default that depends on its siblings", () => {
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

  test("receives their planned values, and those of defaults declared before it", () => {
    expect(plan(schema, { name: "n" })).toMatchObject({ slug: "n new", path: "/n new", none: null });
    expect(plan(schema, { name: "n" }, { name: "m", id: "1", slug: "m 1", path: "/m 1", none: null })).toMatchObject({
      slug: "n 1",
      path: "/n 1",
    });
    expect(plan(schema, { name: "n", slug: "mine" })).toMatchObject({ slug: "mine", path: "/mine" });
  });

  test("is unknown if it returns UNKNOWN", () => {
    expect(plan(schema, { name: UNKNOWN })).toMatchObject({ slug: UNKNOWN, path: UNKNOWN });
  });
});

describe("nested objects", () => {
  const nested = (nesting: "single" | "list" | "map", attributes: Record<string, Attribute> = tile) =>
    schemaOf({ tiles: { description: "x", optional: true, nested: { nesting, attributes } } });
  const stored = (id: string, title: string, width = 8) => ({ id, title, width });

  test("of a map are matched by key", () => {
    const prior = { tiles: { a: stored("1", "A"), b: stored("2", "B") } };
    expect(plan(nested("map"), { tiles: { b: { title: "new" }, c: { title: "C", width: 2 } } }, prior)).toEqual({
      tiles: { b: stored("2", "new"), c: { id: UNKNOWN, title: "C", width: 2 } },
    });
  });

  test("of a list are matched by index", () => {
    const prior = { tiles: [stored("1", "A")] };
    expect(plan(nested("list"), { tiles: [{ title: "B" }, { title: "A" }] }, prior)).toEqual({
      tiles: [stored("1", "B"), { id: UNKNOWN, title: "A", width: 8 }],
    });
  });

  test("stay null or unknown as a whole, and their default applies only to the whole", () => {
    expect(plan(nested("map"), {}, { tiles: { a: stored("1", "A") } })).toEqual({ tiles: null });
    expect(plan(nested("map"), { tiles: UNKNOWN })).toEqual({ tiles: UNKNOWN });
    expect(plan(nested("map"), { tiles: { a: UNKNOWN } })).toEqual({ tiles: { a: UNKNOWN } });
    expect(plan(nested("single"), { tiles: { title: "A" } }, { tiles: null })).toEqual({
      tiles: { id: UNKNOWN, title: "A", width: 8 },
    });
  });

  test("that are computed as a whole keep the prior value", () => {
    const schema = schemaOf({
      tiles: { description: "x", computed: true, nested: { nesting: "map", attributes: tile } },
    });
    expect(plan(schema, {})).toEqual({ tiles: UNKNOWN });
    expect(plan(schema, {}, { tiles: { a: stored("1", "A") } })).toEqual({ tiles: { a: stored("1", "A") } });
  });

  test("that do not change are the prior objects, although another attribute changes", () => {
    const attributes = { name: { type: "string", description: "x", optional: true } } as const;
    const schema = schemaOf({ ...attributes, ...nested("map").attributes });
    const prior = { name: "old", tiles: { a: stored("1", "A") } };
    const planned = plan(schema, { name: "new", tiles: { a: { title: "A" } } }, prior);
    expect(planned).toEqual({ ...prior, name: "new" });
    expect(planned.tiles).toBe(prior.tiles);
  });
});

describe("a replacement", () => {
  const stays = { ...text, optional: true, requiresReplace: true } satisfies Attribute;

  test("is required by a changed attribute, never on create", () => {
    const schema = schemaOf({ a: stays, b: { ...text, optional: true } });
    expect(replaces(schema, { a: "2", b: "2" }, { a: "1", b: "1" })).toEqual([["a"]]);
    expect(replaces(schema, { b: "2" }, { a: "1", b: "1" })).toEqual([["a"]]);
    expect(replaces(schema, { a: UNKNOWN }, { a: "1" })).toEqual([["a"]]);
    expect(replaces(schema, { a: "1", b: "2" }, { a: "1", b: "1" })).toEqual([]);
    expect(replaces(schema, { a: "1" }, null)).toEqual([]);
  });
});
