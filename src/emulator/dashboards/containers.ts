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

export interface PlaceInContainer {
  containerId?: string;
  tabId?: string;
}

/** Returns the problems of the tiles' containers and tabs in the form `tiles.N.<field>: <text>`. */
export function findPlacementProblems(tiles: readonly PlaceInContainer[], known: readonly StoredContainer[]): string[] {
  return tiles.flatMap(({ containerId, tabId }, index) => {
    const place = resolvePlace({ containerId, tabId }, known);
    if (place.containerId !== containerId) {
      return `tiles.${index}.containerId: Tile references unknown containerId "${containerId}"`;
    }
    if (place.tabId === tabId) {
      return [];
    }
    return containerId === undefined
      ? `tiles.${index}.tabId: tabId requires containerId to be set`
      : `tiles.${index}.tabId: Tile references unknown tabId "${tabId}" in container "${containerId}"`;
  });
}

/** Returns the container and the tab as a response shows them, without invalid references. */
export function resolvePlace(
  { containerId, tabId }: PlaceInContainer,
  known: readonly StoredContainer[],
): PlaceInContainer {
  const { id, tabs } = known.find((one) => one.id === containerId) ?? {};
  const tab = tabs?.find((one) => one.id === tabId);
  return { ...(id !== undefined && { containerId: id }), ...(tab && { tabId: tab.id }) };
}
