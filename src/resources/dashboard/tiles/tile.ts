import * as z from "zod";
import { extraFields } from "../../../declaration/extra-fields";
import { isPresent, optional, required } from "../../../declaration/field";
import { otherFields } from "../../../declaration/other-fields";
import { type Rule, withRules } from "../../../declaration/rules";
import { tileConfigField } from "./tile-config";

/** Number of columns of the dashboard grid (docs/internals/api-behavior.md 4.4). */
export const GRID_COLUMNS = 24;

const tabNeedsContainer: Rule = {
  reads: ["tabId", "containerId"],
  refuses: ({ tabId, containerId }) => isPresent(tabId) && !isPresent(containerId),
  message: "A tab is part of a container. Set the container too, or leave the tab out.",
};

/** The server assigns the id, which the state stores by tile key (docs/internals/api-behavior.md 4.4). */
export const tileField = withRules(
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
    w: required("Width in columns, of 24.", z.number().min(1).max(GRID_COLUMNS)),
    h: required("Height in rows.", z.number().min(1)),
    containerId: optional("The container that contains the tile.", z.string().min(1).max(256)),
    tabId: optional("The tab that contains the tile.", z.string().min(1).max(256)),
    config: required("Configuration of the tile's content.", tileConfigField, { propName: "" }),
    extraFields: extraFields("tile"),
    otherFields: otherFields("tile"),
  }),
  tabNeedsContainer,
);

export type TileDeclaration = z.input<typeof tileField>;

/** Server tile ids by the author's tile keys. */
export type TileIds = Readonly<Record<string, string>>;

/** The parts of a tile that determine its key. */
interface IdentifiedTile {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the key of each observed tile: the known key of its id, else a unique key made from its name. Keys of known
 * tiles never change with names, positions or order.
 */
export function tileKeys(tiles: readonly IdentifiedTile[], known: TileIds): ReadonlyMap<string, string> {
  const keyOfId = new Map(Object.entries(known).map(([key, id]) => [id, key]));
  const taken = new Set(Object.keys(known));
  const keys = new Map<string, string>();
  const counts = new Map<string, number>();
  // Sorted by id, so that two tiles with the same name keep their keys in any order on the dashboard.
  for (const { id, name } of tiles.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const key = keyOfId.get(id) ?? freeKey(name, taken, counts);
    taken.add(key);
    keys.set(id, key);
  }
  return keys;
}

/** @param counts last number of each name, so that numbering many tiles with the same name does not restart at 2 */
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

/** Length of the part of a name that a key is made from. A longer name takes quadratic time to normalize. */
const MAX_SLUG_SOURCE = 1000;

function slug(name: string): string {
  const withoutAccents = name
    .slice(0, MAX_SLUG_SOURCE)
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "");
  const words = withoutAccents.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join("_").slice(0, 60);
}
