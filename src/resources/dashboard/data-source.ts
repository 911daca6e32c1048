import { lookUpDataSource } from "../handlers/look-up";
import type { DashboardRecord } from "./api";
import { dashboardLookup } from "./declaration";
import { tileKeys } from "./tiles/tile";

/**
 * `clickstack_dashboard`: one dashboard by id or name, with its tiles by keys made from their names (docs/internals/api-behavior.md 4.1).
 */
export const dashboardDataSource = lookUpDataSource(
  {
    noun: "dashboard",
    plural: "dashboards",
    collection: (client) => client.dashboards,
    facts: factsOf,
    kindOf: ({ tileIds }) => `tiles: ${Object.keys(tileIds).join(", ") || "none"}`,
  },
  dashboardLookup,
  "A dashboard that exists, found by id or by name.",
);

function factsOf({ id, name, tags, tiles }: DashboardRecord) {
  const named = tiles.map((tile) => ({ id: String(tile.id), name: String(tile.name ?? "") }));
  return {
    id,
    name,
    tags,
    tileIds: Object.fromEntries([...tileKeys(named, {})].map(([tileId, key]) => [key, tileId])),
  };
}
