/** A piece of source code before it is laid out. TypeScript and HCL share it; calls are for TypeScript alone. */
export type Expression = Text | Code | List | Composite | Call;

/** A string literal. */
export interface Text {
  readonly kind: "text";
  readonly value: string;
}

/** Code that stands as it is: a name, a number, a member of an object. */
export interface Code {
  readonly kind: "code";
  readonly code: string;
}

export interface List {
  readonly kind: "list";
  readonly items: readonly Expression[];
}

/** An object literal. */
export interface Composite {
  readonly kind: "object";
  readonly entries: readonly Entry[];
  /** Whether it has a line for each entry even where one line would do. */
  readonly isSpread: boolean;
}

export interface Entry {
  readonly key: string;
  readonly value: Expression;
  /** What a reader must know, on lines of its own before the entry. */
  readonly comment?: string;
}

/** A call of a function, or of a class with `new`. */
export interface Call {
  readonly kind: "call";
  readonly callee: string;
  readonly args: readonly Expression[];
}

export const text = (value: string): Text => ({ kind: "text", value });

export const code = (source: string): Code => ({ kind: "code", code: source });

export const list = (items: readonly Expression[]): List => ({ kind: "list", items });

export const call = (callee: string, ...args: readonly Expression[]): Call => ({ kind: "call", callee, args });

/** Entries without a value are left out. */
export function object(
  entries: Readonly<Record<string, Expression | undefined>> | readonly Entry[],
  { isSpread = false }: { readonly isSpread?: boolean } = {},
): Composite {
  const list = Array.isArray(entries)
    ? (entries as readonly Entry[])
    : entriesOf(entries as Record<string, Expression>);
  return { kind: "object", entries: list, isSpread };
}

function entriesOf(entries: Readonly<Record<string, Expression | undefined>>): readonly Entry[] {
  return Object.entries(entries).flatMap(([key, value]) => (value ? [{ key, value }] : []));
}

/** A plain value as it would be written by hand. Absent fields are left out. */
export function literal(value: unknown): Expression {
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return list(value.map(literal));
  if (typeof value === "object" && value !== null) {
    const present = Object.entries(value).filter(([, item]) => item !== undefined && item !== null);
    return object(present.map(([key, item]) => ({ key, value: literal(item) })));
  }
  return code(typeof value === "number" ? numberText(value) : String(value));
}

/** A number as formatters write it: `1e21`, not `1e+21`. */
function numberText(value: number): string {
  return String(value).replace("e+", "e");
}
