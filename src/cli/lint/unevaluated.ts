import { evaluateText } from "../../constructs/verbatim";
import { isObject } from "../../declaration/field";
import { setOwn } from "../../own-values";

/** A Terraform expression in a configuration. Only the engine knows its value, so no rule judges or prints it. */
export class Unevaluated {
  constructor(readonly expression: string) {}
}

export function isUnevaluated(value: unknown): value is Unevaluated {
  return value instanceof Unevaluated;
}

/** Replaces the texts of a configuration in JSON: literals by their values, and expressions by `Unevaluated`. */
export function readLiterals(value: unknown): unknown {
  if (typeof value === "string") {
    return evaluateText(value) ?? new Unevaluated(value);
  }
  if (Array.isArray(value)) {
    return value.map(readLiterals);
  }
  if (!isObject(value)) {
    return value;
  }
  const read: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    setOwn(read, evaluateText(key) ?? key, readLiterals(item));
  }
  return read;
}

/** Returns a value with the texts of a configuration again, such as `${clickstack_webhook.oncall.id}`. */
export function withExpressions(value: unknown): unknown {
  if (isUnevaluated(value)) {
    return value.expression;
  }
  if (Array.isArray(value)) {
    return value.map(withExpressions);
  }
  if (!isObject(value)) {
    return value;
  }
  const written: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    setOwn(written, key, withExpressions(item));
  }
  return written;
}

const ADDRESS = /(?<![\w.-])(?:(?:data|ephemeral)\.)?clickstack_\w+\.[A-Za-z_][\w-]*/g;

/** Returns the addresses of this provider's objects that a text names, such as `data.clickstack_source.logs`. */
export function addressesIn(text: string): readonly string[] {
  return text.match(ADDRESS) ?? [];
}

/** Returns the address that an expression refers to; undefined for a literal, and for several addresses. */
export function referenceOf(value: unknown): string | undefined {
  const addresses = isUnevaluated(value) ? new Set(addressesIn(value.expression)) : new Set<string>();
  const [address] = addresses;
  return addresses.size === 1 ? address : undefined;
}
