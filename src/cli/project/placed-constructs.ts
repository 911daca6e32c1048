import { join } from "node:path";
import {
  type CodePosition,
  type LayoutEntry,
  POSITIONS,
  type PositionMetadata,
  readPosition,
} from "../../constructs/code-position";
import type { Rectangle, Row } from "../../constructs/layout";
import { isFields } from "../../drawing";
import { ownValue } from "../../own-values";
import type { Stack } from "./find-stacks";
import { readJsonFile } from "./read-file";

export interface PlacedConstruct {
  /** Address in the stack, such as `clickstack_dashboard.checkout` or `data.clickstack_source.logs`. */
  readonly address: string;
  readonly position: CodePosition;
  /** Positions of the tiles of a dashboard by key, if they differ from its own. */
  readonly tiles: ReadonlyMap<string, CodePosition>;
  /** Tiles of a dashboard in the order of the program. */
  readonly layout: ReadonlyMap<string, DeclaredPlace>;
  /** Addresses of the constructs that refer to a tile of a dashboard, by tile key. */
  readonly references: ReadonlyMap<string, readonly string[]>;
}

/** Place of a tile in the order of the program, with the parts that its code declares. */
interface DeclaredPlace {
  readonly sides: ReadonlySet<Side>;
  /** The row of the tile. All tiles of a row have the same object. */
  readonly row?: Row;
}

export type Side = keyof Rectangle;

export const SIDES: readonly Side[] = ["x", "y", "w", "h"];

/** Reads the constructs of a synthesized stack that have a recorded position. */
export function constructsIn({ folder }: Pick<Stack, "folder">): readonly PlacedConstruct[] {
  const json = readJsonFile(join(folder, "cdk.tf.json"));
  if (!isFields(json)) {
    return [];
  }
  const references = tileReferencesIn(json.resource);
  return [...blocksIn(json.resource, "", references), ...blocksIn(json.data, "data.", references)];
}

type References = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

function blocksIn(section: unknown, prefix: string, references: References): readonly PlacedConstruct[] {
  return namedBlocks(section).flatMap(([name, block]) => {
    const metadata = isFields(block) && isFields(block["//"]) ? ownValue(block["//"], POSITIONS) : undefined;
    const { source, tiles = {}, layout } = (isFields(metadata) ? metadata : {}) as PositionMetadata;
    const position = readPosition(source);
    if (!position || !isFields(block)) {
      return [];
    }
    const tilePositions = Object.entries(tiles).flatMap(([key, text]) => {
      const place = readPosition(text);
      return place ? [[key, place] as const] : [];
    });
    const address = `${prefix}${name}`;
    const placed = layout ?? Object.keys(isFields(block.tiles) ? block.tiles : {}).map((key) => `${key}:xywh`);
    const tileReferences = references.get(address) ?? new Map();
    return [
      { address, position, tiles: new Map(tilePositions), layout: readLayout(placed), references: tileReferences },
    ];
  });
}

/** Lists the blocks of a section, each with its type and name. */
export function namedBlocks(section: unknown): readonly (readonly [name: string, block: unknown])[] {
  return Object.entries(isFields(section) ? section : {}).flatMap(([type, blocks]) =>
    Object.entries(isFields(blocks) ? blocks : {}).map(([name, block]) => [`${type}.${name}`, block] as const),
  );
}

function readLayout(entries: readonly LayoutEntry[]): ReadonlyMap<string, DeclaredPlace> {
  return new Map(
    entries.flatMap((entry) => {
      if (typeof entry === "string") {
        return [readPlace(entry)];
      }
      const row: Row = entry.height === undefined ? {} : { height: entry.height };
      return entry.row.map((each) => readPlace(each, row));
    }),
  );
}

function readPlace(text: string, row?: Row): readonly [key: string, place: DeclaredPlace] {
  const [key = "", sides = ""] = text.split(":");
  return [key, { sides: new Set(SIDES.filter((side) => sides.includes(side))), ...(row && { row }) }];
}

const TILE_ID = /(clickstack_dashboard\.[\w-]+)\.tile_ids\[\\"([\w.-]+)\\"\]/g;

/** Finds the blocks that refer to tiles: address of the dashboard, then tile key, to addresses. */
function tileReferencesIn(section: unknown): References {
  const references = new Map<string, Map<string, string[]>>();
  for (const [address, block] of namedBlocks(section)) {
    for (const [, dashboard = "", key = ""] of JSON.stringify(block).matchAll(TILE_ID)) {
      const addressesByTile = references.get(dashboard) ?? new Map<string, string[]>();
      references.set(dashboard, addressesByTile.set(key, [...new Set([...(addressesByTile.get(key) ?? []), address])]));
    }
  }
  return references;
}
