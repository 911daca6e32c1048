import type { ApiRecord } from "../../../client";
import { type ImportedType, type ReferredType, TYPE_FACTS } from "../../project/imported-types";
import type { Existing, Inventory } from "../../server/inventory";
import type { Imported } from "./imported";
import { kebab, Names, RESERVED_FILES } from "./names";

/** The code for an id. */
export type Reference =
  /** A reference to an imported object. */
  | { readonly by: "object"; readonly object: Imported }
  /** A look-up of an object that is not imported. */
  | { readonly by: "look-up"; readonly lookup: ImportedLookup }
  /** A reference by the id, and the reason why a look-up by name is impossible. */
  | { readonly by: "id"; readonly type: LookedUpType; readonly id: string; readonly why?: string };

/** A look-up by a unique name, or by id. */
export interface ImportedLookup {
  readonly type: LookedUpType;
  readonly name: string;
  /** The field that distinguishes objects with this name. */
  readonly narrowed?: { readonly field: string; readonly value: string };
  /** Set if the name is not unique. */
  readonly byId?: { readonly id: string; readonly why: string };
}

/** The resource types that can be looked up, without the prefix of their data sources. */
export type LookedUpType = Exclude<ReferredType, "alert" | "api_key">;

export function isLookedUpType(type: string | undefined): type is LookedUpType {
  return type !== undefined && type !== "api_key" && Object.hasOwn(TYPE_FACTS, type);
}

/** Fields that distinguish objects with the same name. */
const NARROWED_BY: Partial<Record<LookedUpType, string>> = {
  source: "kind",
  webhook: "service",
  organization_role: "type",
};

/** Resolves ids in objects. */
export class ImportedReferences {
  readonly #imported: ReadonlyMap<string, Imported>;

  constructor(
    imported: readonly Imported[],
    private readonly inventory: Pick<Inventory, "records" | "hidden">,
  ) {
    this.#imported = new Map(imported.map((each) => [each.id, each]));
  }

  /** Returns references to some objects only. The others are looked up. */
  among(objects: readonly Imported[]): ImportedReferences {
    return new ImportedReferences(objects, this.inventory);
  }

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
  const { noun } = TYPE_FACTS[type];
  const record = all.find((each) => each.id === id);
  if (!record) {
    return { by: "id", type, id, why: `The server returns no ${noun} with this id.` };
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

/** Alternative names for an object. */
interface Belonging {
  readonly owner?: string;
  /** True if another object of the type has the same name. */
  readonly isShared?: boolean;
}

/** Derives construct ids from names. They are unique in the stack, and valid as addresses and file names. */
export class ConstructIds {
  readonly #names: Names;
  readonly #types = new Map<string, ImportedType>();

  /** @param earlier construct ids of earlier imports, by id on the server; they do not change */
  constructor(
    records: Inventory["records"],
    private readonly earlier: ReadonlyMap<string, string>,
  ) {
    // The provider has the id `clickstack`. The constructs library treats `constructor` as an existing construct.
    const taken = ["clickstack", "constructor", ...RESERVED_FILES, ...lookupIds(records), ...earlier.values()];
    this.#names = new Names("-", taken);
  }

  /** @param belonging alternative names for an object without a unique name */
  of(object: Existing, belonging: Belonging = {}): string {
    const id = this.earlier.get(object.id) ?? this.#new(object, belonging);
    this.#types.set(id, object.type);
    return id;
  }

  /** Adds the noun if another type uses the name, and a number if the same type does. */
  #new({ type, name }: Existing, { owner = "", isShared = false }: Belonging): string {
    const noun = kebab(TYPE_FACTS[type].noun);
    const words = (isShared ? "" : kebab(name)) || kebab(owner) || noun;
    const base = /^[a-z]/.test(words) ? words : `${noun}-${words}`;
    const isOfOtherType = this.#names.has(base) && this.#types.get(base) !== type;
    return this.#names.take(isOfOtherType ? `${base}-${noun}` : base);
  }
}

/** Returns the construct ids of look-ups (constructs/look-up.ts). */
function lookupIds(records: Inventory["records"]): readonly string[] {
  return Object.entries(records).flatMap(([resourceType, all]) =>
    all.flatMap(({ id, name, kind: sourceKind, service, type }) =>
      [`${name}`, `${name} ${sourceKind}`, `${name} ${service}`, `${name} ${type}`, id].map((words) =>
        [kebab(TYPE_FACTS[resourceType as ReferredType].noun), ...(words.match(/[A-Za-z0-9]+/g) ?? [])]
          .join("-")
          .toLowerCase(),
      ),
    ),
  );
}
