import fc from "fast-check";

/** Names that every JavaScript object has, and names that look like a path to a field. */
export const FOREIGN_NAMES: readonly string[] = [
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "toJSON"],
  ...["__defineGetter__", "__defineSetter__", "__lookupGetter__", "isPrototypeOf", "propertyIsEnumerable"],
  ...["a.b", "a\\.b", "a\\", ".", "..", "\\", "", "0", "length", "name", "config.select.0"],
];

export const foreignName = () => fc.oneof(fc.constantFrom(...FOREIGN_NAMES), fc.string({ maxLength: 4 }));

/** Returns JSON with such names everywhere, as in a server's response or a file. */
export const foreignJson = () =>
  fc.letrec<{ value: unknown; object: object }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.oneof(fc.string({ maxLength: 4 }), fc.integer(), fc.boolean()),
      tie("object"),
      fc.array(tie("value"), { maxLength: 3 }),
    ),
    object: fc
      .array(fc.tuple(foreignName(), tie("value")), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  })).object;

/** Fails if code has added a property to all objects. */
export function expectNothingInherited(): void {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(Object.keys(Function.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
}
