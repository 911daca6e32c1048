import type { Fields } from "../../schema/field";
import { ownValue } from "../../schema/own-property";
import { ALERT, DASHBOARD } from "./resource-kinds";

/** An object of a state or a plan. */
interface Placed {
  readonly type: string;
  readonly values: Fields;
}

/** The objects beside the one that changes: what an alert watches, and which alerts a dashboard has. */
export class Surroundings {
  readonly #dashboards = new Map<string, Fields>();
  readonly #alerts: readonly Fields[];

  /** @param planned where alerts will be, by their address, as far as ids are not known yet. */
  constructor(
    objects: readonly Placed[],
    private readonly planned: () => ReadonlyMap<string, string> = () => new Map(),
  ) {
    for (const { type, values } of objects) {
      if (type === DASHBOARD.type && typeof values.id === "string") this.#dashboards.set(values.id, values);
    }
    this.#alerts = objects.filter(({ type }) => type === ALERT.type).map(({ values }) => values);
  }

  alertsOnDashboard(id: string): number {
    return this.#alerts.filter((alert) => alert.dashboard_id === id).length;
  }

  alertsOnTile(dashboardId: string, key: string): number {
    const tileId = ownValue((this.#dashboards.get(dashboardId)?.tile_ids ?? {}) as Fields, key);
    return this.#alerts.filter((alert) => alert.dashboard_id === dashboardId && alert.tile_id === tileId).length;
  }

  /** What an alert watches, such as `Checkout > tile errors`; undefined where it is not in this stack. */
  placeOfAlert({ dashboard_id: dashboardId, tile_id: tileId }: Fields, address = ""): string | undefined {
    const dashboard = this.#dashboards.get(String(dashboardId));
    if (!dashboard) return this.planned().get(address);
    const [key] = Object.entries((dashboard.tile_ids ?? {}) as Fields).find(([, id]) => id === tileId) ?? [];
    return key === undefined ? String(dashboard.name) : `${String(dashboard.name)} > tile ${key}`;
  }
}
