import { allObjects, type ShownObjects } from "../../client/reads/listing";
import type { DeclaredFields } from "../../declaration/field";
import { AllowedAddresses } from "../../declaration/ip-ranges";
import { objectShapeOf } from "../../declaration/shape";
import { type DataSource, DiagnosticError, problem } from "../../plugin";
import { assignedRolesOf } from "../role/assigned-role";
import { createLookUp, listDataSource, lookUp } from "../shared/look-up";
import { reportFailure } from "../shared/report-failure";
import type { Call, Session } from "../shared/session";
import { foundToTerraform } from "../shared/terraform-form";
import { API_KEY_WORDING } from "./adopt";
import type { ApiKeyRecord } from "./api";
import { apiKeyLookup, apiKeysLookup } from "./declaration";
import { apiKeys, serverKeys } from "./key-collection";
import { maySignThisRun } from "./session";

const ONE = objectShapeOf(apiKeyLookup);

/** `clickstack_api_key`: looks up one key by id, by name, or the key in use (docs/internals/api-behavior.md 1.2). */
export const apiKeyDataSource: DataSource<Session> = createLookUp(
  ONE,
  "Looks up an API key of ClickHouse Cloud by id, by name, or as the key that signs the requests of this run.",
  async (config, call) => {
    if (config.inUse === true) {
      const inUse = await keyInUse(allObjects(await listKeys(call)), call);
      return { state: foundToTerraform(ONE, { ...factsOf(inUse), inUse: true }) };
    }
    const keys = typeof config.id === "string" ? await keysForId(config.id, call) : await listKeys(call);
    const found = factsOf(lookUp(API_KEY_WORDING, keys, lowerCaseId(config)));
    return { state: foundToTerraform(ONE, typeof config.id === "string" ? { ...found, id: config.id } : found) };
  },
);

/** `clickstack_api_keys`: lists the keys of the organization that match all filters. */
export const apiKeysDataSource: DataSource<Session> = listDataSource(
  {
    ...API_KEY_WORDING,
    collection: (client) => client.collection(apiKeys),
    facts: factsOf,
    filters: {
      expiringBefore: ({ expireAt }, limit) => isBefore(expireAt, limit),
      unusedSince: ({ usedAt, createdAt }, limit) => isBefore(usedAt ?? createdAt, limit),
      withoutIpRestriction: (key, isWanted) => isOpen(key) === isWanted,
    },
  },
  apiKeysLookup,
  "Lists the API keys of the ClickHouse Cloud organization that match all given filters.",
);

function isBefore(time: string | null | undefined, limit: unknown): boolean {
  return Boolean(time) && Date.parse(String(time)) < Date.parse(String(limit));
}

/** Returns true if every address can use a key. */
function isOpen({ ipAccessList = [] }: Pick<ApiKeyRecord, "ipAccessList">): boolean {
  return new AllowedAddresses(ipAccessList.map(({ source }) => source)).isEverybody;
}

function listKeys(call: Call): Promise<ShownObjects<ApiKeyRecord>> {
  return reportFailure("list the API keys", () => serverKeys(call).shown());
}

/** Returns the key with an id, or the whole list, so that an error can name the existing keys. */
function keysForId(id: string, call: Call): Promise<ShownObjects<ApiKeyRecord>> {
  return reportFailure(`look up the API key ${id}`, async () => {
    const key = await serverKeys(call).read(id);
    const none = { records: [], incomplete: undefined };
    return key ? { ...none, records: [key] } : ((await serverKeys(call).shownIfOffered()) ?? none);
  });
}

function lowerCaseId({ id, ...others }: DeclaredFields): DeclaredFields {
  return typeof id === "string" ? { ...others, id: id.toLowerCase() } : others;
}

async function keyInUse(keys: readonly ApiKeyRecord[], call: Call): Promise<ApiKeyRecord> {
  const isOwn = await reportFailure("find the API key in use", () =>
    Promise.all(keys.map((key) => maySignThisRun(key, call))),
  );
  const own = keys.filter((_, index) => isOwn[index]);
  const [found, ...others] = own;
  if (found && others.length === 0) {
    return found;
  }
  throw new DiagnosticError(
    problem(
      "Cannot identify the API key in use",
      own.length === 0
        ? "No key on the server ends with the last four characters of the key ID that signs the requests of this run.\nFix: Look up the key by id or by name."
        : `Several keys end with the last four characters of the key ID that signs the requests of this run: ${own.map(({ id }) => id).join(", ")}. Their last use does not identify one of them.\nFix: Look up the key by id.`,
      ["in_use"],
    ),
  );
}

function factsOf({ assignedRoles, expireAt, ...facts }: ApiKeyRecord) {
  return { ...facts, expireAt: expireAt || undefined, assignedRoles: assignedRolesOf(assignedRoles) };
}
