import type { Fields } from "../../../schema/field";
import type { Existing } from "../existing";
import type { ImportKind } from "../kinds";

/** An object that is imported. */
export interface Imported extends Existing {
  /** Its construct's id, unique in the stack, such as `too-many-errors`. The resource has the same name in Terraform. */
  readonly constructId: string;
  /** What its author would declare, by the names of the declaration. */
  readonly fields: Fields;
  /** All that the provider keeps of it. */
  readonly state: Fields;
}

/** Its address in Terraform as cdktf makes it. */
export function addressOf({ kind, constructId }: Pick<Imported, "kind" | "constructId">): string {
  return `clickstack_${kind}.${constructId}`;
}

/** The ids of its tiles on the server, by tile key. */
export function tileIdsOf({ state }: Imported): Readonly<Record<string, string>> {
  return (state.tileIds ?? {}) as Record<string, string>;
}

/** The tiles that are declared, by tile key. */
export function tilesOf({ fields }: Imported): Readonly<Record<string, Fields>> {
  return (fields.tiles ?? {}) as Record<string, Fields>;
}

/** What an author ignores because no declaration can say it: attribute to what is there. */
export function undeclarable({ state }: Imported): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const own = pathsOf(state);
  if (own.length > 0) found.set("other_fields", own);
  for (const [key, tile] of Object.entries((state.tiles ?? {}) as Record<string, Fields>)) {
    const paths = pathsOf(tile);
    if (paths.length > 0) found.set(`tiles["${key}"].other_fields`, paths);
  }
  return found;
}

function pathsOf({ otherFields }: Fields): readonly string[] {
  return Object.keys((otherFields ?? {}) as Fields);
}

export function ofKind(objects: readonly Imported[], kind: ImportKind): readonly Imported[] {
  return objects.filter((each) => each.kind === kind);
}

/** The Terraform variable that keeps a webhook's address out of the code. */
export function addressVariableOf({ constructId }: Pick<Imported, "constructId">): string {
  return `${constructId.replaceAll("-", "_")}_url`;
}

/** The ids of the objects that are declared before one, which it may refer to without closing a circle. */
export function idsBefore(objects: readonly Imported[], object: Imported): ReadonlySet<string> {
  return new Set(objects.slice(0, objects.indexOf(object)).map(({ id }) => id));
}
