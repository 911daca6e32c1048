import type { DashboardRecord } from "../../api";
import {
  isObject,
  isUnknown,
  type ObjectValue,
  type PrivateState,
  type Resource,
  UNKNOWN,
  type Value,
  valuesEqual,
} from "../../plugin";
import { type DashboardDeclaration, dashboard } from "../../schema/dashboard";
import { isPresent } from "../../schema/present";
import { objectShapeOf } from "../../schema/shape";
import { tile } from "../../schema/tile";
import type { TileIds } from "../../schema/tile-keys";
import { attributePathOf } from "../attribute-path";
import { schemaOf } from "../attributes";
import { bodySteps } from "../locate-in-body";
import { keepOtherFields, sendWithOtherFields } from "../other-fields";
import { type Locate, reportFailure } from "../report-failure";
import type { Session } from "../session";
import { stateOf } from "../state-of";
import { objectFromTerraform } from "../terraform-form";
import { validateConfig } from "../validate-config";
import { checkDashboard } from "./check-dashboard";
import { createBody, sentTileKeys, updateBody, withoutOtherFields } from "./dashboard-body";
import { inheritedTileIds } from "./inherited-tile-ids";
import { alertsLostBy, alertsLostWith, keepAlerts } from "./lost-alerts";
import { type FilterId, filterIdsOf, observedDashboard } from "./observed-dashboard";

const DASHBOARD = objectShapeOf(dashboard);
const TILE = objectShapeOf(tile);

/** `clickstack_dashboard`: a dashboard with its tiles by key (facts/api.md 4). */
export const dashboardResource: Resource<Session> = {
  schema: schemaOf(
    DASHBOARD,
    "A ClickStack dashboard. Every change made elsewhere shows as drift, by tile key and field.",
  ),

  validate: ({ config }) => validateConfig(DASHBOARD, config),

  async modifyPlan({ plan, state }, { client: session, signal }) {
    const tileIds = plannedTileIds(plan, state);
    const modified = { ...plan, tile_ids: tileIds };
    if (!session) return { plan: modified };
    if (state && valuesEqual(state, modified)) {
      keepAlerts(state, session);
      return { plan: modified };
    }
    const carried = state ? carryOtherFields(modified, state) : modified;
    const losses = state ? alertsLostBy(state, modified, session) : [];
    const id = state ? String(state.id) : undefined;
    const findings = isUnknown(plan.tiles)
      ? []
      : await checkDashboard(declaredOf(plan), plan, id, locateIn(declaredOf(plan)), session, signal);
    return { plan: carried, diagnostics: [...losses, ...findings] };
  },

  async planDestroy({ state }, { client: session }) {
    if (!session) return undefined;
    return { diagnostics: alertsLostWith(state, session) };
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
    session.dashboardCheck?.refreshed(id);
    const observed = observedDashboard(record, tileIdsOf(state));
    return { state: stateOf(DASHBOARD, observed, state), private: privateOf(record) };
  },

  async update({ plan, state, private: memory }, { client: session, signal }) {
    const declared = declaredOf(plan);
    const keys = sentTileKeys(declared);
    const tileIds = inheritedTileIds(declared.tiles, declaredOf(state).tiles ?? {}, tileIdsOf(state));
    const bodyOf = (sent: DashboardDeclaration) =>
      updateBody(sent, tileIds, (memory.filterIds ?? []) as unknown as FilterId[]);
    const { record, diagnostics } = await reportFailure(
      `update the dashboard "${declared.name}"`,
      () =>
        sendWithOtherFields(bodyOf(declared), bodyOf(withoutOtherFields(declared)), (body) =>
          session.client.dashboards.update(String(state.id), body, { signal }),
        ),
      locateIn(declared),
    );
    return { ...written(record, keys, plan, session), ...(diagnostics && { diagnostics }) };
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
  session.dashboardCheck?.applying();
  const observed = observedDashboard(record, tileIds);
  const state = stateOf(DASHBOARD, observed, plan);
  keepAlerts(state, session);
  return { state, private: privateOf(record) };
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

/** The plan with the other fields that the dashboard and its tiles keep. */
function carryOtherFields(plan: ObjectValue, state: ObjectValue): ObjectValue {
  const carried = keepOtherFields(DASHBOARD, plan, state);
  const { tiles } = plan;
  const before = (state.tiles ?? {}) as ObjectValue;
  if (!isObject(tiles) || !Object.values(before).some((tile) => isObject(tile) && isPresent(tile.other_fields)))
    return carried;
  const keep = (key: string, tile: Value) =>
    isObject(tile) ? keepOtherFields(TILE, tile, (before[key] ?? null) as ObjectValue | null) : tile;
  return { ...carried, tiles: Object.fromEntries(Object.entries(tiles).map(([key, tile]) => [key, keep(key, tile)])) };
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
