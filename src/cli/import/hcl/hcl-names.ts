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
export class LookupBlocks {
  readonly #names = new Map<string, string>();
  readonly #taken = new Map<LookupKind, Names>();
  readonly #blocks: Block[] = [];

  /** The address of a look-up, such as `data.clickstack_source.logs`. */
  address(lookup: Lookup): string {
    const key = JSON.stringify(lookup);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const { kind, name: title, narrowed, byId } = lookup;
    const words = kebab(title).replaceAll("-", "_");
    const name = this.#namesOf(kind).take(/^[a-z]/.test(words) ? words : `${kind}_${words}`.replace(/_$/, ""));
    this.#blocks.push({
      head: ["data", `clickstack_${kind}`, name],
      arguments: [
        byId ? { key: "id", value: text(byId.id), comment: byId.why } : { key: "name", value: text(title) },
        ...(narrowed ? [{ key: narrowed.field, value: text(narrowed.value) }] : []),
      ],
    });
    const address = `data.clickstack_${kind}.${name}`;
    this.#names.set(key, address);
    return address;
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  #namesOf(kind: LookupKind): Names {
    const names = this.#taken.get(kind) ?? new Names("_");
    this.#taken.set(kind, names);
    return names;
  }
}
