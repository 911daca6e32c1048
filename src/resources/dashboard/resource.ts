import type { JsonObject } from "../../client";
import { isPresent } from "../../declaration/field";
import { semanticallyEqual } from "../../declaration/semantic-equality";
import { shapeOf } from "../../declaration/shape";
import { ownValue } from "../../own-values";
import {
  type Diagnostic,
  isObjectValue,
  isUnknownValue,
  type ObjectValue,
  type PrivateState,
  type Resource,
  UNKNOWN,
  type Value,
  valuesEqual,
  warning,
} from "../../plugin";
import { commonHandlers, toResourceState } from "../shared/crud-resource";
import { holdsExtraFields } from "../shared/extra-fields";
import { keepOtherFields, sendWithOtherFields } from "../shared/other-fields";
import { type Locate, reportFailure } from "../shared/report-failure";
import type { Call, Session } from "../shared/session";
import { attributePathOf, bodySteps, objectFromTerraform } from "../shared/terraform-form";
import { type DashboardBody, type DashboardRecord, dashboardApi, dashboards } from "./api";
import { type DashboardDeclaration, dashboard } from "./declaration";
import { hiddenSettings, isMadeElsewhere, madeElsewhere } from "./hidden-settings";
import { alertsLostBy, alertsLostWith, keepAlerts } from "./lost-alerts";
import {
  DASHBOARD_SHAPE,
  dashboardCreateBody,
  dashboardUpdateBody,
  dashboardUrl,
  type FilterId,
  filterIdsOf,
  observedDashboard,
  sentTileKeys,
  TILE,
  withoutOtherFields,
} from "./mapping";
import { checkDashboard, dashboardCheck } from "./plan-checks";
import { plannedDashboards, refuseUnseenAlerts, unmanagedAlertsLost } from "./planned-dashboards";
import { identifyTiles, storedTileIds, type TileIdentity, tileWarnings } from "./tile-identity";
import type { TileIds } from "./tiles/tile";

/** Key of private state of a planned destroy: ids of the alerts that the plan saw on the dashboard. */
const SEEN_ALERTS = "seenAlerts";

const TILES = shapeOf(dashboard.shape.tiles);

const common = commonHandlers({
  api: dashboardApi,
  shape: DASHBOARD_SHAPE,
  description:
    "A ClickStack dashboard with its tiles, filters and containers. Every change made elsewhere is reported as drift, by tile key and field.",
  collection: ({ client }) => client.collection(dashboards),
});

