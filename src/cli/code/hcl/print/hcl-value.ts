import { fieldsOfAttributes, toAttributes } from "../../../../declaration/attribute-form";
import type { DeclaredFields } from "../../../../declaration/field";
import { type CompoundShape, isCompound, type Shape } from "../../../../declaration/shape";
import { TYPE_FACTS } from "../../../project/imported-types";
import type { Imported } from "../../model/imported";
import { kebab, Names } from "../../model/names";
import { inReadingOrder } from "../../model/placed-model";
import { type ImportedLookup, isLookedUpType, type LookedUpType } from "../../model/references";
import { type CodeText, codeText, identifier } from "../../text/code-text";
import { type Entry, type Expression, list, literal, object, text } from "../../text/expression";
import type { HclBlock } from "./hcl-printer";

export function hclName({ constructId }: Pick<Imported, "constructId">): CodeText {
  return identifier(constructId.replaceAll("-", "_"));
}

export function hclAddress(imported: Pick<Imported, "type" | "constructId">): CodeText {
  return codeText`clickstack_${identifier(imported.type)}.${hclName(imported)}`;
}

/** Names the data sources of a configuration, each look-up once. */
export class LookupNames {
  readonly #names: Map<string, string>;
  readonly #taken = new Map<LookedUpType, Names>();

  /** @param earlier names of look-ups of earlier imports, by the look-up as JSON. They do not change. */
  constructor(earlier: ReadonlyMap<string, string>) {
    this.#names = new Map(earlier);
    for (const [key, name] of earlier) {
      this.#namesOf((JSON.parse(key) as ImportedLookup).type).take(name);
    }
  }

  of(lookup: ImportedLookup): string {
    const key = JSON.stringify(lookup);
    const known = this.#names.get(key);
    if (known !== undefined) {
      return known;
    }
    const { type, name: title } = lookup;
    const words = kebab(title);
    const named = /^[a-z]/.test(words) ? words : `${kebab(TYPE_FACTS[type].noun)}-${words}`.replace(/-$/, "");
    const name = this.#namesOf(type).take(named.replaceAll("-", "_"));
    this.#names.set(key, name);
    return name;
  }

  #namesOf(type: LookedUpType): Names {
    const names = this.#taken.get(type) ?? new Names("_");
    this.#taken.set(type, names);
    return names;
  }
}

export function lookupBlock(key: string, name: string): HclBlock {
  const { type, name: title, narrowed, byId } = JSON.parse(key) as ImportedLookup;
  return {
    head: ["data", `clickstack_${type}`, name],
    arguments: [
      byId ? { key: "id", value: text(byId.id), comment: byId.why } : { key: "name", value: text(title) },
      ...(narrowed ? [{ key: narrowed.field, value: text(narrowed.value) }] : []),
    ],
  };
}

/** Attributes with each entry on a separate line. */
const SPREAD = new Set(["tiles", "config"]);

/** Returns the code of the id of an object, and a comment on it. */
export type CodeOfId = (
  type: LookedUpType,
  id: string,
) => { readonly expression: Expression; readonly comment?: string };

/** Attributes as HCL, with addresses instead of ids. */
export class HclValues {
  constructor(private readonly codeOfId: CodeOfId) {}

  /** Returns the attributes of an object. Its tiles are last, in reading order. */
  attributes(shape: CompoundShape, fields: DeclaredFields, isHidden: (value: unknown) => boolean): readonly Entry[] {
    const declared = fields.tiles === undefined ? fields : { ...fields, tiles: inReadingOrder(fields) };
    const { id: _, tiles, ...attributes } = toAttributes(shape, declared, isHidden) as DeclaredFields;
    return this.entries(shape, { ...attributes, ...(tiles !== undefined && { tiles }) });
  }

  entries(shape: Shape | undefined, attributes: DeclaredFields): readonly Entry[] {
    const fields = isCompound(shape) ? fieldsOfAttributes(shape, attributes) : undefined;
    return Object.entries(attributes).map(([key, value]) => {
      const { shape: inner = shape?.kind === "map" ? shape.item : undefined, meta } = fields?.get(key) ?? {};
      const type = meta?.refersTo;
      return isLookedUpType(type) ? this.#referring(key, type, value) : { key, value: this.#value(key, inner, value) };
    });
  }

  #value(key: string, shape: Shape | undefined, value: unknown): Expression {
    if (Array.isArray(value)) {
      return list(value.map((item) => this.#value("", shape?.kind === "list" ? shape.item : undefined, item)));
    }
    if (typeof value !== "object" || value === null) {
      return literal(value);
    }
    const isTile = "config" in value;
    return object(this.entries(shape, value as DeclaredFields), { isSpread: isTile || SPREAD.has(key) });
  }

  #referring(key: string, type: LookedUpType, value: unknown): Entry {
    const referred = [value].flat().map((id) => this.codeOfId(type, String(id)));
    const comments = referred.flatMap(({ comment }) => comment ?? []);
    const [first = text("")] = referred.map(({ expression }) => expression);
    return {
      key,
      value: Array.isArray(value) ? list(referred.map(({ expression }) => expression)) : first,
      ...(comments.length > 0 && { comment: comments.join("\n") }),
    };
  }
}
