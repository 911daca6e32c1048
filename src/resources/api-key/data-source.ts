import type { Fields } from "../../declaration/field";
import { AllowedAddresses } from "../../declaration/ip-ranges";
import { objectShapeOf } from "../../declaration/shape";
import { DiagnosticError } from "../../plugin";
import { dataSourceOf, lookUp } from "../handlers/look-up";
import { reportFailure } from "../handlers/report-failure";
import type { Call } from "../handlers/session";
import { foundToTerraform } from "../handlers/terraform-form";
import type { ApiKeyRecord } from "./api";
import { apiKeyLookup, apiKeysLookup } from "./declaration";
import { API_KEY_WORDING } from "./plan-checks";
import { maySignThisRun } from "./session";

const ONE = objectShapeOf(apiKeyLookup);
const MANY = objectShapeOf(apiKeysLookup);

/** `clickstack_api_key`: one key by id, by name, or the one in use (docs/internals/api-behavior.md 1.2). */
export const apiKeyDataSource = dataSourceOf(
  ONE,
  "An API key of ClickHouse Cloud, found by id, by name, or as the one that runs this.",
  async (config, call) => {
    const keys = await listKeys(call);
    if (config.inUse !== true) return foundToTerraform(ONE, factsOf(lookUp(API_KEY_WORDING, keys.map(named), config)));
    return foundToTerraform(ONE, { ...factsOf(await keyInUse(keys, call)), inUse: true });
  },
);

/** `clickstack_api_keys`: the keys of the organization, filtered. */
export const apiKeysDataSource = dataSourceOf<KeyFilters>(
  MANY,
  "The API keys of the ClickHouse Cloud organization, all or some of them.",
  async ({ apiKeys: _, ...filters }, call) => {
    const keys = await listKeys(call);
    return foundToTerraform(MANY, { ...filters, apiKeys: keys.filter((key) => passes(key, filters)).map(factsOf) });
  },
);

interface KeyFilters extends Fields {
  readonly state?: string;
  readonly expiringBefore?: string;
  readonly unusedSince?: string;
  readonly withoutIpRestriction?: boolean;
}

function passes(key: ApiKeyRecord, { state, expiringBefore, unusedSince, withoutIpRestriction }: KeyFilters): boolean {
  const before = (time: string | null | undefined, limit: string) =>
    Boolean(time) && Date.parse(String(time)) < Date.parse(limit);
  if (state !== undefined && key.state !== state) return false;
  if (expiringBefore !== undefined && !before(key.expireAt, expiringBefore)) return false;
  if (unusedSince !== undefined && !before(key.usedAt ?? key.createdAt, unusedSince)) return false;
  return withoutIpRestriction === undefined || isOpen(key) === withoutIpRestriction;
}

/** Whether any address may use a key. */
function isOpen({ ipAccessList = [] }: ApiKeyRecord): boolean {
  return new AllowedAddresses(ipAccessList.map(({ source }) => source)).isEverybody;
}

function listKeys({ session: { client }, signal }: Call): Promise<readonly ApiKeyRecord[]> {
  return reportFailure("list the API keys", () => client.apiKeys.readAll({ signal }));
}

async function keyInUse(keys: readonly ApiKeyRecord[], call: Call): Promise<ApiKeyRecord> {
  const isOwn = await reportFailure("find the API key in use", () =>
    Promise.all(keys.map((key) => maySignThisRun(key, call))),
  );
  const own = keys.filter((_, index) => isOwn[index]);
  const [found, ...others] = own;
  if (found && others.length === 0) return found;
  throw new DiagnosticError({
    severity: "error",
    summary: "The API key in use cannot be told",
    detail:
      own.length === 0
        ? "The server shows no key that ends as the one that runs this. Look it up by id or by name."
        : `The keys ${own.map(({ id }) => id).join(", ")} all end as the one that runs this, and were used just now. Look it up by id.`,
    path: ["in_use"],
  });
}

function named(key: ApiKeyRecord): ApiKeyRecord & { readonly name: string } {
  return { ...key, name: key.name ?? "" };
}

function factsOf({ assignedRoles, expireAt, roles: _, ...facts }: ApiKeyRecord): Fields {
  return {
    ...facts,
    expireAt: expireAt || undefined,
    assignedRoles: (assignedRoles ?? []).map(({ roleId, roleName, roleType }) => ({
      id: roleId,
      name: roleName,
      type: roleType,
    })),
  };
}
