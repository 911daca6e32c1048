import type { DashboardRecord } from "../../api";
import {
  isUnknown,
  type ObjectValue,
  type PrivateState,
  type Resource,
  UNKNOWN,
  type Value,
  valuesEqual,
} from "../../plugin";
import { type DashboardDeclaration, dashboard } from "../../schema/dashboard";
import { objectShapeOf } from "../../schema/shape";
import type { TileIds } from "../../schema/tile-keys";
import { attributePathOf } from "../attribute-path";
import { schemaOf } from "../attributes";
import { bodySteps } from "../locate-in-body";
import { type Locate, reportFailure } from "../report-failure";
import type { Session } from "../session";
import { stateOf } from "../state-of";
import { objectFromTerraform } from "../terraform-form";
import { validateConfig } from "../validate-config";
import { checkDashboard } from "./check-dashboard";
import { createBody, sentTileKeys, updateBody } from "./dashboard-body";
import { inheritedTileIds } from "./inherited-tile-ids";
import { alertsLostBy, alertsLostWith, keepAlerts } from "./lost-alerts";
import { type FilterId, filterIdsOf, observedDashboard } from "./observed-dashboard";

const DASHBOARD = objectShapeOf(dashboard);

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
    const losses = state ? alertsLostBy(state, modified, session) : [];
    const id = state ? String(state.id) : undefined;
    const findings = isUnknown(plan.tiles)
      ? []
      : await checkDashboard(declaredOf(plan), plan, id, locateIn(declaredOf(plan)), session, signal);
    return { plan: modified, diagnostics: [...losses, ...findings] };
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
