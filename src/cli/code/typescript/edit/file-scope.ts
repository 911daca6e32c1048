import type { Identifier, Node } from "@babel/types";
import * as aggregates from "../../../../constructs/aggregate";
import * as thresholds from "../../../../constructs/threshold";
import type { KnownObject } from "../../edits/changed-objects";
import type { Imported } from "../../model/imported";
import type { LookedUpType, Reference } from "../../model/references";
import { type CodeText, codeText, identifier, templateLiteralLines } from "../../text/code-text";
import { code, type Entry, type Expression, text } from "../../text/expression";
import type { ReferringScope } from "../print/module-scope";
import { type CodeDoc, docOf, entryDoc, LINE_WIDTH, printTypeScript } from "../print/printer";
import { aliasOf, ENTRIES } from "./imports";
import type { ProgramFile } from "./program-file";
import { type CallNode, calleeNames } from "./typescript-syntax";

/** A name in the code that refers to an object, such as `logs` in `source: logs`. */
export interface NamedObject {
  /** Resource type without the prefix `clickstack_`. */
  readonly type: string;
  readonly id: string;
  readonly file: ProgramFile;
  readonly name: Identifier;
}

/** Results of the helpers by name. Two names of one helper have equal results. */
const RESULTS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...aggregates, ...thresholds }).map(([name, helper]) => [
    name,
    JSON.stringify((helper as (...args: unknown[]) => unknown)({}, {})),
  ]),
);

/** Prints code for one place of a file: helpers get their local names, and objects the names of their constants. */
export class FileScope implements ReferringScope {
  /** Helpers and classes that code was created with: local name to exported name. */
  readonly #helpers = new Map<string, string>();

  /**
   * @param known objects that the code can refer to
   * @param names names in the code that refer to objects
   */
  constructor(
    readonly file: ProgramFile,
    private readonly known: readonly KnownObject[],
    private readonly place: Node,
    readonly names: readonly NamedObject[] = [],
  ) {}

  /** Returns the local name of a helper or class of this package. */
  use(name: CodeText): CodeText {
    const local = this.#localName(name);
    this.#helpers.set(local.split(".")[0] ?? local, name);
    return local;
  }

