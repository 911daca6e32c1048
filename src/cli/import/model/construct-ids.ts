import type { Existing } from "../existing";
import type { Companions } from "../inventory";
import { type ImportKind, KIND_FACTS } from "../kinds";
import { Names } from "../naming/names";
import { RESERVED_FILES } from "../naming/reserved";
import { kebab } from "../naming/words";

/** What the stack has beside the objects. */
const PROVIDER = "clickstack";

/** Makes ids of constructs from names: readable, unique in the stack, valid as addresses and as names of files. */
export class ConstructIds {
  readonly #names: Names;
  readonly #kinds = new Map<string, ImportKind>();

  /** @param earlier ids that objects have from an earlier run, by the id on the server. They stay. */
  constructor(
    companions: Companions,
    private readonly earlier: ReadonlyMap<string, string>,
  ) {
    this.#names = new Names("-", [PROVIDER, ...RESERVED_FILES, ...lookupIds(companions), ...earlier.values()]);
  }

  /** @param owner what names an object without a name of its own. */
  of(object: Existing, owner = ""): string {
    const id = this.earlier.get(object.id) ?? this.#new(object, owner);
    this.#kinds.set(id, object.kind);
    return id;
  }

  /** The noun tells an object from one of another kind with its name, a number from one of its own kind. */
  #new({ kind, name }: Existing, owner: string): string {
    const noun = kebab(KIND_FACTS[kind].noun);
    const words = kebab(name) || kebab(owner) || noun;
    const base = /^[a-z]/.test(words) ? words : `${noun}-${words}`;
    const isOfOtherKind = this.#names.has(base) && this.#kinds.get(base) !== kind;
    return this.#names.take(isOfOtherKind ? `${base}-${noun}` : base);
  }
}

/** The ids that look-ups give themselves (constructs/look-up-once.ts). */
function lookupIds({ sources, webhooks }: Companions): readonly string[] {
  const idsOf = (kind: string, names: readonly unknown[]) =>
    names.map((name) => [kind, ...(String(name).match(/[A-Za-z0-9]+/g) ?? [])].join("-").toLowerCase());
  return [
    ...idsOf(
      "source",
      sources.flatMap(({ name, kind, id }) => [name, `${name} ${kind}`, id]),
    ),
    ...idsOf(
      "webhook",
      webhooks.flatMap(({ name, service, id }) => [name, `${name} ${service}`, id]),
    ),
  ];
}
