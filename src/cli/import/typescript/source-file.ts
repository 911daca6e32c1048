import { documentationLines, lineComments, moduleName, type SourceText, scalar, source } from "../text/source-text";
import { docOf } from "./printer";
import { group, hardline, ifBreak, indent, join, line, printTypeScript, type SourceDoc } from "./source-doc";

/** A piece of source code before it is laid out. TypeScript and HCL share it; calls are for TypeScript alone. */
export type Expression = TextExpression | Code | List | Composite | CallExpression;

/** A string literal. The printers escape its text. */
interface TextExpression {
  readonly kind: "text";
  readonly value: string;
}

/** Code that stands as it is: a name, a number, a member of an object. */
export interface Code {
  readonly kind: "code";
  readonly code: SourceText;
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
export interface CallExpression {
  readonly kind: "call";
  readonly callee: SourceText;
  readonly args: readonly Expression[];
}

export const text = (value: string): TextExpression => ({ kind: "text", value });

export const code = (text: SourceText): Code => ({ kind: "code", code: text });

export const list = (items: readonly Expression[]): List => ({ kind: "list", items });

export const call = (callee: SourceText, ...args: readonly Expression[]): CallExpression => ({
  kind: "call",
  callee,
  args,
});

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
  if (typeof value === "string") {
    return text(value);
  }
  if (Array.isArray(value)) {
    return list(value.map(literal));
  }
  if (typeof value === "object" && value !== null) {
    const present = Object.entries(value).filter(([, item]) => item !== undefined && item !== null);
    return object(present.map(([key, item]) => ({ key, value: literal(item) })));
  }
  return code(scalar(value as number | boolean | null | undefined));
}

/** Where a name comes from: `{ module: "cdktf", name: "App" }`. */
interface Import {
  readonly module: string;
  readonly name: SourceText;
  readonly isType: boolean;
}

/** One line or several of a file: a declaration, a call, a comment, an empty line. */
export type Statement = SourceDoc;

/** A TypeScript file while it is written: its statements, and the imports that they turn out to need. */
export class SourceFile {
  readonly #imports: Import[] = [];

  /** Imports a name and returns it. */
  use(module: string, name: SourceText, { isType = false } = {}): SourceText {
    const known = this.#imports.findIndex((each) => each.module === module && each.name === name);
    const earlier = this.#imports[known];
    if (!earlier) {
      this.#imports.push({ module, name, isType });
    } else if (earlier.isType && !isType) {
      this.#imports[known] = { module, name, isType };
    }
    return name;
  }

  /** The whole text of a program without functions: groups of statements. */
  printParagraphs(groups: readonly (readonly Statement[])[]): SourceText {
    return this.print(groups.filter((each) => each.length > 0).map((each) => join(hardline, each)));
  }

  /** The whole text, with an empty line before each part. Imports come from packages first, then from files beside. */
  print(body: readonly Statement[]): SourceText {
    const modules = [...new Set(this.#imports.map(({ module }) => module))].sort(byDistance);
    const imports = modules.map((module) => this.#importOf(module));
    const blocks = [...(imports.length > 0 ? [join(hardline, imports)] : []), ...body];
    return source`${printTypeScript(join([hardline, hardline], blocks))}\n`;
  }

  #importOf(module: string): SourceDoc {
    const imports = this.#imports.filter((each) => each.module === module);
    const areTypes = imports.every(({ isType }) => isType);
    const names = imports
      .sort((a, b) => naturally(a.name, b.name))
      .map(({ name, isType }) => (isType && !areTypes ? source`type ${name}` : name));
    return group([
      areTypes ? source`import type {` : source`import {`,
      indent([line, join([source`,`, line], names)]),
      ifBreak(source`,`),
      line,
      source`} from ${moduleName(module)};`,
    ]);
  }
}

/** `const errors = new SavedSearch(...);` */
export function constant(name: SourceText, value: Expression): Statement {
  return [source`const ${name} = `, docOf(value), source`;`];
}

export function effect(value: Expression): Statement {
  return [docOf(value), source`;`];
}

/** Statements between braces behind a head such as `export function checkout(scope: Construct)`. */
export function block(head: SourceDoc, statements: readonly Statement[]): Statement {
  return [head, source` {`, indent([hardline, join(hardline, statements)]), hardline, source`}`];
}

/** Groups of statements with an empty line between. */
export function paragraphs(groups: readonly (readonly Statement[])[]): readonly Statement[] {
  const present = groups.filter((each) => each.length > 0);
  return present.flatMap((each, index) => (index === 0 ? each : [EMPTY_LINE, ...each]));
}

/** Joined by line ends, it leaves no white space behind. */
const EMPTY_LINE: Statement = source``;

export function commentOf(comment: string): Statement {
  return join(hardline, lineComments(comment, "//"));
}

export function documentation(comment: string): Statement {
  return join(hardline, documentationLines(comment));
}

function byDistance(a: string, b: string): number {
  return Number(a.startsWith(".")) - Number(b.startsWith(".")) || naturally(withoutExtension(a), withoutExtension(b));
}

/** Organizers of imports sort `./payments.js` before `./payments-made.js`. */
function withoutExtension(module: string): string {
  return module.replace(/\.[jt]s$/, "");
}

/**
 * The order in which organisers of imports put names: letter by letter, an upper-case letter before its lower-case one.
 */
function naturally(a: string, b: string): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const [one, other] = [a.charAt(index), b.charAt(index)];
    if (one === other) {
      continue;
    }
    const [small, otherSmall] = [one.toLowerCase(), other.toLowerCase()];
    if (small !== otherSmall) {
      return small < otherSmall ? -1 : 1;
    }
    return one < other ? -1 : 1;
  }
  return a.length - b.length;
}
