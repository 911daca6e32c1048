import type { ApiRecord } from "../../../client";
import type { Existing } from "../read/existing-objects";
import { type ImportedType, TYPE_FACTS } from "../read/imported-types";
import type { Inventory } from "../read/inventory";
import type { Imported } from "./imported";
import { kebab, Names, RESERVED_FILES } from "./names";

/** What an id stands for, best first. */
export type Reference =
  /** An object that is imported too. */
  | { readonly by: "object"; readonly object: Imported }
  /** What exists and is not imported. */
  | { readonly by: "look-up"; readonly lookup: ImportedLookup }
  /** Nothing but the id, and what a reader would ask, if anything. */
  | { readonly by: "id"; readonly type: LookedUpType; readonly id: string; readonly why?: string };

/** A look-up: by a name that is its own, else by id. */
export interface ImportedLookup {
  readonly type: LookedUpType;
  readonly name: string;
  /** The field that tells several of this name apart. */
  readonly narrowed?: { readonly field: string; readonly value: string };
  /** Where no name will do. */
  readonly byId?: { readonly id: string; readonly why: string };
}

/** The resource types that can be looked up, without the prefix of their data sources. */
export type LookedUpType = "source" | "webhook" | "connection" | "role" | "dashboard" | "saved_search";

/** What tells objects of one name apart. */
const NARROWED_BY: Partial<Record<LookedUpType, string>> = { source: "kind", webhook: "service", role: "type" };

/** Finds what the ids in objects stand for. */
export class ImportedReferences {
  readonly #imported: ReadonlyMap<string, Imported>;

  constructor(
    imported: readonly Imported[],
    private readonly inventory: Pick<Inventory, "records" | "hidden">,
  ) {
    this.#imported = new Map(imported.map((each) => [each.id, each]));
  }

  /** The same where only some objects can be referred to. The others are looked up. */
  among(objects: readonly Imported[]): ImportedReferences {
    return new ImportedReferences(objects, this.inventory);
  }

  /** An object that is imported too, or undefined. */
  imported(id: string): Imported | undefined {
    return this.#imported.get(id);
  }

  of(type: LookedUpType, id: string): Reference {
    const object = this.#imported.get(id);
    if (object) {
      return { by: "object", object };
    }
    if (this.inventory.hidden.has(type)) {
      return { by: "id", type, id };
    }
    return lookedUp(type, id, this.inventory.records[type]);
  }
}

function lookedUp(type: LookedUpType, id: string, all: readonly ApiRecord[]): Reference {
  const noun = type.replace("_", " ");
  const record = all.find((each) => each.id === id);
  if (!record) {
    return { by: "id", type, id, why: `The server shows no ${noun} with this id.` };
  }
  const name = String(record.name ?? "");
  const byName = name === "" ? undefined : distinctName(type, record, all);
  if (byName) {
    return { by: "look-up", lookup: { type, name, ...byName } };
  }
  const why = name === "" ? `This ${noun} has no name.` : `More than one ${noun} is called "${name}".`;
  return { by: "look-up", lookup: { type, name, byId: { id, why } } };
}

function distinctName(
  type: LookedUpType,
  record: ApiRecord,
  all: readonly ApiRecord[],
): Pick<ImportedLookup, "narrowed"> | undefined {
  const namesakes = all.filter((each) => each.name === record.name);
  if (namesakes.length === 1) {
    return {};
  }
  const field = NARROWED_BY[type];
  if (field === undefined || namesakes.filter((each) => each[field] === record[field]).length > 1) {
    return undefined;
  }
  return { narrowed: { field, value: String(record[field]) } };
}

/** What the stack has beside the objects. */
const PROVIDER = "clickstack";

/** A name that every object of JavaScript has: constructs takes it for that of another construct. */
const INHERITED = "constructor";

/** What an object is named after where its own name will not do. */
interface Belonging {
  readonly owner?: string;
  /** Whether others of its resource type have its name. */
  readonly isShared?: boolean;
}

/** Makes ids of constructs from names: readable, unique in the stack, valid as addresses and as names of files. */
export class ConstructIds {
  readonly #names: Names;
  readonly #types = new Map<string, ImportedType>();

  /** @param earlier ids that objects have from an earlier run, by the id on the server. They stay. */
  constructor(
    records: Inventory["records"],
    private readonly earlier: ReadonlyMap<string, string>,
  ) {
    this.#names = new Names("-", [PROVIDER, INHERITED, ...RESERVED_FILES, ...lookupIds(records), ...earlier.values()]);
  }

  /** @param belonging what names an object without a name of its own, or with one that others have too. */
  of(object: Existing, belonging: Belonging = {}): string {
    const id = this.earlier.get(object.id) ?? this.#new(object, belonging);
    this.#types.set(id, object.type);
    return id;
  }

  /** The noun tells an object from one of another resource type with its name, a number from one of its own type. */
  #new({ type, name }: Existing, { owner = "", isShared = false }: Belonging): string {
    const noun = kebab(TYPE_FACTS[type].noun);
    const words = (isShared ? "" : kebab(name)) || kebab(owner) || noun;
    const base = /^[a-z]/.test(words) ? words : `${noun}-${words}`;
    const isOfOtherType = this.#names.has(base) && this.#types.get(base) !== type;
    return this.#names.take(isOfOtherType ? `${base}-${noun}` : base);
  }
}

/** The ids that look-ups give themselves (constructs/look-up-once.ts). */
function lookupIds(records: Inventory["records"]): readonly string[] {
  return Object.entries(records).flatMap(([resourceType, all]) =>
    all.flatMap(({ id, name, kind: sourceKind, service, type }) =>
      [`${name}`, `${name} ${sourceKind}`, `${name} ${service}`, `${name} ${type}`, id].map((words) =>
        [resourceType.replace("_", "-"), ...(words.match(/[A-Za-z0-9]+/g) ?? [])].join("-").toLowerCase(),
      ),
    ),
  );
}
