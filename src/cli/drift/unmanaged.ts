import {
  ApiError,
  type ApiRecord,
  type Client,
  type ClientSettings,
  createClient,
  UnsupportedOperationError,
} from "../../api";
import type { UnmanagedObject } from "../report/model";
import {
  ALERT,
  API_KEY,
  CONNECTION,
  DASHBOARD,
  kindOfType,
  SAVED_SEARCH,
  SOURCE,
  WEBHOOK,
} from "../report/resource-kinds";
import { Surroundings } from "../report/surroundings";
import { ignoresAllStrangers, isIgnoredStranger } from "./apply-rules";
import type { DriftRule } from "./drift-rules";

interface List {
  readonly type: string;
  readonly list: (client: Client) => Promise<readonly ApiRecord[]>;
  /** What servers make by themselves is a stranger only to those who manage some of it. */
  readonly onlyIfManaged?: true;
}

/** The lists that are asked, one request each up to a thousand objects. */
const LISTS: readonly List[] = [
  { type: DASHBOARD.type, list: (client) => client.dashboards.list() },
  { type: ALERT.type, list: (client) => client.alerts.list() },
  { type: SAVED_SEARCH.type, list: (client) => client.savedSearches.list() },
  { type: WEBHOOK.type, list: (client) => client.webhooks.list() },
  { type: API_KEY.type, list: (client) => client.apiKeys.list() },
  { type: SOURCE.type, list: (client) => client.sources.list(), onlyIfManaged: true },
  { type: CONNECTION.type, list: (client) => client.connections.list(), onlyIfManaged: true },
];

/** What the states have. */
export interface Known {
  /** Of managed objects, and of what data sources look up. */
  readonly ids: ReadonlySet<string>;
  /** Of managed objects. */
  readonly types: ReadonlySet<string>;
}

/**
 * Objects on a server that are in none of the states.
 * Throws what the client throws, also where the settings do not reach a kind that a state has.
 */
export async function unmanagedObjects(
  settings: ClientSettings,
  known: Known,
  rules: readonly DriftRule[],
): Promise<readonly UnmanagedObject[]> {
  const client = createClient(settings);
  try {
    const asked = LISTS.filter(
      ({ type, onlyIfManaged }) => !ignoresAllStrangers(rules, type) && (!onlyIfManaged || known.types.has(type)),
    );
    const lists = await Promise.all(
      asked.map(async ({ type, list }) => ({
        type,
        records: await offered(known.types.has(type), () => list(client)),
      })),
    );
    const surroundings = new Surroundings(
      lists.flatMap(({ type, records }) => records.map((record) => ({ type, values: inState(record) }))),
    );
    return lists.flatMap(({ type, records }) => {
      const strangers = records.filter(
        (record) => !known.ids.has(record.id) && record !== signingKey(settings, type, records),
      );
      return strangers.flatMap((record) => {
        const object = unmanagedObject(type, record, surroundings);
        return isIgnoredStranger(rules, object, tagsOf(record)) ? [] : [object];
      });
    });
  } finally {
    await client.close();
  }
}

/** What a deployment does not offer, it does not have; unless a state says that it does. */
async function offered(isManaged: boolean, list: () => Promise<readonly ApiRecord[]>): Promise<readonly ApiRecord[]> {
  try {
    return await list();
  } catch (error) {
    const isMissing = error instanceof UnsupportedOperationError || (error instanceof ApiError && error.isRouteMissing);
    if (isMissing && !isManaged) return [];
    throw error;
  }
}

function unmanagedObject(type: string, record: ApiRecord, surroundings: Surroundings): UnmanagedObject {
  const place = type === ALERT.type ? surroundings.placeOfAlert(inState(record)) : undefined;
  const name = typeof record.name === "string" && record.name !== "" ? record.name : record.id;
  return { type, kind: kindOfType(type).noun, id: record.id, name, ...(place !== undefined && { place }) };
}

/** The key that signs these requests cannot manage itself. The list shows the last four characters of its id alone. */
function signingKey(settings: ClientSettings, type: string, records: readonly ApiRecord[]): ApiRecord | undefined {
  const suffix = settings.managed?.keyId.slice(-4);
  if (type !== API_KEY.type || suffix === undefined) return undefined;
  const candidates = records.filter(({ keySuffix }) => keySuffix === suffix);
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** The names by which a state refers to tiles; the tile's title stands for its key, which only code has. */
function inState(record: ApiRecord): Record<string, unknown> {
  const tiles = (Array.isArray(record.tiles) ? record.tiles : []) as readonly { id?: string; name?: string }[];
  return {
    id: record.id,
    name: record.name,
    dashboard_id: record.dashboardId,
    tile_id: record.tileId,
    tile_ids: Object.fromEntries(tiles.map(({ id, name }) => [name ?? id, id])),
  };
}

function tagsOf({ tags }: ApiRecord): readonly string[] {
  return Array.isArray(tags) ? tags.map(String) : [];
}
