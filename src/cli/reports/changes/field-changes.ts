import { isDeepStrictEqual } from "node:util";
import { diffArrays } from "diff";
import { fieldsByAttribute, fromAttributes, readTextMap } from "../../../declaration/attribute-form";
import { type DeclaredFields, isPresent } from "../../../declaration/field";
import { serverDefaultOf } from "../../../declaration/server-defaults";
import { type CompoundShape, canDrift, type DeclaredField, isCompound, type Shape } from "../../../declaration/shape";
import { isSensitive } from "../../../drawing";
import { holdsMark, isContainer, partOf } from "../../engine/concealer";
import type { FieldChange } from "./report-model";
import { type PartlyKnown, partSummary, shownOf, stepInto } from "./wording";

interface LabelStep {
  readonly name: string | number;
  readonly shape: Shape | undefined;
  /** True if the label omits the step, such as the index of the only element. */
  readonly transparent: boolean;
}

/** Position of a field for a reader: its part of the object, and the field in the part. */
function fieldLabel(steps: readonly LabelStep[]): { part?: string; field: string } {
  const [first, second, ...rest] = steps;
  if (first && second && first.shape?.kind === "map" && isCompound(first.shape.item)) {
    return { part: `${String(first.name).replace(/s$/, "")} ${second.name}`, field: pathText(rest, true) };
  }
  return { field: pathText(steps, false) };
}

/**
 * `select[1].where`; `select.where` where `select` has one element.
 * @param inPart the position inside the part, such as `where`.
 */
function pathText(steps: readonly LabelStep[], inPart: boolean): string {
  const isShown = (index: number): boolean => index === steps.length - 1 || !steps[index]?.transparent;
  const named = steps.filter(({ name }, index) => {
    const indexFollows = typeof steps[index + 1]?.name === "number";
    return isShown(index) && (typeof name === "number" || !inPart || !indexFollows || isShown(index + 1));
  });
  return named.reduce((text, { name }) => {
    if (typeof name === "number") {
      return `${text}[${name}]`;
    }
    return text === "" ? name : `${text}.${name}`;
  }, "");
}

/** Maximum number of differing elements. Longer differences are shown as one, so that no text takes minutes. */
const MAX_EDITS = 1000;

export function diffLists<T>(before: readonly T[], after: readonly T[]) {
  const options = { comparator: isDeepStrictEqual, maxEditLength: MAX_EDITS };
  const [removed, added] = [[...before], [...after]];
  return (
    diffArrays(removed, added, options) ?? [
      { value: removed, count: removed.length, removed: true, added: false },
      { value: added, count: added.length, removed: false, added: true },
    ]
  );
}

/**
 * Pairs the indexes of equal elements of two lists. The others between them are paired in their order. An index is
 * undefined on the side that lacks the element.
 */
function alignLists(before: readonly unknown[], after: readonly unknown[]) {
  let [from, to] = [0, 0];
  const chunks = diffLists(before, after);
  return chunks.flatMap(({ count, added, removed }, index) => {
    const [a, b] = [from, to];
    const replacement = removed && chunks[index + 1]?.added ? chunks[index + 1] : undefined;
    if (added && chunks[index - 1]?.removed) {
      return [];
    }
    const [gone, come] = [added ? 0 : count, removed ? (replacement?.count ?? 0) : count];
    [from, to] = [a + gone, b + come];
    const pair = (_: unknown, at: number) => [at < gone ? a + at : undefined, at < come ? b + at : undefined] as const;
    return Array.from({ length: Math.max(gone, come) }, pair);
  });
}

interface FieldPlace {
  /** The declared shape of the field; undefined if no declaration describes it. */
  readonly shape: Shape | undefined;
  readonly steps: readonly LabelStep[];
  readonly before: PartlyKnown;
  readonly after: PartlyKnown;
}

/**
 * Lists the fields that differ, in the order of the declaration. Read-only fields are left out, unless they can drift or
 * no other field differs.
 * @param shape the declaration of the object; undefined for one of another provider.
 */
export function fieldChanges(shape: CompoundShape | undefined, before: PartlyKnown, after: PartlyKnown): FieldChange[] {
  const declared = [...differences({ shape, steps: [], before, after })];
  return declared.length > 0 ? declared : [...differences({ shape: undefined, steps: [], before, after })];
}

