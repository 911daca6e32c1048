import { ownValue } from "../../own-values";

/**
 * A Terraform type. `optional` names attributes of an object that a conversion may omit. It is not part of the wire
 * type.
 */
export type Type =
  | "string"
  | "number"
  | "bool"
  | "dynamic"
  | { readonly list: Type }
  | { readonly set: Type }
  | { readonly map: Type }
  | { readonly tuple: readonly Type[] }
  | { readonly object: Readonly<Record<string, Type>>; readonly optional?: readonly string[] };

/** Returns the type of an attribute, an element or an entry. Returns undefined if the type has none. */
export function typeAt(type: Type | undefined, step: string | number): Type | undefined {
  if (typeof type !== "object") {
    return undefined;
  }
  if ("tuple" in type) {
    return type.tuple[Number(step)];
  }
  return "object" in type ? ownValue(type.object, String(step)) : itemType(type);
}

/** Type of a collection whose elements have one type. */
type CollectionType = { readonly list: Type } | { readonly set: Type } | { readonly map: Type };

export function itemType(type: CollectionType): Type {
  return "list" in type ? type.list : "set" in type ? type.set : type.map;
}

/** JSON form of a type: `"string"`, `["list","string"]`, `["object",{...}]`. */
type TypeJson = string | readonly [string, ...unknown[]];

/** Returns the JSON form of a type (docs/internals/terraform-protocol.md 4). */
export function typeToJson(type: Type): TypeJson {
  if (typeof type === "string") {
    return type;
  }
  if ("tuple" in type) {
    return ["tuple", type.tuple.map(typeToJson)];
  }
  if ("object" in type) {
    return ["object", mapValues(type.object, typeToJson)];
  }
  return ["list" in type ? "list" : "set" in type ? "set" : "map", typeToJson(itemType(type))];
}

/**
 * Maximum nesting of types and values, because each level needs stack space. Real types and values are not nested this
 * deep. A type limits the depth of its values, but a dynamic value contains its own type, which may again be dynamic.
 */
export const MAX_VALUE_DEPTH = 500;

/** Returns the type of a JSON form. Returns undefined if the form is invalid or nested too deep. */
export function typeFromJson(json: unknown, levels = MAX_VALUE_DEPTH): Type | undefined {
  if (json === "string" || json === "number" || json === "bool" || json === "dynamic") {
    return json;
  }
  if (!Array.isArray(json) || levels === 0) {
    return undefined;
  }
  const [kind, inner] = json as unknown[];
  const read = (each: unknown) => typeFromJson(each, levels - 1);
  if (kind === "list" || kind === "set" || kind === "map") {
    return collectionType(kind, read(inner));
  }
  if (kind === "tuple" && Array.isArray(inner)) {
    const tuple = inner.map(read);
    return tuple.every((each) => each !== undefined) ? { tuple } : undefined;
  }
  if (kind !== "object" || typeof inner !== "object" || inner === null || Array.isArray(inner)) {
    return undefined;
  }
  const members = Object.entries(inner).map(([name, each]) => [name, read(each)] as const);
  return members.every((member): member is readonly [string, Type] => member[1] !== undefined)
    ? { object: Object.fromEntries(members) }
    : undefined;
}

function collectionType(kind: "list" | "set" | "map", inner: Type | undefined): Type | undefined {
  return inner && { list: { list: inner }, set: { set: inner }, map: { map: inner } }[kind];
}

/** Returns the JSON form as UTF-8 bytes, as in schema messages and dynamic values. */
export function typeToBytes(type: Type): Uint8Array {
  return Buffer.from(JSON.stringify(typeToJson(type)));
}

export function mapValues<A, B>(members: Readonly<Record<string, A>>, change: (member: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(members).map(([name, inner]) => [name, change(inner)]));
}
