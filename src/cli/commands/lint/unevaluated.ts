import { evaluateText, mapJson } from "../../../constructs/verbatim";

/** A Terraform expression in a configuration. Only the engine knows its value, so no rule judges or prints it. */
export class Unevaluated {
  constructor(readonly expression: string) {}

  /** Returns the text of the configuration, such as `${clickstack_webhook.oncall.id}`. */
  toJSON(): string {
    return this.expression;
  }
}

export function isUnevaluated(value: unknown): value is Unevaluated {
  return value instanceof Unevaluated;
}

/** Replaces the texts of a configuration in JSON: literals by their values, and expressions by `Unevaluated`. */
export function readLiterals(value: unknown): unknown {
  return mapJson(value, {
    text: (text) => evaluateText(text) ?? new Unevaluated(text),
    key: (key) => evaluateText(key) ?? key,
    isToken: () => false,
  });
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
