import type { DeclaredFields } from "../../../declaration/field";
import { type ApiFields, comparedFormat } from "../../../drawing";
import { ownValue } from "../../../own-values";
import { type WatchedObject, watchedKind, withWatchedNames } from "../../../resources/alert/watched-object";
import type { PlanJson } from "../../engine/read-plan";
import { ALERT, DASHBOARD } from "../reported-types";
import { alertOf, dashboardOf, type ReadObject, watchedIn, withOnlyTile } from "./contents";
import { contentsOfPlan } from "./from-code";

interface WatchedPlace {
  /** Place of the watched object, such as `Checkout > tile errors`. Absent for an inline chart. */
  readonly place?: string;
  /** Number format of the value that the alert compares. */
  readonly format?: ApiFields | undefined;
}

/** Watched tiles of a plan's alerts by address. The configuration contains them before ids are known. */
function plannedPlacesOf(plan: PlanJson): ReadonlyMap<string, WatchedPlace> {
  const contents = contentsOfPlan(plan).after;
  const watched = contents.alerts.map((alert) => [alert.address, watchedIn(contents, alert)] as const);
  return new Map(watched.flatMap(([address, each]) => (each.owner ? [[address, placeOf(each)] as const] : [])));
}

function placeOf({ owner, tileKey, config }: WatchedObject<ReadObject>): WatchedPlace {
  const isTile = owner && tileKey !== undefined;
  return {
    ...(isTile && { place: `${String(owner.fields.name)} > tile ${tileKey}` }),
    format: comparedFormat(config),
  };
}

/** Other objects that describe the changed one: the watched object of an alert, and the alerts of a dashboard. */
export class RelatedObjects {
  readonly #dashboards: ReadonlyMap<unknown, DeclaredFields>;
  readonly #alerts: readonly DeclaredFields[];
  #planned: ReadonlyMap<string, WatchedPlace> | undefined;

  /** @param plan names the watched objects whose ids are not known yet. Read on first use. */
  constructor(
    objects: readonly { readonly type: string; readonly values: DeclaredFields }[],
    private readonly plan?: PlanJson,
  ) {
    const ofType = (type: string) => objects.filter((each) => each.type === type).map(({ values }) => values);
    this.#dashboards = new Map(ofType(DASHBOARD.type).map((values) => [values.id, values]));
    this.#alerts = ofType(ALERT.type);
  }

  alertsOnDashboard(id: string): number {
    return this.#alerts.filter((alert) => alert.dashboard_id === id).length;
  }

  hasAlertOnTile(dashboardId: string, key: string): boolean {
    const tileId = ownValue((this.#dashboards.get(dashboardId)?.tile_ids ?? {}) as DeclaredFields, key);
    const isOnTile = (alert: DeclaredFields) => alert.dashboard_id === dashboardId && alert.tile_id === tileId;
    return typeof tileId === "string" && this.#alerts.some(isOnTile);
  }

  /** Returns the place of the object that an alert watches. It is empty if the object is not in this stack. */
  watchedBy(attributes: DeclaredFields, address: string): WatchedPlace {
    const alert = alertOf(address, attributes);
    if (watchedKind(alert.fields) === "inline") {
      return placeOf(watchedIn({ dashboards: [], savedSearches: [] }, alert));
    }
    this.#planned ??= this.plan ? plannedPlacesOf(this.plan) : new Map();
    const planned = this.#planned.get(address);
    const board = String(alert.fields.dashboardId);
    const dashboard = this.#dashboards.get(board);
    const ids = (dashboard?.tile_ids ?? {}) as DeclaredFields;
    const key = Object.keys(ids).find((each) => ownValue(ids, each) === alert.fields.tileId);
    if (!dashboard || key === undefined) {
      return { ...(dashboard ? { place: String(dashboard.name) } : planned), format: planned?.format };
    }
    const dashboards = [dashboardOf(board, withOnlyTile(dashboard, key))];
    const fields = withWatchedNames(alert.fields, { board, key }, undefined);
    const held = placeOf(watchedIn({ dashboards, savedSearches: [] }, { address, fields }));
    return planned ? { ...held, format: planned.format } : held;
  }
}
