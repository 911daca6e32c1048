import type { DeclaredFields } from "../../../declaration/field";
import { type ApiFields, comparedFormat } from "../../../drawing";
import { ownValue } from "../../../own-values";
import { type WatchedObject, watchedKind } from "../../../resources/alert/watched-object";
import type { PlanJson } from "../../engine/read-plan";
import { ALERT, DASHBOARD } from "../reported-types";
import { alertOf, dashboardOf, type ReadObject, watchedIn, withOnlyTile } from "./contents";
import { contentsOfPlan } from "./from-code";

/** Words for the object that an alert watches. */
interface WatchedPlace {
  /** Such as `Checkout > tile errors`. Absent for an inline chart. */
  readonly place?: string;
  /** Number format of the value that the alert compares. */
  readonly format?: ApiFields | undefined;
}

/** Watched tiles of a plan's alerts by address. The configuration contains them before ids are known. */
function plannedPlacesOf(plan: PlanJson): ReadonlyMap<string, WatchedPlace> {
  const contents = contentsOfPlan(plan).after;
  return new Map(
    contents.alerts.flatMap((alert): [string, WatchedPlace][] => {
      const watched = watchedIn(contents, alert);
      return watched.owner ? [[alert.address, placeOf(watched)]] : [];
    }),
  );
}

function placeOf({ owner, tileKey, config }: WatchedObject<ReadObject>): WatchedPlace {
  const isTile = owner && tileKey !== undefined;
  return {
    ...(isTile && { place: `${String(owner.fields.name)} > tile ${tileKey}` }),
    format: comparedFormat(config),
  };
}

/** An object of a state or a plan. */
interface StoredObjectValues {
  readonly type: string;
  readonly values: DeclaredFields;
}

/** Other objects that describe the changed one: the watched object of an alert, and the alerts of a dashboard. */
export class RelatedObjects {
  readonly #dashboards = new Map<string, DeclaredFields>();
  /** Keys of tiles by the ids of dashboard and tile. */
  readonly #tileKeys = new Map<string, string>();
  readonly #alerts: readonly DeclaredFields[];
  /** Tiles with alerts, by the ids of dashboard and tile. */
  readonly #alerted: ReadonlySet<string>;

  #planned: ReadonlyMap<string, WatchedPlace> | undefined;

  /** @param plan names the watched objects whose ids are not known yet. Read on first use. */
  constructor(
    objects: readonly StoredObjectValues[],
    private readonly plan?: PlanJson,
  ) {
    for (const { type, values } of objects) {
      if (type === DASHBOARD.type && typeof values.id === "string") {
        this.#dashboards.set(values.id, values);
        for (const [key, id] of Object.entries((values.tile_ids ?? {}) as DeclaredFields).reverse()) {
          this.#tileKeys.set(`${values.id} ${String(id)}`, key);
        }
      }
    }
    this.#alerts = objects.filter(({ type }) => type === ALERT.type).map(({ values }) => values);
    this.#alerted = new Set(
      this.#alerts.map(({ dashboard_id, tile_id }) => `${String(dashboard_id)} ${String(tile_id)}`),
    );
  }

  alertsOnDashboard(id: string): number {
    return this.#alerts.filter((alert) => alert.dashboard_id === id).length;
  }

  hasAlertOnTile(dashboardId: string, key: string): boolean {
    const tileId = ownValue((this.#dashboards.get(dashboardId)?.tile_ids ?? {}) as DeclaredFields, key);
    return typeof tileId === "string" && this.#alerted.has(`${dashboardId} ${tileId}`);
  }

  /** Returns the place of the object that an alert watches. It is empty if the object is not in this stack. */
  watchedBy(attributes: DeclaredFields, address = ""): WatchedPlace {
    const { dashboard_id: board, tile_id: tileId } = attributes;
    const dashboard = this.#dashboards.get(String(board));
    const key = this.#tileKeys.get(`${String(board)} ${String(tileId)}`);
    const alert = alertOf(address, attributes, () => (key === undefined ? undefined : { board: String(board), key }));
    if (watchedKind(alert.fields) === "inline") {
      return placeOf(watchedIn({ dashboards: [], savedSearches: [] }, alert));
    }
    this.#planned ??= this.plan ? plannedPlacesOf(this.plan) : new Map();
    const planned = this.#planned.get(address);
    if (!dashboard || key === undefined) {
      return { ...(dashboard ? { place: String(dashboard.name) } : planned), format: planned?.format };
    }
    const dashboards = [dashboardOf(String(board), withOnlyTile(dashboard, key))];
    const held = placeOf(watchedIn({ dashboards, savedSearches: [] }, alert));
    return planned ? { ...held, format: planned.format } : held;
  }
}