  #localName(name: CodeText): CodeText {
    for (const [local, imported] of this.file.imports) {
      if (!ENTRIES.has(imported.module)) {
        continue;
      }
      if (imported.name === "*") {
        return codeText`${identifier(local)}.${name}`;
      }
      if (imported.name === name) {
        return identifier(local);
      }
    }
    return this.file.declares(name) ? identifier(aliasOf(name)) : name;
  }

  refer(type: LookedUpType, id: unknown): Expression {
    const constant = this.#constantOf(type, String(id));
    return constant === undefined ? text(String(id)) : code(identifier(constant));
  }

  idOf(type: LookedUpType, id: unknown): Expression {
    const constant = this.#constantOf(type, String(id));
    return constant === undefined ? text(String(id)) : code(codeText`${identifier(constant)}.id`);
  }

  isNamed(type: LookedUpType, id: unknown): boolean {
    return this.#constantOf(type, String(id)) !== undefined;
  }

  reference(type: LookedUpType, id: unknown): Reference {
    return { by: "id", type, id: String(id) };
  }

  mayRefer(_dashboard: Imported): boolean {
    return true;
  }

  /** Returns true if a call calls this helper, also under another local name. A foreign callee must have equal text. */
  isHelper(call: CallNode, callee: CodeText): boolean {
    const name = this.exportedName(call.callee);
    if (name === undefined) {
      const text = this.file.text.slice(call.callee.start ?? 0, call.callee.end ?? 0);
      return `${call.type === "NewExpression" ? "new " : ""}${text}` === callee;
    }
    const wanted = this.#exportedName(callee.split(".")) ?? callee;
    return name === wanted || (RESULTS.has(name) && RESULTS.get(name) === RESULTS.get(wanted));
  }

  isAnyHelper({ callee }: CallNode): boolean {
    const [root = ""] = this.exportedName(callee)?.split(".") ?? [];
    return HELPERS.has(root) || RESULTS.has(root);
  }

  /** Returns true for a call such as `Source.byName(stack, "Logs")`. */
  isLookUp({ callee }: CallNode): boolean {
    return /^[A-Z]\w*\.by(?:Id|Name)$/.test(this.exportedName(callee) ?? "");
  }

  /** Returns the name that this package exports for a class or function, such as `tile.line` or `Dashboard`. */
  exportedName(node: Node): string | undefined {
    return this.#exportedName(calleeNames(node) ?? []);
  }

  #exportedName([root, ...rest]: readonly string[]): string | undefined {
    const imported = root === undefined ? undefined : this.file.imports.get(root);
    if (!imported || !ENTRIES.has(imported.module)) {
      return undefined;
    }
    return (imported.name === "*" ? rest : [imported.name, ...rest]).join(".");
  }

  /** Returns the name of an object, if it is declared before the place and visible there. */
  #constantOf(type: string, id: string): string | undefined {
    const names = [
      ...this.#constantsOf(type, id),
      ...this.names.filter((each) => each.type === type && each.id === id),
    ];
    const visible = names.find(({ file, name }) => file === this.file && file.isVisibleAt(name, this.place));
    return visible?.name.name;
  }

  /** Lists the constants of this file that contain an object. */
  #constantsOf(type: string, id: string): readonly NamedObject[] {
    const objects = this.known.filter((each) => each.id === id && each.type === type && each.file === this.file.path);
    return objects.flatMap(({ line, column }) => {
      const call = this.file.callAt(line, column);
      const declarator = call && this.file.parentOf(call);
      return declarator?.type === "VariableDeclarator" && declarator.id.type === "Identifier"
        ? [{ type, id, file: this.file, name: declarator.id }]
        : [];
    });
  }

  /** Returns the code of a callee, and imports its name. */
  useCallee(callee: CodeText): string {
    const [local = ""] = callee.replace(/^new /, "").split(".");
    const exported = this.#helpers.get(local);
    if (exported !== undefined && !this.file.imports.has(local)) {
      this.file.missingImports.set(local, exported);
    }
    return callee;
  }

  /** Prints an expression. Its further lines begin with the indentation. */
  print(expression: Expression, indentation: string): string {
    this.#useCallees(expression);
    return this.#printDoc(docOf(expression, this.#textStyle), indentation);
  }

  printEntry(entry: Entry, indentation: string): string {
    this.#useCallees(entry.value);
    return this.#printDoc(entryDoc(entry, this.#textStyle), indentation);
  }

  printTemplate(value: string): string {
    return templateLiteralLines(value).join(this.file.lineEnd);
  }

  get #textStyle() {
    // The lines of a template literal must not be indented.
    return { quote: this.file.quote, hasTemplates: false };
  }

  #printDoc(doc: CodeDoc, indentation: string): string {
    const { lineEnd } = this.file;
    const unit = this.file.indentationUnit;
    const useTabs = unit === "\t";
    const tabWidth = useTabs ? 4 : unit.length;
    const width = LINE_WIDTH - indentation.replaceAll("\t", " ".repeat(tabWidth)).length;
    return printTypeScript(doc, { width, tabWidth, useTabs }).replaceAll("\n", lineEnd + indentation);
  }

  #useCallees(expression: Expression): void {
    if (expression.kind === "call") {
      this.useCallee(expression.callee);
      for (const each of expression.args) {
        this.#useCallees(each);
      }
    } else if (expression.kind === "list") {
      for (const each of expression.items) {
        this.#useCallees(each);
      }
    } else if (expression.kind === "object") {
      for (const { value } of expression.entries) {
        this.#useCallees(value);
      }
    }
  }
}

const HELPERS: ReadonlySet<string> = new Set(["tile", "onClick", "startingAt", "offsetBy", "filtered"]);
