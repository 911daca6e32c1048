import { type CodeText, codeText, documentationLines, lineComments, moduleName } from "../../text/code-text";
import type { Expression } from "../../text/expression";
import { bracketed, type CodeDoc, docOf, hardline, indent, join, line, printTypeScript } from "./printer";

/** One or more lines of a file: a declaration, a call, a comment, an empty line. */
export type StatementDoc = CodeDoc;

/** A TypeScript file that is being written. It collects the required imports. */
export class ModuleText {
  /** Imported names, such as `{ module: "cdktf", name: "App" }`. */
  readonly #imports: { readonly module: string; readonly name: CodeText; readonly isType: boolean }[] = [];

  use(module: string, name: CodeText, { isType = false } = {}): CodeText {
    const known = this.#imports.findIndex((each) => each.module === module && each.name === name);
    const earlier = this.#imports[known];
    if (!earlier) {
      this.#imports.push({ module, name, isType });
    } else if (earlier.isType && !isType) {
      this.#imports[known] = { module, name, isType };
    }
    return name;
  }

  /** Prints a program without functions: groups of statements. */
  printParagraphs(groups: readonly (readonly StatementDoc[])[]): CodeText {
    return this.print(groups.filter((each) => each.length > 0).map((each) => join(hardline, each)));
  }

  /** Prints the file, with an empty line before each part. Imports of packages come before imports of files. */
  print(body: readonly StatementDoc[]): CodeText {
    const modules = [...new Set(this.#imports.map(({ module }) => module))].sort(byDistance);
    const imports = modules.map((module) => this.#importOf(module));
    const blocks = [...(imports.length > 0 ? [join(hardline, imports)] : []), ...body];
    return codeText`${printTypeScript(join([hardline, hardline], blocks))}\n`;
  }

  #importOf(module: string): CodeDoc {
    const imports = this.#imports.filter((each) => each.module === module);
    const areTypes = imports.every(({ isType }) => isType);
    const names = imports
      .sort((a, b) => naturally(a.name, b.name))
      .map(({ name, isType }) => (isType && !areTypes ? codeText`type ${name}` : name));
    const open = areTypes ? codeText`import type {` : codeText`import {`;
    return bracketed([open, line, codeText`} from ${moduleName(module)};`], names);
  }
}

/** Creates `const errors = new SavedSearch(...);`. */
export function constant(name: CodeText, value: Expression): StatementDoc {
  return [codeText`const ${name} = `, docOf(value), codeText`;`];
}

export function effect(value: Expression): StatementDoc {
  return [docOf(value), codeText`;`];
}

/** Creates a block of statements after a head such as `export function checkout(scope: Construct)`. */
export function block(head: CodeDoc, statements: readonly StatementDoc[]): StatementDoc {
  return [head, codeText` {`, indent([hardline, join(hardline, statements)]), hardline, codeText`}`];
}

/** Separates groups of statements with an empty line. */
export function paragraphs(groups: readonly (readonly StatementDoc[])[]): readonly StatementDoc[] {
  const present = groups.filter((each) => each.length > 0);
  return present.flatMap((each, index) => (index === 0 ? each : [EMPTY_LINE, ...each]));
}

/** An empty line without white space. */
const EMPTY_LINE: StatementDoc = codeText``;

export function commentOf(comment: string): StatementDoc {
  return join(hardline, lineComments(comment, "//"));
}

export function documentation(comment: string): StatementDoc {
  return join(hardline, documentationLines(comment));
}

function byDistance(a: string, b: string): number {
  return Number(a.startsWith(".")) - Number(b.startsWith(".")) || naturally(withoutExtension(a), withoutExtension(b));
}

/** Organizers of imports sort `./payments.js` before `./payments-made.js`. */
function withoutExtension(module: string): string {
  return module.replace(/\.[jt]s$/, "");
}

/** Compares names as import organizers do: letter by letter, upper case before lower case of the same letter. */
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
