const IDENTITY = Symbol("identity");

/**
 * Placeholder for a value that must not be shown. It contains nothing of the value, and its text is always `(sensitive
 * value)`. Two placeholders are deeply equal if their values are.
 */
export class SensitiveValue {
  static readonly TEXT = "(sensitive value)";
  /** A symbol, so that a list of properties does not contain this number. */
  readonly [IDENTITY]: number;

  /**
   * @param identity a number that is equal for equal values, such as a running number. It is not derived from the
   * values
   */
  constructor(identity: number) {
    this[IDENTITY] = identity;
  }

  toString(): string {
    return SensitiveValue.TEXT;
  }

  toJSON(): string {
    return SensitiveValue.TEXT;
  }
}

export function isSensitive(value: unknown): value is SensitiveValue {
  return value instanceof SensitiveValue;
}

/** Returns true if a value or a part of it is sensitive. */
export function holdsSensitive(value: unknown): boolean {
  if (typeof value !== "object" || value === null || isSensitive(value)) {
    return isSensitive(value);
  }
  return Object.values(value).some(holdsSensitive);
}

/** Returns JSON in which different sensitive values have different texts. Use it to compare, never to show. */
export function comparableText(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key, shown: unknown) {
    const own = this[key];
    return own instanceof SensitiveValue ? { sensitive: own[IDENTITY] } : shown;
  });
}

/**
 * Fields of a dashboard, tile or alert, as the API names them (docs/internals/api-behavior.md 4.4). Any field may be
 * missing or a `SensitiveValue`, because drawings accept unchecked objects.
 */
export type ApiFields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is ApiFields {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isSensitive(value);
}

export function apiFieldsIn(list: unknown): readonly ApiFields[] {
  return Array.isArray(list) ? list.filter(isFields) : [];
}

/** Returns a non-empty text, or undefined. */
export function shownText(value: unknown): string | undefined {
  if (isSensitive(value)) {
    return String(value);
  }
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
