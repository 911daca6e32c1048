import { isDeepStrictEqual } from "node:util";
import { type CodeText, scalar } from "./code-text";

/** Code before it is formatted, for TypeScript and HCL. Only TypeScript has calls. */
export type Expression = TextExpression | Code | List | Composite | CallExpression;

/** A string literal. The printers escape its text. */
interface TextExpression {
  readonly kind: "text";
  readonly value: string;
}

/** Code that is printed unchanged: a name, a number, a member of an object. */
export interface Code {
  readonly kind: "code";
  readonly code: CodeText;
}

export interface List {
  readonly kind: "list";
  readonly items: readonly Expression[];
}

export interface Composite {
  readonly kind: "object";
  readonly entries: readonly Entry[];
  /** True to print each entry on a separate line, even if all fit on one. */
  readonly isSpread: boolean;
}

export interface Entry {
  readonly key: string;
  readonly value: Expression;
  /** Comment on the lines before the entry. */
  readonly comment?: string;
}

/** A call of a function, or of a class with `new`. */
export interface CallExpression {
  readonly kind: "call";
  readonly callee: CodeText;
  readonly args: readonly Expression[];
  /** The same value without a helper, which an author can also write. */
  readonly plain?: Expression;
}

export const text = (value: string): TextExpression => ({ kind: "text", value });

export const code = (text: CodeText): Code => ({ kind: "code", code: text });

export const list = (items: readonly Expression[]): List => ({ kind: "list", items });

export const call = (callee: CodeText, ...args: readonly Expression[]): CallExpression => ({
  kind: "call",
  callee,
  args,
});

/** Creates an object literal. Entries without a value are left out. */
export function object(
  entries: Readonly<Record<string, Expression | undefined>> | readonly Entry[],
  { isSpread = false }: { readonly isSpread?: boolean } = {},
): Composite {
  const list = Array.isArray(entries)
    ? (entries as readonly Entry[])
    : Object.entries(entries as Readonly<Record<string, Expression | undefined>>).flatMap(([key, value]) =>
        value ? [{ key, value }] : [],
      );
  return { kind: "object", entries: list, isSpread };
}

/** Moves the name of an object before its other entries. */
export function withNameFirst(entries: readonly Entry[]): readonly Entry[] {
  return [...entries.filter(({ key }) => key === "name"), ...entries.filter(({ key }) => key !== "name")];
}

/**
 * Creates the expression of a plain value. Absent fields are left out.
 * @param keepsNull true for JSON, where a field with null is not absent
 */
export function literal(value: unknown, { keepsNull = false }: { readonly keepsNull?: boolean } = {}): Expression {
  if (typeof value === "string") {
    return text(value);
  }
  if (Array.isArray(value)) {
    return list(value.map((item) => literal(item, { keepsNull })));
  }
  if (typeof value === "object" && value !== null) {
    const present = Object.entries(value).filter(([, item]) => item !== undefined && (keepsNull || item !== null));
    return object(present.map(([key, item]) => ({ key, value: literal(item, { keepsNull }) })));
  }
  return code(scalar(value as number | boolean | null | undefined));
}

/** Returns true if two expressions print the same code. */
export function isSameExpression(one: Expression | undefined, other: Expression | undefined): boolean {
  return isDeepStrictEqual(one, other);
}
