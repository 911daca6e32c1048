/** The kind of each tile as this plan will leave it, so that an alert planned later is checked against the future dashboard. */
export class PlannedTiles {
  readonly #dashboards = new Map<string, ReadonlyMap<string, string>>();

  /** @param displayTypes tile id to display type, for the tiles whose ids are known. */
  set(dashboardId: string, displayTypes: ReadonlyMap<string, string>): void {
    this.#dashboards.set(dashboardId, displayTypes);
  }

  /** The planned tiles of a dashboard, or undefined when this process has not planned it. */
  of(dashboardId: string): ReadonlyMap<string, string> | undefined {
    return this.#dashboards.get(dashboardId);
  }
}
