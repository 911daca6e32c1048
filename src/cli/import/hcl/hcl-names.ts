import { text } from "../code/expression";
import type { Imported } from "../model/imported";
import type { Lookup, LookupKind } from "../model/references";
import { Names } from "../naming/names";
import { kebab } from "../naming/words";
import type { Block } from "./hcl-printer";

/** An object's name in HCL. */
export function hclName({ constructId }: Pick<Imported, "constructId">): string {
  return constructId.replaceAll("-", "_");
}

/** An object's address in a configuration in HCL. */
export function hclAddress(imported: Pick<Imported, "kind" | "constructId">): string {
  return `clickstack_${imported.kind}.${hclName(imported)}`;
}

/** Names the data sources of a configuration, each look-up once. */
export class LookupNames {
  readonly #names: Map<string, string>;
  readonly #taken = new Map<LookupKind, Names>();

  /** @param earlier names that look-ups have from an earlier import, by the look-up as JSON. They stay. */
  constructor(earlier: ReadonlyMap<string, string>) {
    this.#names = new Map(earlier);
    for (const [key, name] of earlier) this.#namesOf((JSON.parse(key) as Lookup).kind).take(name);
  }

  of(lookup: Lookup): string {
    const key = JSON.stringify(lookup);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const { kind, name: title } = lookup;
    const words = kebab(title).replaceAll("-", "_");
    const name = this.#namesOf(kind).take(/^[a-z]/.test(words) ? words : `${kind}_${words}`.replace(/_$/, ""));
    this.#names.set(key, name);
    return name;
  }

  #namesOf(kind: LookupKind): Names {
    const names = this.#taken.get(kind) ?? new Names("_");
    this.#taken.set(kind, names);
    return names;
  }
}

/** The look-ups of one file. */
export class FileLookups {
  readonly #used = new Map<string, string>();

  constructor(private readonly names: LookupNames) {}

  /** The address of a look-up, such as `data.clickstack_source.logs`. */
  address(lookup: Lookup): string {
    const name = this.names.of(lookup);
    this.#used.set(JSON.stringify(lookup), name);
    return `data.clickstack_${lookup.kind}.${name}`;
  }

  /** The names of the look-ups that the file refers to, by the look-up as JSON. */
  get used(): ReadonlyMap<string, string> {
    return this.#used;
  }
}

/** The data source that a look-up is. */
export function lookupBlock(key: string, name: string): Block {
  const { kind, name: title, narrowed, byId } = JSON.parse(key) as Lookup;
  return {
    head: ["data", `clickstack_${kind}`, name],
    arguments: [
      byId ? { key: "id", value: text(byId.id), comment: byId.why } : { key: "name", value: text(title) },
      ...(narrowed ? [{ key: narrowed.field, value: text(narrowed.value) }] : []),
    ],
  };
}
