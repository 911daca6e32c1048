import type { Fields } from "../../../schema/field";
import { ownValue } from "../../../schema/own-property";
import { type Composite, code, type Entry, type Expression, list, literal, object, text } from "../code/expression";
import type { Imported } from "../model/imported";
import type { LookupKind, Reference, References } from "../model/references";
import { type FileLookups, hclAddress } from "./hcl-names";

/** What each attribute that holds an id, or a list of them, stands for. */
const REFERRING: Readonly<Record<string, LookupKind>> = {
  source_id: "source",
  applies_to_source_ids: "source",
  connection_id: "connection",
  webhook_id: "webhook",
  dashboard_id: "dashboard",
  saved_search_id: "saved_search",
  assigned_role_ids: "role",
  log_source_id: "source",
  trace_source_id: "source",
  session_source_id: "source",
};

/** Attributes that have a line for each entry even where one line would do. */
const SPREAD = new Set(["tiles", "config"]);

/** Attributes as HCL, with addresses instead of ids. */
export class HclValues {
  /** @param mayRefer whether the object at hand may refer to another one without closing a circle. */
  constructor(
    private readonly references: References,
    private readonly lookups: FileLookups,
    private readonly mayRefer: (object: Imported) => boolean,
  ) {}

  entries(attributes: Fields): readonly Entry[] {
    return Object.entries(attributes).map(([key, value]) => this.#entry(key, value));
  }

  /** The address whose id a reference stands for, or nothing where there is only the id. */
  address(reference: Reference): string | undefined {
    if (reference.type === "object") return hclAddress(reference.object);
    return reference.type === "look-up" ? this.lookups.address(reference.lookup) : undefined;
  }

  #entry(key: string, value: unknown): Entry {
    const kind = ownValue(REFERRING, key);
    if (kind !== undefined) return this.#referring(key, kind, value);
    if (key === "on_click") return { key, value: this.#link(value as Fields) };
    return { key, value: this.#value(key, value) };
  }

  #value(key: string, value: unknown): Expression {
    if (Array.isArray(value)) return list(value.map((item) => this.#value("", item)));
    if (typeof value !== "object" || value === null) return literal(value);
    const isTile = "config" in value;
    return object(this.entries(value as Fields), { isSpread: isTile || SPREAD.has(key) });
  }

  #referring(key: string, kind: LookupKind, value: unknown): Entry {
    const referred = [value].flat().map((id) => this.#id(this.references.of(kind, String(id))));
    const comments = referred.flatMap(({ comment }) => comment ?? []);
    const [first = text("")] = referred.map(({ expression }) => expression);
    return {
      key,
      value: Array.isArray(value) ? list(referred.map(({ expression }) => expression)) : first,
      ...(comments.length > 0 && { comment: comments.join("\n") }),
    };
  }

  #id(reference: Reference): { readonly expression: Expression; readonly comment?: string } {
    if (reference.type === "id") {
      const { id, why } = reference;
      return { expression: text(id), ...(why !== undefined && { comment: why }) };
    }
    if (reference.type === "object" && !this.mayRefer(reference.object)) {
      const { id, name } = reference.object;
      return { expression: text(id), comment: `"${name}" by its id, because each refers to the other.` };
    }
    return { expression: code(`${this.address(reference)}.id`) };
  }

  /** A link names its target's kind beside it. */
  #link({ target, ...link }: Fields): Composite {
    const { id, ...rest } = (target ?? {}) as Fields;
    if (typeof id !== "string") return object(this.entries({ ...link, ...(target !== undefined && { target }) }));
    const reference = this.references.of(link.type === "search" ? "source" : "dashboard", id);
    const { expression, comment } = this.#id(reference);
    const targetObject = object([...this.entries(rest), { key: "id", value: expression, ...(comment && { comment }) }]);
    const { type, ...others } = link;
    return object([...this.entries({ type }), { key: "target", value: targetObject }, ...this.entries(others)]);
  }
}
