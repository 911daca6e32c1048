import type { DashboardDeclaration, TileConfig } from "../schema";

type TileDeclarations = DashboardDeclaration["tiles"];

/**
 * The tiles of a dashboard, where a click that leads to the dashboard itself names it by its name:
 * Terraform allows no resource to refer to its own id.
 */
export function withLinksToSelf(tiles: TileDeclarations, dashboard: { id: string; name: string }): TileDeclarations {
  const entries = Object.entries(tiles).map(([key, tile]) => [
    key,
    { ...tile, config: linked(tile.config, dashboard) },
  ]);
  return Object.fromEntries(entries);
}

function linked(config: TileConfig, { id, name }: { id: string; name: string }): TileConfig {
  if (typeof config !== "object" || config === null || !("onClick" in config) || config.onClick?.type !== "dashboard")
    return config;
  const { target } = config.onClick;
  if (target?.mode !== "id" || target.id !== id) return config;
  return { ...config, onClick: { ...config.onClick, target: { mode: "template", template: name } } };
}
