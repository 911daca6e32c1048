import type { DeclaredFields } from "../../../../declaration/field";
import { withinLimits } from "../../../../declaration/limits";
import { shapeOf } from "../../../../declaration/shape";
import { dashboard, MAX_TILES } from "../../../../resources/dashboard/declaration";
import { tileKeys } from "../../../../resources/dashboard/tiles/tile";
import type { MigrateContext, MigratedObject } from "../migrated";

/** Dashboards with one tile per alert, for servers without inline alerts. */
export class Boards {
  readonly #boards: { id: string; group: string; tiles: { id: string; name: string; config: DeclaredFields }[] }[] = [];

  constructor(private readonly context: MigrateContext) {}

  /** Adds a tile, and returns the fields of the alert that watches it. */
  add(group: string, alertId: string, name: string, config: DeclaredFields): DeclaredFields {
    const boards = this.#boards.filter((each) => each.group === group);
    let board = boards.at(-1);
    if (!board || board.tiles.length === MAX_TILES) {
      board = { id: this.context.idOf("alert-dashboard", group, String(boards.length)), group, tiles: [] };
      this.#boards.push(board);
    }
    const id = this.context.idOf("alert-tile", alertId);
    board.tiles.push({ id, name, config });
    return { source: "tile", dashboardId: board.id, tileId: id };
  }

  objects(): readonly MigratedObject[] {
    return this.#boards.map(({ id, group, tiles: list }) => {
      const keys = tileKeys(list, {});
      const { name } = withinLimits(shapeOf(dashboard), { name: `Alerts of ${group}` });
      const tiles = list.map(({ id: tileId, name: title, config }, index) => {
        const place = { x: (index % 3) * 8, y: Math.floor(index / 3) * 6, w: 8, h: 6 };
        return [keys.get(tileId), { name: title, ...place, config }] as const;
      });
      const tileIds = Object.fromEntries([...keys].map(([tileId, key]) => [key, tileId]));
      return { type: "dashboard", id, name, fields: { name, tiles: Object.fromEntries(tiles) }, tileIds, group };
    });
  }
}