/** `clickstack_dashboard`: a dashboard with its tiles by key (docs/internals/api-behavior.md 4). */
export const dashboardResource: Resource<Session> = {
  ...common,

  import: async ({ id }) => ({ state: { id }, private: madeElsewhere }),

  async modifyPlan({ plan, state, private: memory }, { session, signal }) {
    if (state && valuesEqual(state, plan)) {
      if (session) {
        keepAlerts(state, session);
      }
      return {};
    }
    const identity = identityOf(plan, state);
    const modified = { ...plan, tile_ids: plannedTileIds(plan, identity) };
    const carried = state ? carryOtherFields(modified, state) : modified;
    if (!session) {
      return { plan: carried };
    }
    const losses = state ? alertsLostBy(state, modified, session) : [];
    const unmanaged = state && !isUnknownValue(plan.tiles) ? await lostByUpdate(state, { session, signal }) : [];
    const renames = identity && state ? tileWarnings(identity, tilesOf(plan), tilesOf(state)) : [];
    const id = state ? String(state.id) : undefined;
    const findings = isUnknownValue(plan.tiles)
      ? []
      : await checkDashboard(declaredOf(plan), plan, id, locateIn(declaredOf(plan)), { session, signal });
    const hidden =
      state && isMadeElsewhere(memory)
        ? await hiddenSettings(state, declaredOf(state), tileIdsOf(state), { session, signal })
        : [];
    return { plan: carried, diagnostics: [...losses, ...renames, ...unmanaged, ...hidden, ...findings] };
  },

  async planDestroy({ state, private: memory }, { session, signal }) {
    if (!session) {
      return undefined;
    }
    const losses = alertsLostWith(state, session);
    const { diagnostics, seen } = await unmanagedAlertsLost(state, { session, signal });
    return {
      diagnostics: [...losses, ...diagnostics],
      private: { ...memory, ...(seen && { [SEEN_ALERTS]: seen }) },
    };
  },

  async delete(request, context) {
    const { state, private: memory } = request;
    const seen = memory[SEEN_ALERTS] as readonly string[] | undefined;
    if (seen !== undefined) {
      alertsLostWith(state, context.session);
      await reportFailure("list the alerts on the dashboard", () => refuseUnseenAlerts(state, seen, context));
    }
    return common.delete(request, context);
  },

  async create({ plan }, { session, signal }) {
    const declared = declaredOf(plan);
    const body = dashboardCreateBody(declared);
    let isTakenOver = false;
    const onAdopted = () => {
      isTakenOver = true;
    };
    const record = await reportFailure(
      `create the dashboard "${declared.name}"`,
      () => session.client.collection(dashboards).create(body, { signal, adopts: session.adopts, onAdopted }),
      locateIn(declared),
    );
    const result = written(record, body, plan, session);
    return isTakenOver ? { ...result, private: { ...result.private, ...madeElsewhere } } : result;
  },

  async read({ state, private: memory }, { session, signal }) {
    const id = String(state.id);
    const record = await reportFailure(`read the dashboard ${id}`, () =>
      session.client.collection(dashboards).read(id, { signal }),
    );
    if (!record) {
      return null;
    }
    plannedDashboards(session).refreshed.add(id);
    const url = dashboardUrl(id, session.client);
    const before = holdsExtraFields(state, common.schema) ? declaredOf(state) : {};
    const observed = toResourceState(DASHBOARD_SHAPE, {
      ...observedDashboard(record, tileIdsOf(state), before),
      url,
    });
    const kept = isMadeElsewhere(memory) || hasEditedTiles(state, observed) ? madeElsewhere : {};
    return { state: observed, private: { ...privateOf(record), ...kept } };
  },

  async update({ plan, state, private: memory }, { session, signal }) {
    const declared = declaredOf(plan);
    const id = String(state.id);
    await reportFailure("list the alerts on the dashboard", () =>
      refuseUnseenAlerts(state, session.planMemory?.recall(id), { session, signal }),
    );
    const { ids: tileIds } = identifyTiles(declared.tiles, tilesOf(state), tileIdsOf(state), knownIds(plan));
    const bodyOf = (sent: DashboardDeclaration) =>
      dashboardUpdateBody(sent, tileIds, (memory.filterIds ?? []) as unknown as FilterId[]);
    const body = bodyOf(declared);
    const { record, diagnostics = [] } = await reportFailure(
      `update the dashboard "${declared.name}"`,
      () =>
        sendWithOtherFields(body, bodyOf(withoutOtherFields(declared)), (sent) =>
          session.client.collection(dashboards).update(id, sent, { signal }),
        ),
      locateIn(declared),
    );
    session.planMemory?.forget(id);
    const result = written(record, body, plan, session);
    return { ...result, diagnostics: [...diagnostics, ...result.diagnostics] };
  },
};

/** Warns of unmanaged alerts that an update deletes. Stores the ids that the plan saw, for its apply. */
async function lostByUpdate(state: ObjectValue, { session, signal }: Call): Promise<readonly Diagnostic[]> {
  const id = String(state.id);
  const { diagnostics, seen } = await unmanagedAlertsLost(state, { session, signal });
  // An apply plans again and must not replace the ids that the plan saw.
  if (plannedDashboards(session).refreshed.has(id)) {
    if (seen === undefined) {
      session.planMemory?.forget(id);
    } else {
      session.planMemory?.remember(id, seen);
    }
  }
  return diagnostics;
}

/** Returns the state, and warns of tiles that the server did not store: the next plan shows them as missing. */
function written(record: DashboardRecord, body: DashboardBody, plan: ObjectValue, session: Session) {
  const declared = declaredOf(plan);
  const keys = sentTileKeys(declared);
  const { ids, missing } = storedTileIds(record, keys, (body.tiles ?? []) as readonly JsonObject[]);
  dashboardCheck(session)?.applying();
  // Keeps the planned address, although the UI endpoint may have changed since the plan. The next read shows the
  // change.
  const url = isUnknownValue(plan.url) ? dashboardUrl(record.id, session.client) : (plan.url ?? undefined);
  const state = toResourceState(DASHBOARD_SHAPE, { ...observedDashboard(record, ids, declared), url });
  keepAlerts(state, session);
  return { state, private: privateOf(record), diagnostics: missing.length > 0 ? [tilesMissing(missing, record)] : [] };
}

