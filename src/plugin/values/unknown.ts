/** A value that is known only after an apply. There is one: {@link UNKNOWN}. */
export class Unknown {
  static readonly #only = new Unknown();

  // Without a member of its own every object would pass for an Unknown in the type checker.
  protected readonly kind = "unknown";

  /** The one unknown value. */
  static get only(): Unknown {
    return Unknown.#only;
  }

  private constructor() {
    Object.freeze(this);
  }

  /** The words Terraform uses for it. */
  toString(): string {
    return "(known after apply)";
  }
}

/** The unknown value. What a host says about it beyond that (refinements) is dropped. */
export const UNKNOWN: Unknown = Unknown.only;

/** Whether the value itself is unknown. For unknowns inside a value see `containsUnknown`. */
export function isUnknown(value: unknown): value is Unknown {
  return value === UNKNOWN;
}
