import type { ApiRecord } from "../../api";
import { onOneLine } from "./code/comment-lines";
import type { ImportKind } from "./kinds";

/** An object that exists on the server. */
export interface Existing {
  readonly kind: ImportKind;
  readonly id: string;
  /** Empty where it has none, as an alert may. */
  readonly name: string;
  readonly tags: readonly string[];
  /** As the server shows it. */
  readonly record: ApiRecord;
}

export function existing(kind: ImportKind, record: ApiRecord): Existing {
  const { id, name, tags } = record;
  return {
    kind,
    id,
    name: typeof name === "string" ? name : "",
    tags: Array.isArray(tags) ? tags.map(String) : [],
    record,
  };
}

/** How messages name an object. */
export function titleOf({ name, id }: Pick<Existing, "name" | "id">): string {
  return name === "" ? id : `"${onOneLine(name)}"`;
}
