import {
  ApiError,
  type ApiRecord,
  ClientError,
  type ClientSettings,
  resolveSettings,
  type SettingsArguments,
  UnsupportedOperationError,
} from "../../client";
import { fromAttributes } from "../../declaration/attribute-form";
import type { DeclaredFields } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import { watchedRecord } from "../../resources/alert/watched-object";
import { isRefusedKeyList } from "../../resources/api-key/key-collection";
import type { Client } from "../../resources/client";
import { providerArguments } from "../../resources/provider-arguments";
import { resourceTypes } from "../../resources/registry";
import { type ResourceType, shownName, typeWithObjects } from "../../resources/resource-type";
import type { PlanJson } from "../engine/read-plan";
import { type DriftRule, ignoresAllUnmanaged, isIgnoredUnmanaged } from "../project/drift-rules";
import { sideBySide } from "../project/plan-stacks";
import { ALERT, API_KEY, DASHBOARD, reportedType, type UnmanagedObject } from "../project/reported-types";
import { expectedError } from "../terminal/exit";
import { say } from "../terminal/output";
import { usingClient } from "./open-client";

/** Lists to request: one request each up to a thousand objects. */
const LISTS = (resourceTypes as readonly ResourceType[]).flatMap((each) => {
  if (!each.resource || each.isPartOfOthers) {
    return [];
  }
  const { type, api, collection, madeByServers } = typeWithObjects(each);
  const list = async (client: Client) => {
    const { records, incomplete } = await collection(client).listShown();
    if (incomplete) {
      say(`warning: Could not check for all unmanaged objects. ${incomplete.message}\n`);
    }
    return records.filter((record) => !api.isPredefined?.(record));
  };
  return [{ type, list, onlyIfManaged: madeByServers }];
});

/** Types whose objects are parts of other objects, with the same ids. */
const PARTS: ReadonlySet<string> = new Set(
  (resourceTypes as readonly ResourceType[]).filter((each) => each.isPartOfOthers).map(({ type }) => type),
);

type Settings = Omit<ClientSettings, "userAgent">;

/**
 * Returns the objects on a server that are in none of the states. Throws the client's errors, also if the settings do
 * not cover a resource type of a state.
 * @param known ids of managed objects and of objects that data sources look up, and types of managed objects
 */
function unmanagedObjects(
  settings: Settings,
  known: { readonly ids: ReadonlySet<string>; readonly types: ReadonlySet<string> },
  rules: readonly DriftRule[],
): Promise<readonly UnmanagedObject[]> {
  return usingClient(settings, async (client) => {
    const asked = LISTS.filter(
      ({ type, onlyIfManaged }) => !ignoresAllUnmanaged(rules, type) && (!onlyIfManaged || known.types.has(type)),
    );
    const lists = await Promise.all(
      asked.map(async ({ type, list }) => {
        const records = await listIfOffered(type, known.types.has(type), () => list(client));
        return { type, records, own: signingKey(settings, type, records) };
      }),
    );
    const dashboards = lists.find(({ type }) => type === DASHBOARD.type)?.records ?? [];
    return lists.flatMap(({ type, records, own }) =>
      records.flatMap((record) => {
        if (known.ids.has(record.id.toLowerCase()) || record === own) {
          return [];
        }
        const object = unmanagedObject(type, record, dashboards, known.ids);
        return isIgnoredUnmanaged(rules, object, listOf(record.tags).map(String)) ? [] : [object];
      }),
    );
  });
}

/**
 * Returns the objects of a type. If the server does not support the type, the result is empty. If a state contains such
 * objects, the error is thrown.
 */
async function listIfOffered(
  type: string,
  isManaged: boolean,
  list: () => Promise<readonly ApiRecord[]>,
): Promise<readonly ApiRecord[]> {
  try {
    return await list();
  } catch (error) {
    if (type === API_KEY.type && isRefusedKeyList(error)) {
      say(`warning: Could not check for unmanaged API keys. ${error.summary}\n`);
      return [];
    }
    const isMissing =
      error instanceof UnsupportedOperationError || (error instanceof ApiError && error.kind === "route_missing");
    if (isMissing && !isManaged) {
      return [];
    }
    throw error;
  }
}

