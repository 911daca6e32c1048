import { z } from "zod/v3";
import { addProblem } from "../refusal";

const title = z.string().min(1).max(256);
const tab = z.object({ id: title, title });

const container = z.object({
  id: title,
  title,
  collapsed: z.boolean(),
  collapsible: z.boolean().optional(),
  bordered: z.boolean().optional(),
  tabs: z.array(tab).max(20).optional(),
});

export type StoredContainer = z.infer<typeof container>;

/** Containers, up to 50, in the order of the layout (docs/internals/api-behavior.md 4.5). */
export const containers = z.array(container).max(50);

/** Checks that the ids of containers are unique in the dashboard, and the ids of tabs in their container. */
export function checkContainers(list: readonly StoredContainer[], ctx: z.RefinementCtx): void {
  const ids = list.map(({ id }) => id);
  list.forEach(({ id, tabs = [] }, index) => {
    const refuse = (message: string, ...path: (string | number)[]) =>
      addProblem(ctx, message, "containers", index, ...path);
    if (ids.indexOf(id) < index) {
      refuse(`Container IDs must be unique: "${id}"`, "id");
    }
    const tabIds = tabs.map((tab) => tab.id);
    tabIds.forEach((tabId, at) => {
      if (tabIds.indexOf(tabId) < at) {
        refuse(`Duplicate tab id "${tabId}" in container "${id}"`, "tabs", at, "id");
      }
    });
  });
}

/** Container and tab of a tile. */
export interface PlaceInContainer {
  containerId?: string;
  tabId?: string;
}

/** Returns the problems of the tiles' containers and tabs in the form `tiles.N.<field>: <text>`. */
export function findPlacementProblems(tiles: readonly PlaceInContainer[], known: readonly StoredContainer[]): string[] {
  return tiles.flatMap((tile, index) => findPlacementProblem(tile, known).map((text) => `tiles.${index}.${text}`));
}

function findPlacementProblem({ containerId, tabId }: PlaceInContainer, known: readonly StoredContainer[]): string[] {
  if (containerId === undefined) {
    return tabId === undefined ? [] : ["tabId: tabId requires containerId to be set"];
  }
  const found = known.find((one) => one.id === containerId);
  if (!found) {
    return [`containerId: Tile references unknown containerId "${containerId}"`];
  }
  if (tabId === undefined || found.tabs?.some((one) => one.id === tabId)) {
    return [];
  }
  return [`tabId: Tile references unknown tabId "${tabId}" in container "${containerId}"`];
}

/** Returns the container and the tab as a response shows them, without invalid references. */
export function resolvePlace(
  { containerId, tabId }: PlaceInContainer,
  known: readonly StoredContainer[],
): PlaceInContainer {
  const found = containerId === undefined ? undefined : known.find((one) => one.id === containerId);
  if (!found) {
    return {};
  }
  const tab = found.tabs?.find((one) => one.id === tabId);
  return tab ? { containerId: found.id, tabId: tab.id } : { containerId: found.id };
}
