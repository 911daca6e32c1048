import { isDeepStrictEqual } from "node:util";
import { attributeName } from "../../src/declaration/field";
import {
  type CompoundShape,
  type DeclaredField,
  type ObjectShape,
  objectsOf,
  type Shape,
} from "../../src/declaration/shape";
import { isSameKind, type Kind, kindOfObject } from "./kinds";

/** One of the objects that an attribute can contain, and its kinds. The list is empty if there is only one object. */
export interface Alternative {
  readonly kinds: readonly Kind[];
  readonly object: ObjectShape;
}

/** An attribute of an object, or of all alternatives of an object together. */
export interface DocumentedAttribute {
  readonly name: string;
  /** Alternatives that have the attribute, each with its field. */
  readonly owners: readonly Owner[];
  /** True if every alternative has it. */
  readonly isInEvery: boolean;
  /** True if it selects the alternative. */
  readonly isSelector: boolean;
}

export interface Owner {
  readonly kinds: readonly Kind[];
  readonly field: DeclaredField;
}

/** Returns the alternatives of a declared object. */
export function alternativesOf(shape: CompoundShape): readonly Alternative[] {
  return objectsOf(shape).map((object) => {
    const kind = shape.kind === "variants" ? kindOfObject(object) : undefined;
    return { kinds: kind ? [kind] : [], object };
  });
}

/**
 * Returns the attributes of alternatives in the order of their declaration. Those of several alternatives are merged.
 */
export function attributesOf(alternatives: readonly Alternative[]): readonly DocumentedAttribute[] {
  const owners = new Map<string, Owner[]>();
  for (const { kinds, object } of alternatives) {
    for (const field of Object.values(object.fields)) {
      const name = attributeName(field);
      owners.set(name, [...(owners.get(name) ?? []), { kinds, field }]);
    }
  }
  return [...owners].map(([name, list]) => ({
    name,
    owners: list,
    isInEvery: list.length === alternatives.length,
    isSelector: alternatives.length > 1 && list.every(({ kinds }) => kinds[0]?.attribute === name),
  }));
}

/** Returns the alternatives of the objects below an attribute. The list is empty if it contains no objects. */
export function alternativesBelow({ owners }: DocumentedAttribute): readonly Alternative[] {
  const found: { kinds: Kind[]; object: ObjectShape }[] = [];
  for (const { kinds, field } of owners) {
    const below = objectBelow(field.shape);
    for (const alternative of below ? alternativesOf(below) : []) {
      const own = alternative.kinds.length > 0 ? alternative.kinds : kinds;
      const known = found.find((each) => each.object === alternative.object || isSameObject(each, alternative));
      if (!known) {
        found.push({ kinds: [...own], object: alternative.object });
      } else {
        known.kinds.push(...own.filter((kind) => !known.kinds.some((each) => isSameKind(each, kind))));
      }
    }
  }
  const [only] = found;
  return only && found.length === 1 ? [{ kinds: [], object: only.object }] : found;
}

/** Tests for objects of one kind with the same fields. They only refer to objects of different types. */
function isSameObject({ kinds: [one], object }: Alternative, { kinds: [other], object: same }: Alternative): boolean {
  const isAlike = one !== undefined && other !== undefined && isSameKind(one, other);
  return isAlike && isDeepStrictEqual(Object.keys(object.fields), Object.keys(same.fields));
}

/** Returns the object below a shape, through lists and maps, or undefined if there is none. */
export function objectBelow(shape: Shape): CompoundShape | undefined {
  if (shape.kind === "list" || shape.kind === "map") {
    return objectBelow(shape.item);
  }
  return shape.kind === "object" || shape.kind === "variants" ? shape : undefined;
}
