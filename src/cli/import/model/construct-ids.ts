import type { Existing } from "../existing";
import type { Inventory } from "../inventory";
import { type ImportKind, KIND_FACTS } from "../kinds";
import { Names } from "../naming/names";
import { RESERVED_FILES } from "../naming/reserved";
import { kebab } from "../naming/words";

/** What the stack has beside the objects. */
const PROVIDER = "clickstack";

/** A name that every object of JavaScript has: constructs takes it for that of another construct. */
const INHERITED = "constructor";

/** What an object is named after where its own name will not do. */
export interface Belonging {
  readonly owner?: string;
  /** Whether others of its kind have its name. */
  readonly isShared?: boolean;
}

/** Makes ids of constructs from names: readable, unique in the stack, valid as addresses and as names of files. */
export class ConstructIds {
  readonly #names: Names;
  readonly #kinds = new Map<string, ImportKind>();

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
    this.#kinds.set(id, object.kind);
    return id;
  }

  /** The noun tells an object from one of another kind with its name, a number from one of its own kind. */
  #new({ kind, name }: Existing, { owner = "", isShared = false }: Belonging): string {
    const noun = kebab(KIND_FACTS[kind].noun);
    const words = (isShared ? "" : kebab(name)) || kebab(owner) || noun;
    const base = /^[a-z]/.test(words) ? words : `${noun}-${words}`;
    const isOfOtherKind = this.#names.has(base) && this.#kinds.get(base) !== kind;
    return this.#names.take(isOfOtherKind ? `${base}-${noun}` : base);
  }
}

/** The ids that look-ups give themselves (constructs/look-up-once.ts). */
function lookupIds(records: Inventory["records"]): readonly string[] {
  return Object.entries(records).flatMap(([kind, all]) =>
    all.flatMap(({ id, name, kind: sourceKind, service, type }) =>
      [`${name}`, `${name} ${sourceKind}`, `${name} ${service}`, `${name} ${type}`, id].map((words) =>
        [kind.replace("_", "-"), ...(words.match(/[A-Za-z0-9]+/g) ?? [])].join("-").toLowerCase(),
      ),
    ),
  );
}
