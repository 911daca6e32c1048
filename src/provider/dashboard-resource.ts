import type { DashboardRecord } from "../api";
import { isUnknown, type ObjectValue, type PrivateState, type Resource, UNKNOWN, type Value } from "../plugin";
import { type DashboardDeclaration, dashboard } from "../schema/dashboard";
import type { Fields } from "../schema/field";
import { objectShapeOf, shapeOf } from "../schema/shape";
import { tileConfig } from "../schema/tile-config";
import type { TileIds } from "../schema/tile-keys";
import { attributePathOf } from "./attribute-path";
import { schemaOf } from "./attributes";
import { createBody, sentTileKeys, updateBody } from "./dashboard-body";
import { inheritedTileIds } from "./inherited-tile-ids";
import { bodySteps } from "./locate-in-body";
import { type FilterId, filterIdsOf, observedDashboard, tileConfigsOf } from "./observed-dashboard";
import { type Locate, reportFailure } from "./report-failure";
import type { Session } from "./session";
import { stateOf } from "./state-of";
import { fromTerraform, objectFromTerraform } from "./terraform-form";
import { validateConfig } from "./validate-config";

const DASHBOARD = objectShapeOf(dashboard);
const CONFIG = shapeOf(tileConfig);

/** `clickstack_dashboard`: a dashboard with its tiles by key (facts/api.md 4). */
export const dashboardResource: Resource<Session> = {
  schema: schemaOf(
    DASHBOARD,
    "A ClickStack dashboard. Every change made elsewhere shows as drift, by tile key and field.",
  ),

  validate: ({ config }) => validateConfig(DASHBOARD, config),

  async modifyPlan({ plan, state }, { client: session }) {
    const tileIds = plannedTileIds(plan, state);
    const configs = plannedConfigs(plan, tileIds);
    if (state && session && configs) session.plannedTiles.set(String(state.id), configs);
    return { plan: { ...plan, tile_ids: tileIds } };
  },

  async create({ plan }, { client: session, signal }) {
    const declared = declaredOf(plan);
    const keys = sentTileKeys(declared);
    const record = await reportFailure(
      `create the dashboard "${declared.name}"`,
      () => session.client.dashboards.create(createBody(declared), { signal }),
      locateIn(declared),
    );
    return written(record, keys, plan, session);
  },

  expectRead: ({ state }, { client: session }) => session?.client.dashboards.expectRead(String(state.id)),

  async read({ state }, { client: session, signal }) {
    const id = String(state.id);
    const record = await reportFailure(`read the dashboard ${id}`, () =>
      session.client.dashboards.read(id, { signal }),
    );
    if (!record) return null;
    const observed = observedDashboard(record, tileIdsOf(state));
    return { state: stateOf(DASHBOARD, observed, state), private: privateOf(record) };
  },

  async update({ plan, state, private: memory }, { client: session, signal }) {
    const declared = declaredOf(plan);
    const keys = sentTileKeys(declared);
    const tileIds = inheritedTileIds(declared.tiles, declaredOf(state).tiles ?? {}, tileIdsOf(state));
    const body = updateBody(declared, tileIds, (memory.filterIds ?? []) as unknown as FilterId[]);
    const record = await reportFailure(
      `update the dashboard "${declared.name}"`,
      () => session.client.dashboards.update(String(state.id), body, { signal }),
      locateIn(declared),
    );
    return written(record, keys, plan, session);
  },

  async delete({ state }, { client: session, signal }) {
    const id = String(state.id);
    await reportFailure(`delete the dashboard ${id}`, () => session.client.dashboards.delete(id, { signal }));
  },

  async import({ id }) {
    return { state: { id } };
  },
};

/** A reply holds the tiles in the order sent, so the keys follow by index (facts/api.md 4.3). */
function written(record: DashboardRecord, keys: readonly string[], plan: ObjectValue, session: Session) {
  const tileIds = Object.fromEntries(keys.map((key, index) => [key, String(record.tiles[index]?.id)]));
  session.plannedTiles.set(record.id, tileConfigsOf(record));
  const observed = observedDashboard(record, tileIds);
  return { state: stateOf(DASHBOARD, observed, plan), private: privateOf(record) };
}

function privateOf(record: DashboardRecord): PrivateState {
  return { filterIds: filterIdsOf(record).map(({ id, name }) => ({ id, name })) };
}

function declaredOf(plan: ObjectValue): DashboardDeclaration {
  return objectFromTerraform(DASHBOARD, plan) as DashboardDeclaration;
}

function tileIdsOf(state: ObjectValue): TileIds {
  return (state.tile_ids ?? {}) as TileIds;
}

/** Tiles that stay keep their ids, new ones get theirs from the server. */
function plannedTileIds(plan: ObjectValue, state: ObjectValue | null): Value {
  if (isUnknown(plan.tiles)) return UNKNOWN;
  const known = state ? tileIdsOf(state) : {};
  const keys = Object.keys((plan.tiles ?? {}) as ObjectValue);
  return Object.fromEntries(keys.map((key) => [key, known[key] ?? UNKNOWN]));
}

function plannedConfigs(plan: ObjectValue, tileIds: Value): ReadonlyMap<string, Fields> | undefined {
  if (isUnknown(plan.tiles) || isUnknown(tileIds)) return undefined;
  const entries = Object.entries(plan.tiles as ObjectValue).flatMap(([key, tile]) => {
    const config = isUnknown(tile) ? tile : (tile as ObjectValue | null)?.config;
    const id = (tileIds as ObjectValue)[key];
    if (typeof id !== "string" || isUnknown(config) || !config) return [];
    return [[id, fromTerraform(CONFIG, config) as Fields] as const];
  });
  return new Map(entries);
}

/** The server names a tile by its index in the body; the author by its key. */
function locateIn(declared: DashboardDeclaration): Locate {
  const keys = sentTileKeys(declared);
  return (bodyPath) => {
    const steps = bodySteps(bodyPath);
    const [first, index, ...rest] = steps;
    if (first !== "tiles" || typeof index !== "number") return attributePathOf(DASHBOARD, steps, declared);
    return attributePathOf(DASHBOARD, ["tiles", { key: keys[index] ?? "" }, ...rest], declared);
  };
}