function unmanagedObject(
  type: string,
  record: ApiRecord,
  dashboards: readonly ApiRecord[],
  knownIds: ReadonlySet<string>,
): UnmanagedObject {
  const { owner, tile } = type === ALERT.type ? watchedRecord(record, dashboards) : {};
  const name = shownName(record) ?? record.id;
  const title = owner && (tile ? `${owner.fields.name} > tile ${String(tile.name ?? tile.id)}` : owner.fields.name);
  const isOnManagedTile = tile !== undefined && knownIds.has(String(owner?.fields.id).toLowerCase());
  return {
    ...{ type, noun: reportedType(type).noun, id: record.id, name },
    ...(owner && { place: String(title) }),
    ...(isOnManagedTile && { adoptable: true }),
  };
}

/** Finds the key that signs, which cannot manage itself. The list has only the last four characters of its id. */
function signingKey(settings: Settings, type: string, records: readonly ApiRecord[]): ApiRecord | undefined {
  const suffix = settings.managed?.keyId.slice(-4);
  if (type !== API_KEY.type || suffix === undefined) {
    return undefined;
  }
  const candidates = records.filter(({ keySuffix }) => keySuffix === suffix);
  return candidates.length === 1 ? candidates[0] : undefined;
}

function listOf(value: unknown): readonly DeclaredFields[] {
  return Array.isArray(value) ? value : [];
}

const PROVIDER = objectShapeOf(providerArguments);

/**
 * Returns the distinct servers of some plans, and the reasons why others are not reachable. Literal arguments of
 * provider blocks precede the environment. A stack without a provider block uses only the environment.
 */
export function serversOf(plans: readonly PlanJson[], environment: NodeJS.ProcessEnv) {
  const blocks = plans.flatMap(providerBlocks);
  const resolved = (blocks.length > 0 ? blocks : [{}]).map((block) => resolveSettings(block, environment));
  const settings = resolved.flatMap((each) => (each.ok ? [each.settings] : []));
  const problems = resolved.flatMap((each) => (each.ok ? [] : each.problems));
  return { settings: distinct(settings), problems: distinct(problems) };
}

function providerBlocks({ configuration }: PlanJson): readonly SettingsArguments[] {
  const blocks = Object.values(configuration?.provider_config ?? {});
  const own = blocks.filter(({ full_name: name }) => name?.endsWith("/cdk-clickstack/clickstack"));
  return own.map(({ expressions = {} }) => {
    const literals = Object.entries(expressions).map(([name, { constant_value: value }]) => [name, value]);
    return fromAttributes(PROVIDER, Object.fromEntries(literals), () => false) as SettingsArguments;
  });
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** Returns the unmanaged objects on the servers of some stacks, and the reasons why the search failed. */
export async function findUnmanaged(
  plans: readonly PlanJson[],
  rules: readonly DriftRule[],
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly unmanaged: readonly UnmanagedObject[]; readonly problems: readonly string[] }> {
  const { settings, problems } = serversOf(plans, environment);
  const managed = plans.flatMap(({ held }) => held).filter(({ mode }) => mode === "managed");
  const known = { ids: new Set(plans.flatMap(knownIds)), types: new Set(managed.map(({ type }) => type)) };
  const found = await sideBySide(settings, 4, async (each) => {
    try {
      return { unmanaged: await unmanagedObjects(each, known, rules), problems: [] };
    } catch (error) {
      const { message } = expectedError(error, ClientError);
      return { unmanaged: [], problems: [`Could not check for unmanaged objects. ${message}`] };
    }
  });
  return {
    unmanaged: found.flatMap(({ unmanaged }) => unmanaged),
    problems: [
      ...problems.map(({ summary, detail }) => `Could not check for unmanaged objects. ${summary}. ${detail}`),
      ...found.flatMap((each) => each.problems),
    ],
  };
}

/** Returns the ids of the objects in a state, in lower case. */
export function knownIds({ held, resource_drift: drift = [] }: PlanJson): readonly string[] {
  const own = held.filter(({ type }) => !PARTS.has(type)).map(({ values }) => values);
  const before = drift.map(({ change }) => change.before as DeclaredFields | null);
  // The state also contains the previous keys of a rotated key that still work.
  const all = [...own, ...before].flatMap((fields) => [fields, ...listOf(fields?.generations)]);
  return all.flatMap((fields) => (typeof fields?.id === "string" ? [fields.id.toLowerCase()] : []));
}
