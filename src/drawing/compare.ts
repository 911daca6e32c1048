import { comparableText } from "./dashboard-fields";
import type { DrawnDashboard, DrawnTile, TileChange } from "./drawn-dashboard";

export function areAlike(one: DrawnDashboard, other: DrawnDashboard): boolean {
  return comparableText(one) === comparableText(other);
}

/** Returns both drawings with a mark on every tile that differs or exists only in one of them. */
export function marked(
  before: DrawnDashboard | undefined,
  after: DrawnDashboard | undefined,
): { readonly before: DrawnDashboard | undefined; readonly after: DrawnDashboard | undefined } {
  return { before: before && markedBy(before, after, "removed"), after: after && markedBy(after, before, "added") };
}

function markedBy(drawing: DrawnDashboard, other: DrawnDashboard | undefined, alone: TileChange): DrawnDashboard {
  const others = tilesOf(other);
  const mark = (tile: DrawnTile, section: string | undefined): DrawnTile => {
    const change = changeOf(likeness(tile, section), others.get(tile.id), alone);
    return change === undefined ? tile : { ...tile, change };
  };
  return {
    ...drawing,
    sections: drawing.sections.map(({ tiles, ...section }) => ({
      ...section,
      tiles: tiles.map((tile) => mark(tile, section.title)),
    })),
  };
}

function tilesOf(drawing: DrawnDashboard | undefined): ReadonlyMap<string, string> {
  const tiles = drawing?.sections.flatMap(({ title, tiles }) =>
    tiles.map((tile) => [tile.id, likeness(tile, title)] as const),
  );
  return new Map(tiles);
}

function changeOf(own: string, other: string | undefined, alone: TileChange): TileChange | undefined {
  if (other === undefined) {
    return alone;
  }
  return own === other ? undefined : "changed";
}

/** Properties by which two drawn tiles are equal. Values of series change constantly and are ignored. */
function likeness({ title, x, y, w, h, config, alerts }: DrawnTile, section: string | undefined): string {
  return comparableText([section, title, x, y, w, h, config, alerts]);
}
