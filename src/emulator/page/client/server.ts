import type { ApiFields } from "../../../drawing";
import type { DrawnSeries } from "../../../drawing/charts";

/** An object as the API shows it. */
export interface Stored extends ApiFields {
  readonly id: string;
}

export interface ShownTile extends Stored {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly config: ApiFields;
}

export interface ShownDashboard extends Stored {
  readonly name: string;
  readonly tiles: readonly ShownTile[];
  /** Filters of any type. */
  readonly filters: readonly Stored[];
}

export interface ShownRequest {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly deployment: string;
  readonly at: string;
}

/** Everything that the page shows, except the request log. */
export interface EmulatorContents {
  readonly dashboards: readonly ShownDashboard[];
  readonly alerts: readonly Stored[];
  readonly keys: readonly Stored[];
  readonly sources: readonly Stored[];
  readonly webhooks: readonly Stored[];
  readonly savedSearches: readonly Stored[];
  readonly connections: readonly Stored[];
  /** Roles of the organization, and roles inside ClickStack. */
  readonly roles: readonly Stored[];
}

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
    throw new Error(messageOf(text) ?? `The emulator returned ${response.status}.`);
  }
  return JSON.parse(text) as T;
}

function messageOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { message?: string }).message;
  } catch {
    return undefined;
  }
}

async function list<T>(path: string): Promise<readonly T[]> {
  return (await ask<{ data: readonly T[] }>("GET", path)).data;
}

export async function readEverything(): Promise<EmulatorContents> {
  const [dashboards, alerts, keys, sources, webhooks, savedSearches, connections, roles] = await Promise.all([
    list<ShownDashboard>("/api/v2/dashboards"),
    list<Stored>("/api/v2/alerts"),
    list<Stored>("/keys"),
    list<Stored>("/api/v2/sources"),
    list<Stored>("/api/v2/webhooks"),
    list<Stored>("/api/v2/saved-searches"),
    list<Stored>("/api/v2/connections"),
    list<Stored>("/roles"),
  ]);
  return { dashboards, alerts, keys, sources, webhooks, savedSearches, connections, roles };
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