function* differences(place: FieldPlace): Generator<FieldChange> {
  const { shape, before, after } = place;
  if (!holdsMark(after.unknown) && isDeepStrictEqual(before.value ?? null, after.value ?? null)) {
    return;
  }
  if (!canBeOpened(place)) {
    yield leaf(place);
  } else if (Array.isArray(after.value ?? before.value)) {
    yield* insideList(place);
  } else if (isCompound(shape)) {
    yield* insideObject(shape, place);
  } else {
    yield* insideUndeclared(place);
  }
}

/** Returns true if both sides contain parts that can be compared one by one. */
function canBeOpened({ shape, steps, before, after }: FieldPlace): boolean {
  const values = [before.value, after.value];
  if (steps.length === 0) {
    return true;
  }
  if (values.some(isSensitive) || after.unknown === true) {
    return false;
  }
  if (!values.some(isPresent)) {
    return holdsMark(after.unknown);
  }
  if (shape?.kind === "map" || shape?.kind === "json" || (values.some(Array.isArray) && elementsHaveNames(shape))) {
    return true;
  }
  return values.every(isContainer) && (!values.every(Array.isArray) || values.flat().some(isContainer));
}

function elementsHaveNames(shape: Shape | undefined): boolean {
  return shape?.kind === "list" && isCompound(shape.item) && nameField(shape.item) !== undefined;
}

/** Returns the attribute that names an element of a list, such as a filter; undefined if it has no name. */
export function nameField(shape: CompoundShape): "name" | "title" | undefined {
  const fields = fieldsByAttribute(shape);
  return (["name", "title"] as const).find((each) => fields.has(each));
}

function* insideObject(shape: CompoundShape, place: FieldPlace): Generator<FieldChange> {
  const fields = fieldsByAttribute(shape);
  const isDefault = isPresent(place.before.value) ? () => false : defaultTestFor(shape, place.after.value);
  for (const [name, field] of fields) {
    if (canDrift(field) && !isDefault(name, field)) {
      // Labels omit required objects, such as the configuration of a tile.
      const isTransparent = field.required && isCompound(field.shape);
      yield* differences(withTypes(field, stepOf(place, name, field.shape, isTransparent)));
    }
  }
  for (const name of keysOf(place.before.value, place.after.value).filter((each) => !fields.has(each))) {
    yield* differences(stepOf(place, name, undefined, false));
  }
}

/** Returns the place with the declared types in both values of a field that Terraform stores as texts. */
function withTypes({ meta, shape }: DeclaredField, place: FieldPlace): FieldPlace {
  const isJson = shape.kind === "json";
  if (!meta.textMap && !isJson) {
    return place;
  }
  const typed = (side: PartlyKnown) => ({
    ...side,
    value: isJson ? fromAttributes(shape, side.value, isSensitive) : readTextMap(shape, side.value),
  });
  return { ...place, before: typed(place.before), after: typed(place.after) };
}

/** Returns a test: true if a field of a new object has its server default. */
export function defaultTestFor(shape: CompoundShape, value: unknown): (name: string, field: DeclaredField) => boolean {
  const siblings = fromAttributes(shape, value, isSensitive) as DeclaredFields | undefined;
  return (name, field) => {
    const given = partOf(value, name);
    return isPresent(given) && isDeepStrictEqual(given, serverDefaultOf(field, siblings ?? {}));
  };
}

/** Compares maps, and values of other providers. */
function* insideUndeclared(place: FieldPlace): Generator<FieldChange> {
  const item = place.shape?.kind === "map" ? place.shape.item : undefined;
  for (const name of keysOf(place.before.value, place.after.value, place.after.unknown)) {
    yield* differences(stepOf(place, name, item, false));
  }
}

function* insideList(place: FieldPlace): Generator<FieldChange> {
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

const NOTHING: PartlyKnown = { value: undefined, unknown: undefined };

function stepOf(place: FieldPlace, name: string, shape: Shape | undefined, transparent: boolean): FieldPlace {
  return {
    shape,
    steps: [...place.steps, { name, shape, transparent }],
    before: stepInto(place.before, name),
    after: stepInto(place.after, name),
  };
}

function leaf({ shape, steps, before, after }: FieldPlace): FieldChange {
  const path = steps.map(({ name }) => name);
  const label = fieldLabel(steps);
  const summary = label.field === "" ? partSummary(shape, after.value ?? before.value) : undefined;
  return { path, ...label, ...(summary && { summary }), before: shownOf(before), after: shownOf(after) };
}

function keysOf(...values: readonly unknown[]): readonly string[] {
  return [...new Set(values.flatMap((value) => (isContainer(value) ? Object.keys(value) : [])))];
}
