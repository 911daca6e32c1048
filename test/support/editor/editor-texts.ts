/**
 * Prints the texts that an editor shows for every prop, option, parameter and member of the package, as JSON. The compiler's
 * language service runs outside of jest, which does not load ES modules.
 *
 *     node --import tsx test/support/editor/editor-texts.ts FOLDER FILE[:EXPORT...]...
 */

import { join } from "node:path";
import {
  API,
  type Checker,
  ModifierFlags,
  type NodeHandle,
  type Project,
  SignatureKind,
  SymbolFlags,
  type Type,
  TypeFlags,
  type Symbol as TypeSymbol,
} from "typescript/unstable/sync";

/** Text that an editor shows for one name. */
export interface EditorText {
  /** Place of the name, such as `Alert.every`. */
  readonly path: string;
  readonly text: string;
  /** True for a property that a program can leave out. */
  readonly isOptional: boolean;
}

/** Types that are too general to have props. Their members belong to JavaScript. */
const LEAVES =
  TypeFlags.StringLike |
  TypeFlags.NumberLike |
  TypeFlags.BooleanLike |
  TypeFlags.Undefined |
  TypeFlags.Null |
  TypeFlags.Never |
  TypeFlags.Unknown |
  TypeFlags.Any;

/** Reads the texts of all exports of one program that imports the package as `all`. */
class TextReader {
  readonly texts = new Map<string, EditorText>();
  readonly #walked = new Set<number>();

  constructor(
    private readonly project: Project,
    private readonly checker: Checker = project.checker,
  ) {}

  export(symbol: TypeSymbol): void {
    const target = symbol.flags & SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
    this.#add(symbol.name, target, false);
    const value = this.checker.getTypeOfSymbol(target);
    if (target.flags & SymbolFlags.Class && value) {
      this.#callable(value, symbol.name, SignatureKind.Construct);
      this.#members(this.checker.getDeclaredTypeOfSymbol(target), symbol.name);
      this.#members(value, symbol.name);
    } else if (target.flags & SymbolFlags.Value && value) {
      this.#value(value, symbol.name);
    } else if (!(target.flags & SymbolFlags.TypeAlias) || !isGeneric(target.declarations[0], this.project)) {
      this.#props(this.checker.getDeclaredTypeOfSymbol(target), symbol.name);
    }
  }

  /** Reads a function, or an object of functions. */
  #value(type: Type, path: string): void {
    this.#callable(type, path, SignatureKind.Call);
    if (this.checker.getSignaturesOfType(type, SignatureKind.Call).length === 0) {
      this.#members(type, path);
    }
  }

  #members(type: Type, path: string): void {
    for (const member of this.checker.getPropertiesOfType(type)) {
      if (
        /^(?:prototype$|__#)/.test(member.name) ||
        !this.#isOurs(member) ||
        isHidden(member.declarations[0], this.project)
      ) {
        continue;
      }
      const place = `${path}.${member.name}`;
      this.#add(place, member, false);
      const value = this.checker.getTypeOfSymbol(member);
      if (value && !(type.flags & LEAVES)) {
        this.#value(value, place);
      }
    }
  }

  #callable(type: Type, path: string, kind: SignatureKind): void {
    const usable = this.checker
      .getSignaturesOfType(type, kind)
      .filter(({ declaration }) => !isHidden(declaration, this.project));
    for (const signature of usable) {
      for (const [index, parameter] of signature.getParameters().entries()) {
        this.#parameter(parameter, this.checker.getParameterType(signature, index), path, kind);
      }
    }
  }

  /** Reads a parameter and the props in it. The props of a constructor belong to the class. */
  #parameter(parameter: TypeSymbol, type: Type | undefined, path: string, kind: SignatureKind): void {
    const isCall = kind === SignatureKind.Call;
    const place = isCall ? `${path}(${parameter.name})` : path;
    if (isCall) {
      this.#add(place, parameter, false);
    }
    // A scope is a construct. Its members belong to the framework.
    if (type && parameter.name !== "scope") {
      this.#props(type, place);
    }
  }

  /** Reads the properties of a type, of its union members, and of every type in it. */
  #props(type: Type, path: string): void {
    if (type.flags & LEAVES || this.#walked.has(type.id)) {
      return;
    }
    this.#walked.add(type.id);
    for (const [part, place] of this.#partsOf(type, path)) {
      this.#props(part, place);
    }
    const isOpaque = ((type.getSymbol()?.flags ?? 0) & SymbolFlags.Class) !== 0;
    if (type.isObjectType() || type.isIntersectionType()) {
      this.#ownProps(
        isOpaque || this.checker.isArrayLikeType(type) ? [] : this.checker.getPropertiesOfType(type),
        path,
      );
    }
  }

  /** Returns the types that are in a type: members of a union, elements of a list, and values of a map. */
  #partsOf(type: Type, path: string): readonly (readonly [Type, string])[] {
    if (type.isUnionType()) {
      return type.getTypes().map((member) => [member, path] as const);
    }
    if (type.isTypeParameter()) {
      const constraint = this.checker.getBaseConstraintOfType(type);
      return constraint ? [[constraint, path]] : [];
    }
    if (type.isTypeReference() && this.checker.isArrayLikeType(type)) {
      return this.checker.getTypeArguments(type).map((item) => [item, `${path}[]`] as const);
    }
    return this.checker.getIndexInfosOfType(type).map(({ valueType }) => [valueType, `${path}[key]`] as const);
  }

  #ownProps(all: readonly TypeSymbol[], path: string): void {
    const props = all.filter((prop) => this.#isOurs(prop));
    for (const [index, type] of this.checker.getTypeOfSymbol(props).entries()) {
      const prop = props[index];
      // A prop of the type `undefined` exists only in another member of the union.
      // A prop with a symbol as its name only carries a hint for errors of the compiler.
      if (!prop || !type || prop.name.startsWith("__@") || type.flags & (TypeFlags.Undefined | TypeFlags.Never)) {
        continue;
      }
      if (isHint(type)) {
        continue;
      }
      const place = `${path}.${prop.name}`;
      this.#add(place, prop, (prop.flags & SymbolFlags.Optional) !== 0);
      this.#props(type, place);
    }
  }

  /** Returns true for a symbol that the package declares, not the framework or JavaScript. */
  #isOurs(symbol: TypeSymbol): boolean {
    return (
      symbol.declarations.length === 0 || symbol.declarations.some(({ path }) => path.includes("/cdk-clickstack/"))
    );
  }

  #add(path: string, symbol: TypeSymbol, isOptional: boolean): void {
    const text = symbol.getDocumentationComment(this.checker).trim();
    const known = this.texts.get(path);
    if (!known || known.text === "") {
      this.texts.set(path, { path, text, isOptional });
    }
  }
}

