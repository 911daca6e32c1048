/** Server tile ids by the author's tile keys. */
export type TileIds = Readonly<Record<string, string>>;

/** What naming a tile needs of it. */
interface IdentifiedTile {
  readonly id: string;
  readonly name: string;
}

/**
 * Gives each observed tile its key: the one that its id already has, else one made from its name that no other tile has.
 * Keys of known tiles never change, whatever happens to names, positions and order.
 */
export function tileKeys(tiles: readonly IdentifiedTile[], known: TileIds): ReadonlyMap<string, string> {
  const keyOfId = new Map(Object.entries(known).map(([key, id]) => [id, key]));
  const taken = new Set(Object.keys(known));
  const keys = new Map<string, string>();
  // By id, so that two tiles of one name keep their keys whatever their order on the dashboard.
  for (const { id, name } of tiles.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const key = keyOfId.get(id) ?? freeKey(name, taken);
    taken.add(key);
    keys.set(id, key);
  }
  return keys;
}

function freeKey(name: string, taken: ReadonlySet<string>): string {
  const base = slug(name) || "tile";
  let key = base;
  for (let count = 2; taken.has(key); count++) key = `${base}_${count}`;
  return key;
}

function slug(name: string): string {
  const withoutAccents = name.normalize("NFKD").replace(/\p{Mark}/gu, "");
  const words = withoutAccents.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join("_").slice(0, 60);
}
