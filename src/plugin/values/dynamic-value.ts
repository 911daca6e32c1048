import type { Type } from "../types/type";
import type { Value } from "./value";

/**
 * The value of an attribute of type "dynamic", with the type that it was written in.
 * A handler may also return a plain value there: the runtime infers its type (arrays become tuples).
 */
export class DynamicValue {
  constructor(
    readonly type: Type,
    readonly value: Value,
  ) {}
}
