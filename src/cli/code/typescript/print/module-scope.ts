import * as aggregates from "../../../../constructs/aggregate";
import { ENTRY } from "../../../../constructs/entries";
import * as thresholds from "../../../../constructs/threshold";
import { TYPE_FACTS } from "../../../project/imported-types";
import { type Imported, ignoredAttributes, ignoredRemark } from "../../model/imported";
import { camel, Names, RESERVED_WORDS } from "../../model/names";
import type { PlacedModel } from "../../model/placed-model";
import type { ImportedLookup, LookedUpType, Reference } from "../../model/references";
import { type CodeText, codeText, identifier, terraformAddress, typescriptAddress } from "../../text/code-text";
import { type Code, call, code, type Entry, type Expression, list, object, text } from "../../text/expression";
import { commentOf, constant, ModuleText, type StatementDoc } from "./module-text";

/** Functions of this package that generated code calls. Other names must not shadow them. */
export const HELPERS: readonly string[] = [...Object.keys(aggregates), ...Object.keys(thresholds), "tile", "onClick"];

/** First parameter of every generated function. */
export const SCOPE = codeText`scope`;

/** Maximum length of the name of a constant. Longer names are replaced with the noun. */
const MAX_NAME_LENGTH = 30;

/** Names that code uses for helpers, classes and other objects. */
export interface ReferringScope {
  use(name: CodeText): CodeText;
  /** Returns the name of an object, a look-up or an id. */
  refer(type: LookedUpType, id: unknown): Expression;
  idOf(type: LookedUpType, id: unknown): Expression;
  /** Returns true if the code has a name for the object. */
  isNamed(type: LookedUpType, id: unknown): boolean;
  reference(type: LookedUpType, id: unknown): Reference;
  /** Returns true if a reference to the dashboard does not create a cycle. */
  readonly mayRefer: (dashboard: Imported) => boolean;
}

/** State of one generated file: its imports, look-ups, parameters and names. */
export class ModuleScope implements ReferringScope {
  readonly file = new ModuleText();
  readonly #names: Names;
  readonly #lookups = new Map<string, { readonly name: string; readonly statements: readonly StatementDoc[] }>();
  readonly #given = new Map<string, { readonly name: string; readonly type: CodeText }>();
  readonly #own = new Map<string, string>();

  /** @param model model for this file */
  constructor(
    readonly model: PlacedModel,
    readonly mayRefer: (dashboard: Imported) => boolean = () => false,
  ) {
    this.#names = new Names("", [...RESERVED_WORDS, ...HELPERS, SCOPE]);
  }

  useFramework(name: CodeText): CodeText {
    return this.file.use(this.model.form.framework, name);
  }

  use(name: CodeText, options?: { readonly isType?: boolean }): CodeText {
    return this.file.use(ENTRY[this.model.form.framework], name, options);
  }

  /** Creates `new Alert(scope, "too-many-errors", { ... })`. */
  construct(imported: Imported, props: readonly Entry[]): Expression {
    const callee = codeText`new ${this.use(identifier(TYPE_FACTS[imported.type].construct))}`;
    const all = object([...props, ...lifecycleEntry(imported)], { isSpread: true });
    return call(callee, code(SCOPE), text(imported.constructId), all);
  }

  /** Names a declared object: its own name if it is short and free, otherwise the noun. */
  declare(object: Imported, noun: string): string {
    const own = camel(object.constructId);
    const name = own.length <= MAX_NAME_LENGTH ? this.#names.take(own, noun) : this.#names.take(noun);
    this.#own.set(object.id, name);
    return name;
  }

  /** Allocates another name in this file. A name cannot start with a digit. */
  name(base: string): string {
    return this.#names.take(/^\d/.test(base) ? `group${base}` : base);
  }

  reference(type: LookedUpType, id: unknown): Reference {
    return this.model.references.of(type, String(id));
  }

  refer(type: LookedUpType, id: unknown): Code {
    return code(this.#nameOf(this.reference(type, id)));
  }

  idOf(type: LookedUpType, id: unknown): Expression {
    const reference = this.reference(type, id);
    const name = this.#nameOf(reference);
    return code(reference.by === "id" ? name : codeText`${name}.id`);
  }

  isNamed(type: LookedUpType, id: unknown): boolean {
    return this.reference(type, id).by !== "id";
  }

  /** Lists the parameters: objects of other files, by their names in this file. */
  get given(): readonly { readonly id: string; readonly name: string; readonly type: CodeText }[] {
    return [...this.#given].map(([id, each]) => ({ id, ...each }));
  }

  /** Lists the statements of the look-ups, which come first. */
  get lookups(): readonly StatementDoc[] {
    return [...this.#lookups.values()].flatMap(({ statements }) => statements);
  }

  #nameOf(reference: Reference): CodeText {
    if (reference.by === "object") {
      return identifier(this.#objectName(reference.object));
    }
    return identifier(reference.by === "look-up" ? this.#lookupName(reference.lookup) : this.#idName(reference));
  }

  #objectName(object: Imported): string {
    const known = this.#own.get(object.id) ?? this.#given.get(object.id)?.name;
    if (known !== undefined) {
      return known;
    }
    const name = this.#names.take(camel(object.constructId), camel(`${object.constructId} ${object.type}`));
    this.#given.set(object.id, {
      name,
      type: this.use(identifier(TYPE_FACTS[object.type].construct), { isType: true }),
    });
    return name;
  }

  #lookupName(lookup: ImportedLookup): string {
    const { type, name: title, narrowed, byId } = lookup;
    return this.#constant(JSON.stringify(lookup), byId?.why, () => {
      const base = camel(title);
      const { noun, construct } = TYPE_FACTS[type];
      const name = this.#names.take(/^[a-z]/.test(base) ? base : camel(`${noun} ${base}`), camel(`${title} ${noun}`));
      const options = narrowed && object({ [narrowed.field]: text(narrowed.value) });
      const lookupClass = this.use(identifier(construct));
      const callee = byId ? codeText`${lookupClass}.byId` : codeText`${lookupClass}.byName`;
      return [name, call(callee, code(SCOPE), text(byId?.id ?? title), ...(options ? [options] : []))];
    });
  }

  /** Declares a constant for an id without a look-up. */
  #idName({ type, id, why }: Extract<Reference, { readonly by: "id" }>): string {
    const { noun } = TYPE_FACTS[type];
    return this.#constant(id, why, () => [this.#names.take(camel(noun), camel(`${noun} id`)), text(id)]);
  }

  /** Declares a constant with a comment once for a key, and returns its name. */
  #constant(key: string, why: string | undefined, create: () => readonly [name: string, value: Expression]): string {
    const known = this.#lookups.get(key);
    if (known) {
      return known.name;
    }
    const [name, value] = create();
    const statements = [...(why === undefined ? [] : [commentOf(why)]), constant(identifier(name), value)];
    this.#lookups.set(key, { name, statements });
    return name;
  }
}

/** Ignores tiles that are not declared, because an apply would remove them. */
function lifecycleEntry(imported: Imported): readonly Entry[] {
  const ignored = ignoredAttributes(imported);
  if (ignored.length === 0) {
    return [];
  }
  const value = object({ ignoreChanges: list(ignored.map((each) => code(typescriptAddress(terraformAddress(each))))) });
  return [{ key: "lifecycle", value, comment: ignoredRemark(imported) }];
}
