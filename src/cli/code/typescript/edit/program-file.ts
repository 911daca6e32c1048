import type { Comment, File, Identifier, Node, VariableDeclarator } from "@babel/types";
import { remember } from "../../../../remember";
import { CodeFile } from "../../edits/code-file";
import { type CodeText, identifier, type Quote } from "../../text/code-text";
import { type ImportedName, importedNames } from "./imported-names";
import { type CallNode, callOffset, childrenOf, isCall, nodesIn, parseProgram } from "./typescript-syntax";

/** Cached, because every new tile needs the imports of its file. */
const importsOf = remember(importedNames);

/** A file of the author's program: its text, its syntax and the edits so far. */
export class ProgramFile extends CodeFile {
  readonly syntax: File;
  /** Preferred quotes of texts. */
  readonly quote: Quote;
  /** Names that new code needs: local name to the name that this package exports. */
  readonly missingImports = new Map<string, string>();
  /** All nodes, parents first. */
  readonly nodes: readonly Node[];
  /** New constants by their statements. */
  readonly #namedValues = new Map<Node, CodeText>();
  readonly #names = new Set<string>();
  /** Declarations by name. Every new tile looks for the names of its objects. */
  readonly #declarations = new Map<string, readonly Identifier[]>();
  readonly #parents = new Map<Node, Node>();

  /**
   * Throws a `SyntaxError` if the parser does not accept the text.
   * @param path path that positions contain
   */
  constructor(path: string, original: string) {
    super(path, original, /\r\n|[\n\r\u2028\u2029]/g);
    this.syntax = parseProgram(this.text, path);
    this.nodes = [...nodesIn(this.syntax.program)];
    for (const node of this.nodes) {
      for (const child of childrenOf(node)) {
        this.#parents.set(child, node);
      }
    }
    const literals = this.nodes.filter((node) => node.type === "StringLiteral");
    const single = literals.filter(({ extra }) => String(extra?.raw).startsWith("'")).length;
    this.quote = single > literals.length / 2 ? "'" : '"';
  }

  get comments(): readonly Comment[] {
    return this.syntax.comments ?? [];
  }

  lineOf(node: Node): number {
    return node.loc?.start.line ?? 0;
  }

  /** Returns the call at a position of a stack trace. */
  callAt(line: number, column: number): CallNode | undefined {
    const offset = this.offsetOf(line, column);
    return this.calls.find((call) => callOffset(call) === offset);
  }

  get calls(): readonly CallNode[] {
    return this.nodes.filter(isCall);
  }

  parentOf(node: Node): Node | undefined {
    return this.#parents.get(node);
  }

  /** Lists the parents of a node, from the inside out. */
  *parentsOf(node: Node): Generator<Node> {
    for (let parent = this.#parents.get(node); parent; parent = this.#parents.get(parent)) {
      yield parent;
    }
  }

  get imports(): ReadonlyMap<string, ImportedName> {
    return importsOf(this.nodes);
  }

  /** Lists all uses of a name as a value. The name of a property or a declaration is not a use. */
  usesOf(name: string): readonly Identifier[] {
    return this.nodes.filter((node): node is Identifier => {
      return node.type === "Identifier" && node.name === name && isNameUse(node, this);
    });
  }

  /** Returns how often the code contains a name, also as a type or as the name of a property. Imports do not count. */
  countMentions(name: string): number {
    return this.nodes.filter((node) => {
      const isName = (node.type === "Identifier" || node.type === "JSXIdentifier") && node.name === name;
      const parent = isName ? this.parentOf(node) : undefined;
      const isRequired = parent?.type === "ObjectProperty" && this.parentOf(parent)?.type === "ObjectPattern";
      return isName && parent?.type !== "ImportSpecifier" && !isRequired;
    }).length;
  }