/** Returns true for a prop that no program can set: it contains the code to write instead, for errors of the compiler. */
function isHint(type: Type): boolean {
  const members = type.isUnionType() ? type.getTypes() : [type];
  const given = members.filter(({ flags }) => !(flags & TypeFlags.Undefined));
  return given.length > 0 && given.every((member) => member.getSymbol()?.name === "Use");
}

/**
 * Returns true for a type with parameters. The props of such an alias are read where the package names the arguments, such as
 * `TileProps<"line">` in `tile.line`. Without arguments, the compiler makes 40,000 members of `TileProps`.
 */
function isGeneric(declaration: NodeHandle | undefined, project: Project): boolean {
  const node = declaration?.resolve(project) as { readonly typeParameters?: readonly unknown[] } | undefined;
  return (node?.typeParameters?.length ?? 0) > 0;
}

/** Returns true for a declaration that a program cannot use. */
function isHidden(declaration: NodeHandle | undefined, project: Project): boolean {
  const node = declaration?.resolve(project) as { readonly modifierFlags?: ModifierFlags } | undefined;
  return ((node?.modifierFlags ?? 0) & (ModifierFlags.Private | ModifierFlags.Protected)) !== 0;
}

const [folder = ".", ...programs] = process.argv.slice(2);
const api = new API({ cwd: folder });
const config = join(folder, "tsconfig.json");
const project = api.updateSnapshot({ openProject: config }).getProject(config);
if (!project) {
  throw new Error(`${config} is not a project.`);
}
process.stdout.write(JSON.stringify(Object.fromEntries(programs.map((program) => textsOf(program, project)))));
api.close();

/** Returns the texts of a program: its file, and the exports to read. Without names, all exports are read. */
function textsOf(program: string, { program: compiled, checker }: Project) {
  const [file = "", ...names] = program.split(":");
  const path = join(folder, file);
  const source = compiled.getSourceFile(path);
  const all = checker.getSymbolAtPosition(path, source?.text.indexOf("all") ?? 0);
  if (!project || !all) {
    throw new Error(`${path} does not import the package as "all".`);
  }
  const reader = new TextReader(project);
  const exported = checker.getExportsOfModule(checker.getAliasedSymbol(all));
  const read = exported.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const each of read.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    reader.export(each);
  }
  return [file, [...reader.texts.values()]] as const;
}
