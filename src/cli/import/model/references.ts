import type { ApiRecord } from "../../../api";
import type { Companions } from "../inventory";
import type { Imported } from "./imported";

/** What an id stands for, best first. */
export type Reference =
  /** An object that is imported too. */
  | { readonly type: "object"; readonly object: Imported }
  /** Looked up by a name that is its own. */
  | { readonly type: "look-up"; readonly lookup: Lookup }
  /** Nothing but the id. @param why what a reader would ask. */
  | { readonly type: "id"; readonly id: string; readonly why: string };

/** A look-up of what is not imported. */
export interface Lookup {
  readonly kind: LookupKind;
  readonly name: string;
  /** The field that tells several of this name apart. */
  readonly narrowed?: { readonly field: string; readonly value: string };
  /** Where no name will do. */
  readonly byId?: { readonly id: string; readonly why: string };
}

/** The kinds that are looked up. Data sources are called `clickstack_<kind>`. */
export type LookupKind = "source" | "webhook";

/** What tells objects of one name apart. */
const NARROWED_BY: Readonly<Record<LookupKind, string>> = { source: "kind", webhook: "service" };

/** Finds what the ids in objects stand for. */
export class References {
  readonly #imported: ReadonlyMap<string, Imported>;

  constructor(
    imported: readonly Imported[],
    private readonly companions: Companions,
  ) {
    this.#imported = new Map(imported.map((each) => [each.id, each]));
  }

  source(id: string): Reference {
    return this.#managed(id) ?? this.#lookedUp("source", id, this.companions.sources);
  }

  webhook(id: string): Reference {
    return this.#managed(id) ?? this.#lookedUp("webhook", id, this.companions.webhooks);
  }

  connection(id: string): Reference {
    return this.#managed(id) ?? named("connection", id, this.companions.connections);
  }

  role(id: string): Reference {
    return named("role", id, this.companions.roles);
  }

  /** An object that is imported too, or undefined. */
  imported(id: string): Imported | undefined {
    return this.#imported.get(id);
  }

  #managed(id: string): Reference | undefined {
    const object = this.#imported.get(id);
    return object && { type: "object", object };
  }

  #lookedUp(kind: LookupKind, id: string, all: readonly ApiRecord[]): Reference {
    const record = all.find((each) => each.id === id);
    if (!record) return { type: "id", id, why: `The server shows no ${kind} with this id.` };
    const name = String(record.name ?? "");
    const namesakes = all.filter((each) => each.name === record.name);
    if (name !== "" && namesakes.length === 1) return { type: "look-up", lookup: { kind, name } };
    const field = NARROWED_BY[kind];
    const value = String(record[field]);
    if (name !== "" && namesakes.filter((each) => each[field] === record[field]).length === 1) {
      return { type: "look-up", lookup: { kind, name, narrowed: { field, value } } };
    }
    const why = name === "" ? `The ${kind} has no name.` : `Several ${kind}s are called "${name}".`;
    return { type: "look-up", lookup: { kind, name, byId: { id, why } } };
  }
}

function named(noun: string, id: string, all: readonly ApiRecord[]): Reference {
  const name = all.find((each) => each.id === id)?.name;
  const why = typeof name === "string" ? `The ${noun} "${name}".` : `The server shows no ${noun} with this id.`;
  return { type: "id", id, why };
}
