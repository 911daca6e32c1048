import type { Fields } from "../schema/field";

/** What each tile will show after this plan, so that an alert planned later is checked against the future dashboard. */
export class PlannedTiles {
  readonly #dashboards = new Map<string, ReadonlyMap<string, Fields>>();

  /** @param configs tile id to configuration, for the tiles whose ids are known. */
  set(dashboardId: string, configs: ReadonlyMap<string, Fields>): void {
    this.#dashboards.set(dashboardId, configs);
  }

  /** The planned tiles of a dashboard, or undefined when this process has not planned it. */
  of(dashboardId: string): ReadonlyMap<string, Fields> | undefined {
    return this.#dashboards.get(dashboardId);
  }
}
