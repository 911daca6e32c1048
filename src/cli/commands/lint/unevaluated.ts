import { evaluateText } from "../../../constructs/verbatim";
import { isObject } from "../../../declaration/field";
import { setOwn } from "../../../own-values";

/** A Terraform expression in a configuration. Only the engine knows its value, so no rule judges or prints it. */
export class Unevaluated {
  constructor(readonly expression: string) {}
}

export function isUnevaluated(value: unknown): value is Unevaluated {
  return value instanceof Unevaluated;
}

/** Replaces the texts of a configuration in JSON: literals by their values, and expressions by `Unevaluated`. */
export function readLiterals(value: unknown): unknown {
  const read = (leaf: unknown) => (typeof leaf === "string" ? (evaluateText(leaf) ?? new Unevaluated(leaf)) : leaf);
  return mapLeaves(value, read, (key) => evaluateText(key) ?? key);
}

/** Returns a value with the texts of a configuration again, such as `${clickstack_webhook.oncall.id}`. */
export function withExpressions(value: unknown): unknown {
  const write = (leaf: unknown) => (isUnevaluated(leaf) ? leaf.expression : leaf);
  return mapLeaves(value, write, (key) => key);
}

/** Changes the keys of a JSON value, and its values that are neither objects nor lists. */
function mapLeaves(value: unknown, change: (leaf: unknown) => unknown, keyOf: (key: string) => string): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => mapLeaves(item, change, keyOf));
  }
  if (!isObject(value) || isUnevaluated(value)) {
    return change(value);
  }
  const mapped: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    setOwn(mapped, keyOf(key), mapLeaves(item, change, keyOf));
  }
  return mapped;
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
