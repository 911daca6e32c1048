import type { TileConfig } from "../schema";
import type { DisplayType } from "./tile";

/**
 * A tile of a dashboard, as an alert refers to it. Made by `dashboard.tile(key)` and `dashboard.addTile(key, ...)`.
 * `D` is what is known of its kind. An alert takes a tile that may be of a kind that can alert; synthesis knows for certain.
 */
export class TileReference<D extends DisplayType = DisplayType> {
  constructor(
    /** The dashboard's path in the program. */
    readonly dashboardPath: string,
    /** The tile's key. */
    readonly key: string,
    /** What it shows; undefined for a tile that this program does not declare. */
    readonly config: TileConfig | undefined,
    /** The dashboard's id; a token. */
    readonly dashboardId: string,
    /** The tile's id; a token. */
    readonly tileId: string,
  ) {}

  /** Whether the tile is of this kind. A method, whose parameter the compiler compares both ways: "line" fits "line or number", and back. */
  isKind(kind: D): boolean {
    return this.config?.displayType === kind;
  }
}
