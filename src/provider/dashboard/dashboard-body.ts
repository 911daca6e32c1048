import type { DashboardBody, JsonObject } from "../../api";
import type { DashboardDeclaration } from "../../schema";
import { toApi } from "../../schema/api-form";
import { clearValues } from "../../schema/clear-values";
import { dashboard } from "../../schema/dashboard";
import { withOtherFields } from "../../schema/other-fields";
import { ownValue } from "../../schema/own-property";
import { objectShapeOf } from "../../schema/shape";
import { tile as tileSchema } from "../../schema/tile";
import type { TileIds } from "../../schema/tile-keys";
import type { FilterId } from "./observed-dashboard";

const DASHBOARD = objectShapeOf(dashboard);
const TILE = objectShapeOf(tileSchema);

/** The keys of the tiles in the order in which they are sent: as they lie on the grid, so that the stored order is stable. */
export function sentTileKeys(declared: DashboardDeclaration): readonly string[] {
  const position = (key: string) => ownValue(declared.tiles, key) ?? { x: 0, y: 0 };
  return Object.keys(declared.tiles).sort((a, b) => {
    const [first, second] = [position(a), position(b)];
    return first.y - second.y || first.x - second.x || (a < b ? -1 : 1);
  });
}

/** A dashboard without the fields that only the server knows. */
export function withoutOtherFields({
  otherFields: _,
  tiles,
  ...dashboard
}: DashboardDeclaration): DashboardDeclaration {
  const bare = Object.entries(tiles).map(([key, { otherFields: __, ...tile }]) => [key, tile] as const);
  return { ...dashboard, tiles: Object.fromEntries(bare) };
}

/** The body that creates a dashboard. */
export function createBody(declared: DashboardDeclaration): DashboardBody {
  return body(declared, {}, []);
}

/**
 * The body that replaces a dashboard: ids are sent back, and what would stick when omitted is cleared
 * (docs/internals/api-behavior.md 4.2, 4.3).
 */
export function updateBody(
  declared: DashboardDeclaration,
  tileIds: TileIds,
  filterIds: readonly FilterId[],
): DashboardBody {
  return { ...clearValues(DASHBOARD), ...body(declared, tileIds, filterIds) };
}

function body(declared: DashboardDeclaration, tileIds: TileIds, filterIds: readonly FilterId[]): DashboardBody {
  const { id: _, tileIds: __, otherFields, tiles, filters, savedQuery, ...fields } = declared;
  const sent = {
    ...(fields as JsonObject & { name: string }),
    ...(savedQuery && { savedQuery }),
    tiles: sentTileKeys(declared).map((key) => tileBody(ownValue(tiles, key), ownValue(tileIds, key))),
    ...(filters && { filters: withFilterIds(filters, filterIds) }),
  };
  return withOtherFields(sent, otherFields);
}

function tileBody(tile: DashboardDeclaration["tiles"][string] | undefined, id: string | undefined): JsonObject {
  const { otherFields, ...fields } = tile ?? {};
  return { ...withOtherFields(toApi(TILE, fields) as JsonObject, otherFields), ...(id && { id }) };
}

/** A filter keeps the id of the stored filter with its name; a renamed one that of its place. Each id is used once. */
function withFilterIds(filters: readonly object[], stored: readonly FilterId[]): JsonObject[] {
  const free = [...stored];
  const take = (index: number) => (index < 0 ? undefined : free.splice(index, 1)[0]?.id);
  const byName = filters.map((filter) =>
    take(free.findIndex(({ name }) => name === (filter as { name?: string }).name)),
  );
  return filters.map((filter, index) => {
    const id = byName[index] ?? take(free.findIndex(({ id: each }) => each === stored[index]?.id));
    return { ...(filter as JsonObject), ...(id && { id }) };
  });
}
