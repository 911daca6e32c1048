import { isDeepStrictEqual } from "node:util";
import { attributeName, type DeclaredFields } from "../../src/declaration/field";
import {
  type CompoundShape,
  type DeclaredField,
  type LeafShape,
  type ObjectShape,
  type Shape,
  variantOf,
} from "../../src/declaration/shape";

/** One change that another client can make: a different value inside a declared object. */
export interface ChangedLeaf {
  /** The changed top-level field. */
  readonly field: string;
  /** Attributes that a plan shows. */
  readonly attributes: readonly string[];
  /** The whole changed top-level field. */
  readonly value: unknown;
}

/**
 * Returns every change of one value inside a declared object. Throws if the object omits an optional field, so that no
 * field is forgotten.
 * @param isUnseen returns true for a field, at any depth, that the server does not return
 */
export function changedLeaves(
  shape: CompoundShape,
  declared: DeclaredFields,
  isUnseen: IsUnseen,
): readonly ChangedLeaf[] {
  const object = shape.kind === "variants" ? variantOf(shape, declared) : shape;
  if (!object) {
    throw new Error("The example is of no kind.");
  }
  return writable(object, isUnseen).flatMap((field) =>
    inField(field, declared, isUnseen).map(({ attributes, value }) => ({ field: field.name, attributes, value })),
  );
}

type Change = Pick<ChangedLeaf, "attributes" | "value">;

type IsUnseen = (field: DeclaredField) => boolean;

const hasOneValue = (shape: Shape): boolean => "values" in shape && shape.values?.length === 1;

function writable(shape: ObjectShape, isUnseen: IsUnseen): readonly DeclaredField[] {
  return Object.values(shape.fields).filter(
    (field) =>
      !field.meta.readOnly &&
      !field.meta.writeOnly &&
      // Extra fields have no declared leaves. test/unit/resources/extra-fields.test.ts changes them.
      field.name !== "extraFields" &&
      !isUnseen(field) &&
      !hasOneValue(field.shape),
  );
}

function inField(field: DeclaredField, siblings: DeclaredFields, isUnseen: IsUnseen): readonly Change[] {
  const value = siblings[field.name];
  if (value === undefined) {
    throw new Error(`The example has no ${field.name}: give it one, so that its drift is tested.`);
  }
  const name = attributeName(field);
  const changes = field.meta.unordered
    ? oneMore(value as readonly unknown[])
    : inValue(field.shape, value, field, isUnseen);
  return changes.map((change) => ({ ...change, attributes: [name, ...change.attributes] }));
}

/** A plan keeps the author's order of an unordered list, so the new element is last. */
function oneMore(list: readonly unknown[]): readonly Change[] {
  return [{ attributes: [String(list.length)], value: ["added", ...list] }];
}

function inValue(shape: Shape, value: unknown, field: DeclaredField, isUnseen: IsUnseen): readonly Change[] {
  switch (shape.kind) {
    case "list": {
      const [first, ...rest] = value as readonly unknown[];
      return inValue(shape.item, first, field, isUnseen).map(({ attributes, value: changed }) => ({
        attributes: ["0", ...attributes],
        value: [changed, ...rest],
      }));
    }
    case "object":
      return inObject(shape, value as DeclaredFields, isUnseen);
    case "variants": {
      const variant = variantOf(shape, value as DeclaredFields);
      if (!variant) {
        throw new Error(`The example's ${field.name} is of no kind.`);
      }
      return inObject(variant, value as DeclaredFields, isUnseen);
    }
    case "map":
      throw new Error(`Say how a map such as ${field.name} changes.`);
    default:
      return otherThan(shape, value, field).map((other) => ({ attributes: [], value: other }));
  }
}

function inObject(shape: ObjectShape, object: DeclaredFields, isUnseen: IsUnseen): readonly Change[] {
  return writable(shape, isUnseen).flatMap((field) =>
    inField(field, object, isUnseen).map(({ attributes, value }) => ({
      attributes,
      value: { ...object, [field.name]: value },
    })),
  );
}

function otherThan(shape: LeafShape, value: unknown, field: DeclaredField): readonly unknown[] {
  if (shape.values) {
    return shape.values.filter((each) => !isDeepStrictEqual(each, value)).slice(0, 1);
  }
  if (field.meta.instant) {
    return ["2019-01-01T00:00:00.000Z"];
  }
  if (typeof value === "boolean") {
    return [!value];
  }
  if (typeof value === "number") {
    return [value === 1 ? 2 : 1];
  }
  return [`${String(value)} changed`];
}
