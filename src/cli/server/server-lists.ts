import { ClientError, type ClientSettings, type JsonObject, UnsupportedOperationError } from "../../client";
import { asSentence } from "../../client/http/errors";
import type { ShownObjects } from "../../client/reads/listing";
import { isPlainObject } from "../../declaration/field";
import { shortenText } from "../../drawing/letters";
import { channelsOf } from "../../resources/alert/api";
import { isRefusedKeyList } from "../../resources/api-key/key-collection";
import type { Client } from "../../resources/client";
import { CommandError, expectedError } from "../terminal/exit";

/** Maximum length of a text of the server in a finding. It can contain a whole query. */
export const MAX_SERVER_TEXT = 300;

interface ServerList<Stored> {
  readonly records: readonly Stored[];
  /** Reason why objects can be missing. */
  readonly problem?: string;
  /** True if the server has no such objects, or the credentials do not permit the list. */
  readonly isSkipped?: boolean;
}

type Listed<M extends ListName> = Awaited<ReturnType<Client[M]["readShown"]>>["records"][number];

/** Lists of the server, by the member of the client. Each is one request for up to a thousand objects. */
export type ServerLists = { readonly [M in ListName]: ServerList<Listed<M>> };

export type ListName = keyof typeof LISTS;

/** Resource types of the lists, and their names in a sentence. */
export const LISTS = {
  dashboards: ["clickstack_dashboard", "dashboards"],
  alerts: ["clickstack_alert", "alerts"],
  savedSearches: ["clickstack_saved_search", "saved searches"],
  sources: ["clickstack_source", "sources"],
  webhooks: ["clickstack_webhook", "webhooks"],
  apiKeys: ["clickstack_api_key", "API keys"],
} as const;

/**
 * Reads the lists of dashboards, alerts, saved searches, sources, webhooks and API keys, once per client. Other lists
 * stay usable if one fails. Throws a `CommandError` if none can be read.
 */
export async function readServerLists(
  client: Client,
  { managed }: Pick<ClientSettings, "managed">,
): Promise<ServerLists> {
  const hasObjects = client.observability !== undefined;
  const entries = (Object.keys(LISTS) as readonly ListName[]).map(async (name) => {
    const isOffered = name === "apiKeys" ? managed !== undefined : hasObjects;
    const list: ServerList<unknown> = isOffered
      ? await read<unknown>(() => client[name].readShown())
      : { records: [], isSkipped: true };
    return [name, list] as const;
  });
  const lists = Object.fromEntries(await Promise.all(entries));
  const all = Object.values(lists);
  if (all.every(({ problem, records, isSkipped }) => isSkipped || (problem !== undefined && records.length === 0))) {
    throw new CommandError(all.find(({ problem }) => problem !== undefined)?.problem ?? "");
  }
  return lists as unknown as ServerLists;
}

async function read<Stored>(list: () => Promise<ShownObjects<Stored>>): Promise<ServerList<Stored>> {
  try {
    const { records, incomplete } = await list();
    return { records, ...(incomplete && { problem: incomplete.message }) };
  } catch (error) {
    const { message } = expectedError(error, ClientError);
    const isSkipped = error instanceof UnsupportedOperationError || isRefusedKeyList(error);
    return { records: [], problem: message, ...(isSkipped && { isSkipped }) };
  }
}

/** Returns the problems of skipped lists, or of all others. Lists that fail for the same reason share one. */
export function problemsIn(lists: ServerLists, { skipped }: { readonly skipped: boolean }): readonly string[] {
  const byCause = new Map<string, { readonly first: string; readonly others: string[] }>();
  for (const [member, [, plural]] of Object.entries(LISTS)) {
    const { problem, isSkipped } = lists[member as ListName];
    if (problem === undefined || (isSkipped ?? false) !== skipped) {
      continue;
    }
    const cause = problem.replace(/^GET \S+ /, "").replace(/ \(request [^()]*\)/, "");
    const known = byCause.get(cause);
    known?.others.push(plural);
    if (!known) {
      byCause.set(cause, { first: problem, others: [] });
    }
  }
  return [...byCause.values()].map(({ first, others }) =>
    others.length === 0 ? first : `${asSentence(first)} These lists have the same problem: ${others.join(", ")}.`,
  );
}

export function isComplete({ problem, isSkipped }: ServerLists[ListName]): boolean {
  return problem === undefined && !isSkipped;
}

export function webhookIdsOf(alert: JsonObject): readonly string[] {
  const ids = channelsOf(alert).map(({ webhookId }) => webhookId);
  return [...new Set(ids.filter((id) => typeof id === "string"))];
}

/** Returns the time of the organization, whose clock decides about API keys, or else the time of this machine. */
export function timeForKeys(
  client: Pick<Client, "apiKeys">,
  { managed }: Pick<ClientSettings, "managed">,
  { apiKeys }: ServerLists,
): Promise<number> {
  return managed && !apiKeys.isSkipped ? client.apiKeys.organizationTime() : Promise.resolve(Date.now());
}

/**
 * Returns the failures of an alert's last evaluation, with times in epoch milliseconds. An invalid time is undefined.
 * Addresses in a message are shortened to their host. Entries of another form are left out.
 */
export function evaluationErrorsOf({ executionErrors }: JsonObject) {
  const entries: readonly unknown[] = Array.isArray(executionErrors) ? executionErrors : [];
  return entries.filter(isPlainObject).map(({ type, timestamp, message }) => {
    const time = Date.parse(String(timestamp));
    return {
      type: typeof type === "string" ? type : "UNKNOWN",
      time: Number.isFinite(time) ? time : undefined,
      message: typeof message === "string" ? shortenText(withoutAddresses(message), MAX_SERVER_TEXT) : "",
    };
  });
}

/** Shortens addresses to their host: the address of a webhook is its credential. */
function withoutAddresses(message: string): string {
  return message.replace(
    /\b(https?:\/\/)(?:[^\s/?#]*@)?([^\s/?#"'<>]+)([/?#][^\s"'<>]*)?/gi,
    (_, scheme: string, host: string, path: string | undefined) =>
      `${scheme}${host}${path === undefined ? "" : "/..."}`,
  );
}
