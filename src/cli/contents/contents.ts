import type { AlertFields, DashboardFields, Fields, SourceName } from "../../drawing";

/** Dashboards, alerts and saved searches as an author or the server has them, with fields named as in the API. */
export interface Contents {
  readonly dashboards: readonly Board[];
  readonly alerts: readonly Watch[];
  readonly savedSearches: readonly Search[];
  /** Names of sources by what stands in `sourceId`: an id, or a reference that is not resolved yet. */
  readonly sourceName: SourceName;
}

export interface Board {
  /** Its address in the configuration, or its id on the server. */
  readonly address: string;
  /** Every tile's `id` is its key, or on the server its id. */
  readonly fields: DashboardFields;
}

/** An alert, and what it watches. */
export interface Watch {
  readonly address: string;
  /** `tileId` is that of the board's tile; absent where the tile is not known. */
  readonly fields: AlertFields;
  /** Address of the dashboard that holds the tile. */
  readonly board?: string;
  /** Address of the saved search. */
  readonly search?: string;
}

export interface Search {
  readonly address: string;
  readonly fields: Fields;
}

/** The alerts on the tiles of one dashboard. */
export function alertsOn(board: Board, { alerts }: Contents): readonly AlertFields[] {
  return alerts.filter((alert) => alert.board === board.address).map(({ fields }) => fields);
}

/** Alerts that watch a tile nobody can name yet, so that no drawing shows them. */
export function unplacedAlerts({ alerts, dashboards }: Contents): readonly Watch[] {
  const known = new Set(
    dashboards.flatMap(({ address, fields }) => tileIdsOf(fields).map((id) => `${address}\n${id}`)),
  );
  return alerts.filter(({ board, search, fields }) => !search && !known.has(`${board}\n${String(fields.tileId)}`));
}

function tileIdsOf({ tiles }: DashboardFields): readonly string[] {
  return Array.isArray(tiles) ? tiles.map(({ id }) => String(id)) : [];
}
