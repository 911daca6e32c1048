const IDENTITY = Symbol("identity");

/**
 * Stands for a value that must not be shown. It holds nothing of the value: however it is turned into text, it reads `(sensitive value)`.
 * Two of them are deeply equal where the values are.
 */
export class SensitiveValue {
  static readonly TEXT = "(sensitive value)";
  /** A symbol, so that nobody who lists properties meets it. */
  readonly [IDENTITY]: number;

  /** @param identity the same for equal values, and made of nothing in them, such as a running number. */
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

/** Whether a value is sensitive, or any part of it. */
export function holdsSensitive(value: unknown): boolean {
  if (typeof value !== "object" || value === null || isSensitive(value)) return isSensitive(value);
  return Object.values(value).some(holdsSensitive);
}

/** JSON in which sensitive values that differ read differently: for comparing, never for showing. */
export function comparableText(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key, shown: unknown) {
    const own = this[key];
    return own instanceof SensitiveValue ? { sensitive: own[IDENTITY] } : shown;
  });
}