  #declarationsOf(name: string): readonly Identifier[] {
    const declaresIt = (node: Node): node is Identifier => {
      return node.type === "Identifier" && node.name === name && isNameDeclaration(node, this);
    };
    const declarations = this.#declarations.get(name) ?? this.nodes.filter(declaresIt);
    this.#declarations.set(name, declarations);
    return declarations;
  }

  /** Returns the only declaration of a name in the file; undefined if there are others, such as a parameter. */
  declaratorOf(name: string): VariableDeclarator | undefined {
    const [only, other] = this.#declarationsOf(name);
    const parent = only && !other ? this.parentOf(only) : undefined;
    return parent?.type === "VariableDeclarator" && parent.id === only ? parent : undefined;
  }

  isExported(name: string): boolean {
    return this.nodes.some((node) => {
      if (node.type === "ExportSpecifier") {
        return node.local.name === name;
      }
      const isExport = node.type === "ExportNamedDeclaration" && node.declaration?.type === "VariableDeclaration";
      const declarators =
        isExport && node.declaration?.type === "VariableDeclaration" ? node.declaration.declarations : [];
      return declarators.some(({ id }) => id.type === "Identifier" && id.name === name);
    });
  }

  /** Returns true if a name is declared or imported anywhere in the file. */
  declares(name: string): boolean {
    return this.#declarationsOf(name).length > 0;
  }

  /** Makes the value of a statement a new constant. Returns its name. */
  nameValue(statement: Node, base: string): CodeText {
    const known = this.#namedValues.get(statement);
    if (known !== undefined) {
      return known;
    }
    const start = /^[a-z]/.test(base) ? base : `value${base}`;
    let name = start;
    for (let number = 2; this.declares(name) || this.#names.has(name); number++) {
      name = `${start}${number}`;
    }
    this.#names.add(name);
    this.edits.appendRight(statement.start ?? 0, `const ${name} = `);
    const named = identifier(name);
    this.#namedValues.set(statement, named);
    return named;
  }

  /**
   * Returns true if a name refers to the same declaration at another place in the file, and the declaration is before
   * that place.
   */
  isVisibleAt(name: Identifier, place: Node): boolean {
    const declaration = this.#declarationAt(name.name, place);
    return (
      declaration !== undefined &&
      declaration === this.#declarationAt(name.name, name) &&
      (declaration.end ?? 0) <= (place.start ?? 0)
    );
  }

  /** Returns the innermost declaration of a name around a place. */
  #declarationAt(name: string, place: Node): Identifier | undefined {
    const scopes = this.#declarationsOf(name).map((each) => [[...this.parentsOf(each)].find(isScope), each] as const);
    const around = [...this.parentsOf(place)];
    return around.flatMap((scope) => scopes.find(([each]) => each === scope)?.[1] ?? [])[0];
  }
}

/** Returns true for a name that is used as a value. The name of a property or a declaration is not a use. */
function isNameUse(node: Identifier, file: ProgramFile): boolean {
  const parent = file.parentOf(node);
  if (!parent || isNameDeclaration(node, file)) {
    return false;
  }
  if (parent.type === "MemberExpression" || parent.type === "OptionalMemberExpression") {
    return parent.object === node || parent.computed;
  }
  if (parent.type === "ObjectProperty") {
    return parent.value === node || parent.computed;
  }
  if (
    /^TS(?:As|Satisfies|NonNull|Instantiation)Expression$|^TS(?:TypeAssertion|TypeQuery|ExportAssignment)$/.test(
      parent.type,
    )
  ) {
    return true;
  }
  return !/^(ObjectMethod|Class(Private)?(Method|Property)|TS.*|ExportSpecifier|LabeledStatement)$/.test(parent.type);
}

/** Returns true for a name that the code declares: a variable, a function, a class, a parameter or an import. */
function isNameDeclaration(node: Identifier, file: ProgramFile): boolean {
  const parent = file.parentOf(node);
  switch (parent?.type) {
    case "VariableDeclarator":
      return parent.id === node;
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
    case "ObjectMethod":
    case "ClassMethod":
      return ("id" in parent && parent.id === node) || parent.params.some((each) => each === node);
    case "ClassDeclaration":
    case "ClassExpression":
      return parent.id === node;
    case "ImportSpecifier":
    case "ImportDefaultSpecifier":
    case "ImportNamespaceSpecifier":
      return parent.local === node;
    case "CatchClause":
      return parent.param === node;
    case "AssignmentPattern":
      return parent.left === node;
    case "ArrayPattern":
    case "RestElement":
    case "TSParameterProperty":
      return true;
    case "ObjectProperty":
      return parent.value === node && file.parentOf(parent)?.type === "ObjectPattern";
    default:
      return false;
  }
}

/** Returns true for the code in which a declaration is visible: a file, a block or a function. */
function isScope(node: Node): boolean {
  return node.type === "Program" || node.type === "BlockStatement" || "params" in node;
}
