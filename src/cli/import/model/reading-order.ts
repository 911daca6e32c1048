import type { TileDeclaration } from "../../../schema";
import type { Fields } from "../../../schema/field";

type Tiles = Readonly<Record<string, Fields>>;

/** The tiles of a dashboard as a person reads them: those outside containers first, then container by container, each from the top, from the left. */
export function inReadingOrder({ tiles, containers }: Fields): Tiles {
  const areas = areasOf(containers);
  const areaOf = ({ containerId, tabId }: TileDeclaration) => areas.indexOf(areaKey(containerId, tabId));
  const sorted = Object.entries(tiles as Readonly<Record<string, TileDeclaration>>).sort(
    ([, a], [, b]) => areaOf(a) - areaOf(b) || a.y - b.y || a.x - b.x,
  );
  return Object.fromEntries(sorted);
}

/** Every container and tab, in their order. What is in none of them comes first, as index -1. */
function areasOf(containers: unknown): readonly string[] {
  const list = (containers ?? []) as readonly {
    readonly id: string;
    readonly tabs?: readonly { readonly id: string }[];
  }[];
  return list.flatMap(({ id, tabs = [] }) => [areaKey(id), ...tabs.map((tab) => areaKey(id, tab.id))]);
}

function areaKey(containerId?: string, tabId?: string): string {
  return JSON.stringify([containerId, tabId]);
}
