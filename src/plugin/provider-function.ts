import type { Type } from "./schema/schema";
import type { Value } from "./values/value";

export interface FunctionParameter {
  readonly name: string;
  readonly type: Type;
  /** Markdown. */
  readonly description: string;
  /** Else Terraform refuses null before it calls. */
  readonly allowNull?: boolean;
}

/** A pure function that HCL calls as `provider::<name>::<function>(...)`. Terraform 1.8 and later. */
export interface ProviderFunction {
  /** One line. */
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly parameters: readonly FunctionParameter[];
  /** Takes any number of arguments after the others. */
  readonly variadic?: FunctionParameter;
  readonly returns: Type;
  readonly deprecated?: string;
  /** Never called with unknowns. */
  call(args: readonly Value[]): Value | Promise<Value>;
}

/** Thrown by a function about one of its arguments, counted from 0. */
export class FunctionArgumentError extends Error {
  override readonly name = "FunctionArgumentError";

  constructor(
    readonly index: number,
    message: string,
  ) {
    super(message);
  }
}
