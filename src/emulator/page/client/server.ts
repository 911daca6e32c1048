import type { ApiFields, Place } from "../../../drawing";
import type { DrawnSeries } from "../../../drawing/charts";
import { quietly } from "../../../quietly";
import type { LoggedRequest } from "../../request-log";

/** An object as the API shows it. */
export interface Stored extends ApiFields {
  readonly id: string;
}

export interface ShownTile extends Stored, Place {
  readonly name: string;
  readonly config: ApiFields;
}

export interface ShownDashboard extends Stored {
  readonly name: string;
  readonly tiles: readonly ShownTile[];
  /** Filters of any type. */
  readonly filters: readonly Stored[];
}

export type ShownRequest = Readonly<LoggedRequest>;

/** Paths of everything that the page shows, except the request log. */
const PATHS = {
  dashboards: "/api/v2/dashboards",
  alerts: "/api/v2/alerts",
  "saved-searches": "/api/v2/saved-searches",
  webhooks: "/api/v2/webhooks",
  sources: "/api/v2/sources",
  connections: "/api/v2/connections",
  keys: "/keys",
  /** Roles of the organization, and roles inside ClickStack. */
  roles: "/roles",
};

export type EmulatorContents = Readonly<Record<Exclude<keyof typeof PATHS, "dashboards">, readonly Stored[]>> & {
  readonly dashboards: readonly ShownDashboard[];
};

/** Data of every view, and the callback for reports about changes. */
export interface ViewProps {
  readonly contents: EmulatorContents;
  done(what: string): Promise<void>;
}

/** Calls a route below `/ui`. Throws an error with the server's message. */
async function ask<T>(method: string, path: string, body?: ApiFields): Promise<T> {
  const response = await fetch(`/ui${path}`, {
    method,
    ...(body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    const message = quietly(() => (JSON.parse(text) as { message?: string }).message);
    throw new Error(message ?? `The emulator returned ${response.status}.`);
  }
  return JSON.parse(text) as T;
}

export async function readEverything(): Promise<EmulatorContents> {
  const lists = Object.entries(PATHS).map(async ([name, path]) => {
    const { data } = await ask<{ data: readonly Stored[] }>("GET", path);
    return [name, data] as const;
  });
  return Object.fromEntries(await Promise.all(lists)) as unknown as EmulatorContents;
}

/** Series of the tiles of a dashboard, by the id of the tile. */
export type SeriesByTile = Readonly<Record<string, readonly DrawnSeries[]>>;

export async function readSeries(dashboard: string): Promise<SeriesByTile> {
  const { data } = await ask<{ data: SeriesByTile }>("GET", `/series/${encodeURIComponent(dashboard)}`);
  return data;
}

/** Returns the requests after the given number, and the total number of requests. */
export async function readRequests(after: number): Promise<{ data: readonly ShownRequest[]; meta: { total: number } }> {
  return ask("GET", `/requests?after=${after}`);
}

export const clearRequests = (): Promise<unknown> => ask("DELETE", "/requests");

const tilePath = (dashboard: string, tile: string) =>
  `/api/v2/dashboards/${encodeURIComponent(dashboard)}/tiles/${encodeURIComponent(tile)}`;

export const changeTile = (dashboard: string, tile: string, fields: ApiFields): Promise<unknown> =>
  ask("PATCH", tilePath(dashboard, tile), fields);

export const deleteTile = (dashboard: string, tile: string): Promise<unknown> =>
  ask("DELETE", tilePath(dashboard, tile));

export const changeAlert = (id: string, fields: ApiFields): Promise<unknown> =>
  ask("PATCH", `/api/v2/alerts/${encodeURIComponent(id)}`, fields);

export const changeKey = (id: string, fields: ApiFields): Promise<unknown> =>
  ask("PATCH", `/keys/${encodeURIComponent(id)}`, fields);
