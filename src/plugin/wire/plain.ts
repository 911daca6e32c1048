/** A message as this runtime decodes it: its fields and nothing of the library that its type comes from. */
export type Plain<T> = T extends Uint8Array
  ? T
  : T extends readonly (infer Element)[]
    ? Plain<Element>[]
    : T extends object
      ? { [Name in keyof T as Name extends "$typeName" | "$unknown" ? never : Name]: Plain<T[Name]> }
      : T;
