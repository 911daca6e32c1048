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
  const others = new Map(
    other?.sections.flatMap(({ title, tiles }) => tiles.map((tile) => [tile.id, likeness(tile, title)])),
  );
  const mark = (tile: DrawnTile, section: string | undefined): DrawnTile => {
    const like = others.get(tile.id);
    if (like === likeness(tile, section)) {
      return tile;
    }
    return { ...tile, change: like === undefined ? alone : "changed" };
  };
  return {
    ...drawing,
    sections: drawing.sections.map(({ tiles, ...section }) => ({
      ...section,
      tiles: tiles.map((tile) => mark(tile, section.title)),
    })),
  };
}

/** Returns a text that is equal for equal tiles. Values of series change constantly and are ignored. */
function likeness({ title, x, y, w, h, config, alerts }: DrawnTile, section: string | undefined): string {
  return comparableText([section, title, x, y, w, h, config, alerts]);
}