function tilesMissing(keys: readonly string[], { id }: DashboardRecord): Diagnostic {
  return warning(
    `The server did not store ${keys.length === 1 ? "a tile" : `${keys.length} tiles`} of the dashboard`,
    `The response for the dashboard ${id} lacks ${keys.map((key) => `"${key}"`).join(", ")}. The next plan adds what is missing.
Fix: Apply again. If this happens again, the server cannot store these tiles.`,
    ["tiles", { key: keys[0] ?? "" }],
  );
}

function privateOf(record: DashboardRecord): PrivateState {
  return { filterIds: filterIdsOf(record) };
}

function declaredOf(plan: ObjectValue): DashboardDeclaration {
  return objectFromTerraform(DASHBOARD_SHAPE, plan) as DashboardDeclaration;
}

function tileIdsOf(state: ObjectValue): TileIds {
  return (state.tile_ids ?? {}) as TileIds;
}

function tilesOf(value: ObjectValue): DashboardDeclaration["tiles"] {
  return declaredOf(value).tiles ?? {};
}

/** Returns true if another client changed the tiles. An import has no tiles to compare. */
function hasEditedTiles(state: ObjectValue, observed: ObjectValue): boolean {
  const [was = null, is = null] = [state.tiles, observed.tiles];
  return isPresent(was) && !valuesEqual(was, is) && !semanticallyEqual(TILES, tilesOf(state), tilesOf(observed));
}

function knownIds({ tile_ids: planned }: ObjectValue): TileIds {
  const entries = isObjectValue(planned) ? Object.entries(planned) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function identityOf(plan: ObjectValue, state: ObjectValue | null): TileIdentity | undefined {
  return state && !isUnknownValue(plan.tiles)
    ? identifyTiles(tilesOf(plan), tilesOf(state), tileIdsOf(state))
    : undefined;
}

/** Returns the planned tile ids: existing tiles keep their ids, and the server assigns those of new ones. */
function plannedTileIds({ tiles }: ObjectValue, identity: TileIdentity | undefined): Value {
  if (isUnknownValue(tiles)) {
    return UNKNOWN;
  }
  const ids = new Map(Object.entries(identity?.ids ?? {}));
  return Object.fromEntries(Object.keys((tiles ?? {}) as ObjectValue).map((key) => [key, ids.get(key) ?? UNKNOWN]));
}

/** Returns the plan with the other fields that the dashboard and its tiles keep. */
function carryOtherFields(plan: ObjectValue, state: ObjectValue): ObjectValue {
  const carried = keepOtherFields(DASHBOARD_SHAPE, plan, state);
  const { tiles } = plan;
  const before = (state.tiles ?? {}) as ObjectValue;
  if (
    !isObjectValue(tiles) ||
    !Object.values(before).some((tile) => isObjectValue(tile) && isPresent(tile.other_fields))
  ) {
    return carried;
  }
  const keep = (key: string, tile: Value) =>
    isObjectValue(tile) ? keepOtherFields(TILE, tile, (ownValue(before, key) ?? null) as ObjectValue | null) : tile;
  return { ...carried, tiles: Object.fromEntries(Object.entries(tiles).map(([key, tile]) => [key, keep(key, tile)])) };
}

/** The server refers to a tile by its index, the author by its key. */
function locateIn(declared: DashboardDeclaration): Locate {
  const keys = sentTileKeys(declared);
  return (bodyPath) => {
    const steps = bodySteps(bodyPath);
    const [first, index, ...rest] = steps;
    if (first !== "tiles" || typeof index !== "number") {
      return attributePathOf(DASHBOARD_SHAPE, steps, declared);
    }
    return attributePathOf(DASHBOARD_SHAPE, ["tiles", { key: keys[index] ?? "" }, ...rest], declared);
  };
}
