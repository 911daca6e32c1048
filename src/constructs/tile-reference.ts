import type { TileConfig } from "../schema";
import type { DisplayType } from "./tile";

/** A tile of a dashboard, as an alert refers to it. Made by `dashboard.tile(key)`. */
export class TileReference<D extends DisplayType = DisplayType> {
  constructor(
    /** The dashboard's path in the program. */
    readonly dashboardPath: string,
    /** The tile's key. */
    readonly key: string,
    /** The kind of tile, which decides whether it can alert. */
    readonly displayType: D,
    /** What it shows. */
    readonly config: TileConfig,
    /** The dashboard's id; a token. */
    readonly dashboardId: string,
    /** The tile's id; a token. */
    readonly tileId: string,
  ) {}
}
