import type { Type } from "../types/type";
import type { ObjectValue, Value } from "../values/value";

/** What a resource, a data source or the provider itself can hold. */
export interface Schema {
  /** Raised with every incompatible change, together with an entry in `upgradeState`. Default 0. */
  readonly version?: number;
  /** Markdown. */
  readonly description: string;
  /** What to do instead. Marks the whole as deprecated. */
  readonly deprecated?: string;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly blocks?: Readonly<Record<string, Block>>;
}

/** How the objects of a nested attribute or a block are held. */
export type Nesting = "single" | "list" | "set" | "map";

/** One attribute. Exactly one of `type` and `nested` is given; at least one of `required`, `optional`, `computed` or `default`. */
export interface Attribute {
  readonly type?: Type;
  readonly nested?: { readonly nesting: Nesting; readonly attributes: Readonly<Record<string, Attribute>> };
  /** Markdown. */
  readonly description: string;
  readonly required?: true;
  readonly optional?: true;
  /** The provider sets it; together with `optional`, only where the configuration does not. */
  readonly computed?: true;
  /** Terraform hides it in its output. */
  readonly sensitive?: true;
  /** Present in the configuration alone, null in plan and state. Terraform 1.11 and later. */
  readonly writeOnly?: true;
  /** What to do instead. */
  readonly deprecated?: string;
  /**
   * Planned when the configuration leaves the attribute null; makes an optional attribute computed on the wire.
   * A function gets the planned values of the same object: configured ones (which may be unknown), computed ones and
   * defaults declared before it. It returns UNKNOWN when what it depends on is unknown, and may return null.
   */
  readonly default?: Value | ((siblings: ObjectValue) => Value);
  /**
   * A computed attribute without configuration, when an update changes anything else of the resource:
   * keep the prior value (default) or plan "known after apply".
   */
  readonly onChange?: "keep" | "recompute";
  /**
   * A computed attribute that reads alone change: null for a new object, the prior value in an update, and after a write what was planned,
   * whatever the handler returned. The configuration never sets it.
   */
  readonly changedByReads?: true;
  /** A changed value needs a new object. A function is asked only when the value differs; `planned` may be UNKNOWN. */
  readonly requiresReplace?: true | ((change: { readonly prior: Value; readonly planned: Value }) => boolean);
  /**
   * Whether a configured value means the same as the prior one. Then the prior value is planned and there is no diff.
   * Read and apply ask as well, with what the provider returned in the second place, and keep the form that was there.
   * Never asked about null or a value with unknowns.
   */
  readonly sameMeaning?: (prior: Value, configured: Value) => boolean;
}

/** A nested block, for what HCL wants written without `=`. Prefer nested attributes: their leaves tell more. */
export interface Block {
  readonly nesting: Nesting;
  /** Markdown. */
  readonly description: string;
  readonly deprecated?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly blocks?: Readonly<Record<string, Block>>;
}
