/** A Terraform type. `optional` names attributes of an object that a conversion may leave out; it is not part of the wire type. */
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
