import { isDeepStrictEqual } from "node:util";
import { isSensitive } from "../../drawing";
import { fieldsByAttribute, fromAttributes } from "../../schema/attribute-form";
import type { Fields } from "../../schema/field";
import { serverDefaultOf } from "../../schema/server-defaults";
import type { Field, ObjectShape, Shape, VariantsShape } from "../../schema/shape";
import { fieldLabel, type LabelStep } from "./field-label";
import { alignLists } from "./list-alignment";
import type { FieldChange } from "./model";
import { partSummary } from "./part-summary";
import { isMarked, isNull, type Marked, shownOf, stepInto } from "./shown";

interface Place {
  /** Undefined where no declaration says more. */
  readonly shape: Shape | undefined;
  readonly steps: readonly LabelStep[];
  readonly before: Marked;
  readonly after: Marked;
}

/**
 * Every field that differs, in the order of the declaration. What only the server and the provider set is left out,
 * but for fields that can drift, and where nothing else differs.
 * @param shape the declaration of the object; undefined for one of another provider.
 */
export function fieldChanges(
  shape: ObjectShape | VariantsShape | undefined,
  before: Marked,
  after: Marked,
): FieldChange[] {
  const declared = [...differences({ shape, steps: [], before, after })];
  return declared.length > 0 ? declared : [...differences({ shape: undefined, steps: [], before, after })];
}

function* differences(place: Place): Generator<FieldChange> {
  const { before, after } = place;
  if (!isMarked(after.unknown) && isDeepStrictEqual(plain(before.value), plain(after.value))) return;
  if (canBeOpened(place)) yield* inside(place);
  else yield leaf(place);
}

/** Whether both sides hold parts that can be compared one by one. */
function canBeOpened({ shape, steps, before, after }: Place): boolean {
  if (steps.length === 0) return true;
  const isMap = shape?.kind === "map";
  const values = [before.value, after.value];
  if (values.some(isSensitive) || after.unknown === true) return false;
  if (values.every(isNull)) return isMarked(after.unknown);
  if (isMap) return true;
  if (values.some(isNull)) return false;
  if (values.every(Array.isArray)) return values.flat().some(isObject);
  return values.every(isObject);
}

function* inside(place: Place): Generator<FieldChange> {
  const { shape, after } = place;
  if (Array.isArray(after.value)) yield* insideList(place);
  else if (shape?.kind === "object" || shape?.kind === "variants") yield* insideObject(shape, place);
  else yield* insideUndeclared(place);
}

function* insideObject(shape: ObjectShape | VariantsShape, place: Place): Generator<FieldChange> {
  const fields = fieldsByAttribute(shape);
  const isDefault = isNull(place.before.value) ? defaultsBeside(shape, place.after.value) : () => false;
  for (const [name, field] of fields) {
    if (!isHidden(field) && !isDefault(name, field))
      yield* differences(stepOf(place, name, field.shape, isTransparent(field)));
  }
  const others = keysOf(place.before.value, place.after.value).filter((name) => !fields.has(name));
  for (const name of others) yield* differences(stepOf(place, name, undefined, false));
}

/** Whether a field of a new object only has what the server gives it anyway. */
function defaultsBeside(shape: ObjectShape | VariantsShape, value: unknown): (name: string, field: Field) => boolean {
  const beside = fromAttributes(shape, value, isSensitive) as Fields | undefined;
  return (name, field) => {
    const given = isObject(value) && Object.hasOwn(value, name) ? (value as Fields)[name] : undefined;
    return !isNull(given) && isDeepStrictEqual(given, serverDefaultOf(field, beside ?? {}));
  };
}

/** A map, or a value of another provider. */
function* insideUndeclared(place: Place): Generator<FieldChange> {
  const item = place.shape?.kind === "map" ? place.shape.item : undefined;
  const keys = keysOf(place.before.value, place.after.value, place.after.unknown);
  for (const name of keys) yield* differences(stepOf(place, name, item, false));
}

function* insideList(place: Place): Generator<FieldChange> {
  const item = place.shape?.kind === "list" ? place.shape.item : undefined;
  const before = (place.before.value ?? []) as readonly unknown[];
  const after = (place.after.value ?? []) as readonly unknown[];
  const single = before.length <= 1 && after.length <= 1;
  for (const [from, to] of alignLists(before, after)) {
    const index = to ?? from ?? 0;
    yield* differences({
      shape: item,
      steps: [...place.steps, { name: index, shape: item, transparent: single }],
      before: from === undefined ? NOTHING : stepInto(place.before, from),
      after: to === undefined ? NOTHING : stepInto(place.after, to),
    });
  }
}

const NOTHING: Marked = { value: undefined, unknown: undefined };

function stepOf(place: Place, name: string, shape: Shape | undefined, transparent: boolean): Place {
  return {
    shape,
    steps: [...place.steps, { name, shape, transparent }],
    before: stepInto(place.before, name),
    after: stepInto(place.after, name),
  };
}

function leaf({ shape, steps, before, after }: Place): FieldChange {
  const path = steps.map(({ name }) => name);
  const label = fieldLabel(steps);
  const summary = label.field === "" ? partSummary(shape, after.value ?? before.value) : undefined;
  return { path, ...label, ...(summary && { summary }), before: shownOf(before), after: shownOf(after) };
}

/** What the provider plans to be empty can drift, though nobody can declare it; other read-only fields only follow. */
function isHidden({ meta }: Field): boolean {
  return meta.readOnly === true && meta.changedByReads !== true;
}

/** An object that is always there, such as the configuration of a tile, needs no mention. */
function isTransparent({ required, shape }: Field): boolean {
  return required && (shape.kind === "object" || shape.kind === "variants");
}

function keysOf(...values: readonly unknown[]): readonly string[] {
  return [...new Set(values.flatMap((value) => (isObject(value) ? Object.keys(value) : [])))];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Null and absent are one. */
function plain(value: unknown): unknown {
  return value === undefined ? null : value;
}
