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
  /** The tiles of a dashboard that stand in no code. */
  readonly tilesLeftOut: readonly TileLeftOut[];
}

/** A tile that code cannot say. */
export interface TileLeftOut {
  readonly key: string;
  /** Its title; empty where it has none. */
  readonly name: string;
  readonly reason: string;
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

/** The attributes that are ignored: without that the next update would remove the tiles that stand in no code. */
export function ignoredAttributes({ tilesLeftOut }: Imported): readonly string[] {
  return tilesLeftOut.map(({ key }) => `tiles["${key}"]`);
}

/** What is said of ignored tiles beside the code. */
export function ignoredRemark({ tilesLeftOut }: Imported): string {
  const tiles = tilesLeftOut.map(({ key, name, reason }) => `The tile "${name || key}" is not declared: ${reason}`);
  return [...tiles, "Ignored here, updates leave it as it is. Otherwise the next one removes it."].join("\n");
}

/** What was set on the server and no declaration can say; undefined where there is nothing. */
export function otherFieldsRemark({ state, tilesLeftOut }: Imported): string | undefined {
  const leftOut = new Set(tilesLeftOut.map(({ key }) => key));
  const ofTiles = Object.entries((state.tiles ?? {}) as Record<string, Fields>)
    .filter(([key]) => !leftOut.has(key))
    .flatMap(([key, tile]) => pathsOf(tile).map((path) => `tiles.${key}.${path}`));
  const paths = [...pathsOf(state), ...ofTiles];
  if (paths.length === 0) return undefined;
  return `Set on the server, and nothing that can be declared: ${paths.join(", ")}. Updates leave it as it is.`;
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
