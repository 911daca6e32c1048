import type { Type } from "./type";

/** A type as the wire writes it: `"string"`, `["list","string"]`, `["object",{...}]`. */
export type TypeJson = string | readonly [string, ...unknown[]];

/** The wire form of a type (docs/internals/terraform-protocol.md 4). */
export function typeToJson(type: Type): TypeJson {
  if (typeof type === "string") return type;
  if ("list" in type) return ["list", typeToJson(type.list)];
  if ("set" in type) return ["set", typeToJson(type.set)];
  if ("map" in type) return ["map", typeToJson(type.map)];
  if ("tuple" in type) return ["tuple", type.tuple.map(typeToJson)];
  return ["object", mapMembers(type.object, typeToJson)];
}

/** The type that a wire form means. Throws a TypeError for what is none. */
export function typeFromJson(json: unknown): Type {
  if (json === "string" || json === "number" || json === "bool" || json === "dynamic") return json;
  if (!Array.isArray(json)) throw new TypeError(`not a Terraform type: ${JSON.stringify(json)}`);
  const [kind, inner] = json as unknown[];
  if (kind === "list") return { list: typeFromJson(inner) };
  if (kind === "set") return { set: typeFromJson(inner) };
  if (kind === "map") return { map: typeFromJson(inner) };
  if (kind === "tuple" && Array.isArray(inner)) return { tuple: inner.map(typeFromJson) };
  if (kind === "object" && typeof inner === "object" && inner !== null) {
    return { object: mapMembers(inner as { [name: string]: unknown }, typeFromJson) };
  }
  throw new TypeError(`not a Terraform type: ${JSON.stringify(json)}`);
}

/** The wire form as UTF-8 bytes, as schema messages and dynamic values carry it. */
export function typeToBytes(type: Type): Uint8Array {
  return Buffer.from(JSON.stringify(typeToJson(type)));
}

function mapMembers<A, B>(members: { readonly [name: string]: A }, change: (member: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));
}
