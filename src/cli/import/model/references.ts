import type { ApiRecord } from "../../../api";
import type { Inventory } from "../inventory";
import type { Imported } from "./imported";

/** What an id stands for, best first. */
export type Reference =
  /** An object that is imported too. */
  | { readonly type: "object"; readonly object: Imported }
  /** What exists and is not imported. */
  | { readonly type: "look-up"; readonly lookup: Lookup }
  /** Nothing but the id, and what a reader would ask, if anything. */
  | { readonly type: "id"; readonly kind: LookupKind; readonly id: string; readonly why?: string };

/** A look-up: by a name that is its own, else by id. */
export interface Lookup {
  readonly kind: LookupKind;
  readonly name: string;
  /** The field that tells several of this name apart. */
  readonly narrowed?: { readonly field: string; readonly value: string };
  /** Where no name will do. */
  readonly byId?: { readonly id: string; readonly why: string };
}

/** The kinds that can be looked up. Data sources are called `clickstack_<kind>`. */
export type LookupKind = "source" | "webhook" | "connection" | "role" | "dashboard" | "saved_search";

/** What tells objects of one name apart. */
const NARROWED_BY: Partial<Record<LookupKind, string>> = { source: "kind", webhook: "service", role: "type" };

/** Finds what the ids in objects stand for. */
export class References {
  readonly #imported: ReadonlyMap<string, Imported>;

  constructor(
    imported: readonly Imported[],
    private readonly inventory: Pick<Inventory, "records" | "hidden">,
  ) {
    this.#imported = new Map(imported.map((each) => [each.id, each]));
  }

  /** The same where only some objects can be referred to. The others are looked up. */
  among(objects: readonly Imported[]): References {
    return new References(objects, this.inventory);
  }

  /** An object that is imported too, or undefined. */
  imported(id: string): Imported | undefined {
    return this.#imported.get(id);
  }

  of(kind: LookupKind, id: string): Reference {
    const object = this.#imported.get(id);
    if (object) return { type: "object", object };
    if (this.inventory.hidden.has(kind)) return { type: "id", kind, id };
    return lookedUp(kind, id, this.inventory.records[kind]);
  }
}

function lookedUp(kind: LookupKind, id: string, all: readonly ApiRecord[]): Reference {
  const noun = kind.replace("_", " ");
  const record = all.find((each) => each.id === id);
  if (!record) return { type: "id", kind, id, why: `The server shows no ${noun} with this id.` };
  const name = String(record.name ?? "");
  const byName = name === "" ? undefined : distinctName(kind, record, all);
  if (byName) return { type: "look-up", lookup: { kind, name, ...byName } };
  const why = name === "" ? `This ${noun} has no name.` : `More than one ${noun} is called "${name}".`;
  return { type: "look-up", lookup: { kind, name, byId: { id, why } } };
}

function distinctName(
  kind: LookupKind,
  record: ApiRecord,
  all: readonly ApiRecord[],
): Pick<Lookup, "narrowed"> | undefined {
  const namesakes = all.filter((each) => each.name === record.name);
  if (namesakes.length === 1) return {};
  const field = NARROWED_BY[kind];
  if (field === undefined || namesakes.filter((each) => each[field] === record[field]).length > 1) return undefined;
  return { narrowed: { field, value: String(record[field]) } };
}
