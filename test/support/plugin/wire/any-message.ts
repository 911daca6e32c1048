import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import fc from "fast-check";
import { anyCharacter } from "../../any-character";

type Members = Record<string, unknown>;

const SCALARS: Partial<Record<ScalarType, fc.Arbitrary<unknown>>> = {
  [ScalarType.STRING]: fc.oneof(fc.string({ unit: anyCharacter }), fc.constant("x".repeat(20_000))),
  [ScalarType.BYTES]: fc.uint8Array(),
  [ScalarType.BOOL]: fc.boolean(),
  [ScalarType.INT64]: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  [ScalarType.INT32]: fc.integer(),
};

/** Generates any message of this type. Any of its fields can be missing. */
export function anyMessage(kind: DescMessage, depth = 3): fc.Arbitrary<Members> {
  const plain = kind.fields.filter((field) => field.oneof === undefined);
  const members = plain.map((field) => [field.localName, anyField(field, depth)] as const);
  const groups = kind.oneofs
    .filter((group) => group.fields.every((field) => field.oneof === group))
    .map((group) => {
      const cases = group.fields.map((field) =>
        anyField(field, depth).map((value) => ({ case: field.localName, value })),
      );
      return [group.localName, fc.oneof(...cases)] as const;
    });
  return fc.record(Object.fromEntries([...members, ...groups]), { requiredKeys: [] });
}

function anyField(field: DescField, depth: number): fc.Arbitrary<unknown> {
  const one = field.message ? anyInner(field.message, depth) : anyScalar(field);
  if (field.fieldKind === "list") {
    return fc.array(one, { maxLength: 3 });
  }
  if (field.fieldKind === "map") {
    return fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), one, { maxKeys: 3 });
  }
  return one;
}

function anyInner(kind: DescMessage, depth: number): fc.Arbitrary<unknown> {
  return depth === 0 ? fc.constant({}) : anyMessage(kind, depth - 1);
}

function anyScalar(field: DescField): fc.Arbitrary<unknown> {
  if (field.fieldKind === "enum") {
    return fc.constantFrom(...field.enum.values.map(({ number }) => number));
  }
  const scalar = field.scalar === undefined ? undefined : SCALARS[field.scalar];
  if (!scalar) {
    throw new Error(`nothing is known of ${field}`);
  }
  return scalar;
}
