import { type DeclaredFields, isPresent } from "../../../declaration/field";
import { type ApiFields, apiFieldsIn, comparedFormat } from "../../../drawing";
import { ownValue } from "../../../own-values";
import type { PlanJson } from "../../engine/read-plan";
import { ALERT, DASHBOARD } from "../reported-types";
import { alertOf, chartOf, dashboardOf, withOnlyTile } from "./contents";
import { contentsOfPlan } from "./from-code";

/** Object that an alert watches. */
interface WatchedObject {
  /** Such as `Checkout > tile errors`. Absent for an inline chart. */
  readonly place?: string;
  /** Number format of the value that the alert compares. */
  readonly format?: ApiFields | undefined;
}

/** Watched objects of a plan's alerts by address. The configuration contains them before ids are known. */
function watchedObjectsOf(plan: PlanJson): ReadonlyMap<string, WatchedObject> {
  const { dashboards, alerts } = contentsOfPlan(plan).after;
  const boards = new Map(dashboards.map(({ address, fields }) => [address, fields]));
  return new Map(
    alerts.flatMap(({ address, board, fields }): [string, WatchedObject][] => {
      const watched = board === undefined ? undefined : boards.get(board);
      return watched ? [[address, tileOf(watched, String(fields.tileId))]] : [];
    }),
  );
}

function tileOf({ name, tiles }: ApiFields, key: string): WatchedObject {
  const tile = apiFieldsIn(tiles).find(({ id }) => id === key);
  return { place: `${String(name)} > tile ${key}`, format: comparedFormat(tile?.config) };
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

  #planned: ReadonlyMap<string, WatchedObject> | undefined;

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

  /** Returns the object that an alert watches. It is empty if the object is not in this stack. */
  watchedBy(alert: DeclaredFields, address = ""): WatchedObject {
    const { dashboard_id: dashboardId, tile_id: tileId, chart_config: chart } = alert;
    if (isPresent(chart)) {
      return { format: comparedFormat(chartOf(alertOf(address, { chart_config: chart }, ABSENT, ABSENT).fields)) };
    }
    this.#planned ??= this.plan ? watchedObjectsOf(this.plan) : new Map();
    const planned = this.#planned.get(address);
    const dashboard = this.#dashboards.get(String(dashboardId));
    if (!dashboard) {
      return planned ?? {};
    }
    const key = this.#tileKeys.get(`${String(dashboardId)} ${String(tileId)}`);
    if (key === undefined) {
      return { place: String(dashboard.name), format: planned?.format };
    }
    const { place, format } = tileOf(dashboardOf("", withOnlyTile(dashboard, key)).fields, key);
    return { ...(place !== undefined && { place }), format: planned ? planned.format : format };
  }
}

const ABSENT = () => undefined;
