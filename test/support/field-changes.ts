import type { DeclaredFields } from "../../src/declaration/field";
import {
  type CompoundShape,
  type DeclaredField,
  kindOf,
  type ObjectShape,
  objectsOf,
  type Shape,
  variantOf,
} from "../../src/declaration/shape";

/** The path of a place in a declared value: field names and indexes. */
type Path = readonly (string | number)[];

/** A declared value with one changed leaf. The server accepts the value before and after the change. */
export interface FieldChange {
  /** The path of the field in any list element, with the kind of an object that has kinds: `(line).select.*.where`. */
  readonly field: string;
  readonly path: Path;
  /** The whole value with the changed leaf. */
  readonly changed: unknown;
}

/** Another id with the correct format, for fields with ids. */
const OTHER_ID = "fedcba987654321001234567";

/**
 * Returns a change of every leaf of `value`, which is found through its declaration. A new field is changed as soon as
 * `value` has it. In a list, the last element with a field is changed. The field that selects the kind is not changed.
 */
export function fieldChanges(shape: Shape, value: unknown): readonly FieldChange[] {
  const byField = new Map(leavesOf(shape, value, [], []).map((leaf) => [leaf.names.join("."), leaf]));
  return [...byField].map(([field, { path, changedLeaf }]) => ({
    field,
    path,
    changed: replaced(value, path, changedLeaf),
  }));
}

/** Returns every field of a declaration that can change, in the form of `FieldChange.field`. */
export function fieldNames(shape: Shape): readonly string[] {
  return namesOf(shape, []).map((names) => names.join("."));
}

function namesOf(shape: Shape, names: readonly string[]): readonly (readonly string[])[] {
  if (shape.kind === "list") {
    return namesOf(shape.item, [...names, "*"]);
  }
  if (shape.kind !== "object" && shape.kind !== "variants") {
    return [names];
  }
  return objectsOf(shape).flatMap((object) =>
    Object.values(object.fields)
      .filter((field) => !isFixed(field))
      .flatMap((field) => namesOf(field.shape, [...named(object, names), field.name])),
  );
}

function named(object: ObjectShape, names: readonly string[]): readonly string[] {
  const kind = kindOf(object);
  return kind === undefined ? names : [...names, `(${kind})`];
}

interface Leaf {
  readonly names: readonly string[];
  readonly path: Path;
  readonly changedLeaf: unknown;
}

function leavesOf(shape: Shape, value: unknown, path: Path, names: readonly string[]): readonly Leaf[] {
  if (value === undefined) {
    return [];
  }
  if (shape.kind === "list") {
    return (value as unknown[]).flatMap((item, index) => leavesOf(shape.item, item, [...path, index], [...names, "*"]));
  }
  if (shape.kind === "object" || shape.kind === "variants") {
    return leavesOfObject(shape, value as DeclaredFields, path, names);
  }
  return [{ names, path, changedLeaf: changedLeaf(shape, value) }];
}

function leavesOfObject(
  shape: CompoundShape,
  value: DeclaredFields,
  path: Path,
  names: readonly string[],
): readonly Leaf[] {
  const object = shape.kind === "variants" ? variantOf(shape, value) : shape;
  if (!object) {
    throw new Error(`${path.join(".")} is of no kind.`);
  }
  return Object.values(object.fields)
    .filter((field) => !isFixed(field))
    .flatMap((field) =>
      leavesOf(field.shape, value[field.name], [...path, field.name], [...named(object, names), field.name]),
    );
}

/** A field with one possible value cannot change, and extra fields have no declared leaves. */
function isFixed({ name, shape }: DeclaredField): boolean {
  return name === "extraFields" || ("values" in shape && shape.values?.length === 1);
}

function changedLeaf(shape: Shape, value: unknown): unknown {
  if ("values" in shape && shape.values) {
    return shape.values.find((each) => each !== value);
  }
  if (typeof value === "boolean") {
    return !value;
  }
  if (typeof value === "number") {
    return value + 1;
  }
  return /^[0-9a-f]{24}$/.test(String(value)) ? OTHER_ID : `${value} `;
}

function replaced(value: unknown, [step, ...rest]: Path, leaf: unknown): unknown {
  if (step === undefined) {
    return leaf;
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === step ? replaced(item, rest, leaf) : item));
  }
  const fields = value as DeclaredFields;
  return { ...fields, [step]: replaced(fields[step], rest, leaf) };
}
