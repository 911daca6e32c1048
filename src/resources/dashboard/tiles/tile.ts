import * as z from "zod";
import { isPresent, optional, required } from "../../../declaration/field";
import { otherFields } from "../../../declaration/other-fields";
import { type Rule, withRules } from "../../../declaration/rules";
import { tileConfig } from "./tile-config";

/** The dashboard grid's columns (docs/internals/api-behavior.md 4.4). */
export const GRID_COLUMNS = 24;

const tabNeedsContainer: Rule = {
  reads: ["tabId", "containerId"],
  refuses: ({ tabId, containerId }) => isPresent(tabId) && !isPresent(containerId),
  message: "A tab is part of a container: name the container too, or leave the tab out.",
};

/**
 * One tile of a dashboard (docs/internals/api-behavior.md 4.4). Its id belongs to the server and is kept by tile key.
 */
export const tile = withRules(
  z.object({
    name: required("The tile's title.", z.string()),
    x: required(
      "The first column, counted from 0.",
      z
        .number()
        .min(0)
        .max(GRID_COLUMNS - 1),
    ),
    y: required("The first row, counted from 0.", z.number().min(0)),
    w: required("Columns wide, of 24.", z.number().min(1).max(GRID_COLUMNS)),
    h: required("Rows high.", z.number().min(1)),
    containerId: optional("The container that holds the tile.", z.string().min(1).max(256)),
    tabId: optional("The tab of the container that holds the tile.", z.string().min(1).max(256)),
    config: required("What the tile shows.", tileConfig),
    otherFields: otherFields("tile"),
  }),
  tabNeedsContainer,
);

export type TileDeclaration = z.input<typeof tile>;

/** Server tile ids by the author's tile keys. */
export type TileIds = Readonly<Record<string, string>>;

/** What naming a tile needs of it. */
interface IdentifiedTile {
  readonly id: string;
  readonly name: string;
}

/**
 * Gives each observed tile its key: the one that its id already has, else one made from its name that no other tile
 * has. Keys of known tiles never change, whatever happens to names, positions and order.
 */
export function tileKeys(tiles: readonly IdentifiedTile[], known: TileIds): ReadonlyMap<string, string> {
  const keyOfId = new Map(Object.entries(known).map(([key, id]) => [id, key]));
  const taken = new Set(Object.keys(known));
  const keys = new Map<string, string>();
  const counts = new Map<string, number>();
  // By id, so that two tiles of one name keep their keys whatever their order on the dashboard.
  for (const { id, name } of tiles.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const key = keyOfId.get(id) ?? freeKey(name, taken, counts);
    taken.add(key);
    keys.set(id, key);
  }
  return keys;
}

/**
 * @param counts how far the counting of each name has come, so that a thousand tiles of one name are not counted from 2
 * a thousand times.
 */
function freeKey(name: string, taken: ReadonlySet<string>, counts: Map<string, number>): string {
  const base = slug(name) || "tile";
  let count = counts.get(base) ?? 1;
  while (taken.has(numbered(base, count))) {
    count += 1;
  }
  counts.set(base, count);
  return numbered(base, count);
}

function numbered(base: string, count: number): string {
  return count === 1 ? base : `${base}_${count}`;
}

function slug(name: string): string {
  const withoutAccents = name.normalize("NFKD").replace(/\p{Mark}/gu, "");
  const words = withoutAccents.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join("_").slice(0, 60);
}
