import { isSensitive } from "./sensitive-value";

/** Fields of an object as the API names them. Any of them may be a `SensitiveValue`. */
export type Fields = Readonly<Record<string, unknown>>;

/** A tile as the API shows it (docs/internals/api-behavior.md 4.4). Any field may be missing: what is drawn is not yet checked. */
export interface TileFields extends Fields {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly config?: unknown;
}

/** A dashboard as the API shows it. `tiles` and `containers` are lists. */
export interface DashboardFields extends Fields {
  readonly name?: unknown;
  readonly tiles?: unknown;
  readonly containers?: unknown;
}

/** An alert as the API shows it; `tileId` says which tile it watches. */
export interface AlertFields extends Fields {
  readonly tileId?: unknown;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isSensitive(value);
}

export function fieldsOf(list: unknown): readonly Fields[] {
  return Array.isArray(list) ? list.filter(isFields) : [];
}

/** A text that is there and not empty. */
export function textOf(value: unknown): string | undefined {
  if (isSensitive(value)) return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
