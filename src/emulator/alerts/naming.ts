import type { StoredAlert } from "../state";
import type { Store } from "../store";
import type { AlertBody } from "./body";
import type { AlertTarget } from "./references";

type Naming = Pick<StoredAlert, "displayName" | "tags">;

/** The name and the tags that a write stores: what it says, else what the server takes from the watched object (docs/internals/api-behavior.md 6.2). */
export function writtenNaming(body: AlertBody, target: AlertTarget, store: Store): Naming {
  const derived = derivedNaming(target, store);
  return { displayName: body.displayName ?? derived.displayName, tags: body.tags ?? derived.tags };
}

/** The name and the tags that a response shows: also for what was stored before there were any. */
export function shownNaming(alert: StoredAlert, store: Store): { displayName: string; tags: string[] } {
  const derived = derivedNaming(alert, store);
  return { displayName: alert.displayName ?? derived.displayName ?? "Alert", tags: alert.tags ?? derived.tags ?? [] };
}

type Watched = Pick<StoredAlert, "source" | "dashboardId" | "tileId" | "savedSearchId" | "chartConfig">;

/** Null: there is nothing to take it from. */
function derivedNaming(watched: Watched, store: Store): Naming {
  if (watched.source === "inline") return { displayName: nameOf(watched.chartConfig?.name), tags: [] };
  if (watched.source === "saved_search") {
    const search = store.savedSearches.get(watched.savedSearchId ?? "");
    return search ? { displayName: nameOf(search.name), tags: [...search.tags] } : { displayName: null, tags: null };
  }
  const dashboard = store.dashboards.get(watched.dashboardId ?? "");
  if (!dashboard) return { displayName: null, tags: null };
  const tile = dashboard.tiles.find(({ id }) => id === watched.tileId);
  const board = nameOf(dashboard.name);
  const displayName = board === null ? null : `${board} - ${nameOf(tile?.name) ?? "Tile"}`.slice(0, 512);
  return { displayName, tags: [...(dashboard.tags ?? [])] };
}

function nameOf(value: unknown): string | null {
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? null : text.slice(0, 512);
}
