import { attributeName } from "../../src/declaration/field";
import {
  type Field,
  kindOf,
  type ObjectShape,
  objectsOf,
  type Shape,
  type VariantsShape,
} from "../../src/declaration/shape";

/** An attribute of an object, or of all kinds of an object together. */
export interface DocumentedAttribute {
  readonly name: string;
  /** The kinds that have it, each with its field. One owner without a kind where the object has no kinds. */
  readonly owners: readonly Owner[];
  /** Whether every kind has it. */
  readonly inEveryKind: boolean;
  /** Whether it decides the kind. */
  readonly isDiscriminator: boolean;
}

export interface Owner {
  /** Such as `line`; undefined where the object has no kinds. */
  readonly kind: string | undefined;
  readonly field: Field;
}

/** The attributes of a declared object in the order of their declaration; those of several kinds are merged. */
export function attributesOf(shape: ObjectShape | VariantsShape): readonly DocumentedAttribute[] {
  const owners = new Map<string, Owner[]>();
  for (const object of objectsOf(shape)) {
    for (const field of Object.values(object.fields)) {
      const name = attributeName(field);
      owners.set(name, [...(owners.get(name) ?? []), { kind: kindOf(object), field }]);
    }
  }
  return [...owners].map(([name, list]) => ({
    name,
    owners: list,
    inEveryKind: list.length === objectsOf(shape).length,
    isDiscriminator: shape.kind === "variants" && shape.discriminators.includes(list[0]?.field.name ?? ""),
  }));
}

/** The object below a shape, through lists and maps; undefined where there is none. */
export function objectBelow(shape: Shape): ObjectShape | VariantsShape | undefined {
  if (shape.kind === "list" || shape.kind === "map") return objectBelow(shape.item);
  return shape.kind === "object" || shape.kind === "variants" ? shape : undefined;
}
