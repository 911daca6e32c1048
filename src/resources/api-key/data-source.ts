import type { Fields } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import { type DataSource, DiagnosticError } from "../../plugin";
import { lookUp } from "../handlers/look-up";
import { reportFailure } from "../handlers/report-failure";
import { schemaOf } from "../handlers/schema";
import type { Call, Session } from "../handlers/session";
import { foundToTerraform, objectFromTerraform } from "../handlers/terraform-form";
import { validateConfig } from "../handlers/validate-config";
import { AllowedAddresses } from "./addresses";
import type { ApiKeyRecord } from "./api";
import { apiKeyLookup, apiKeysLookup } from "./declaration";
import { API_KEY_WORDING } from "./plan-checks";
import { maySignThisRun } from "./session";

const ONE = objectShapeOf(apiKeyLookup);
const MANY = objectShapeOf(apiKeysLookup);

/** `clickstack_api_key`: one key by id, by name, or the one in use (docs/internals/api-behavior.md 1.2). */
export const apiKeyDataSource: DataSource<Session> = {
  schema: schemaOf(ONE, "An API key of ClickHouse Cloud, found by id, by name, or as the one that runs this."),
  validate: ({ config }) => validateConfig(ONE, config),
  async read({ config }, { client: session, signal }) {
    const keys = await listKeys({ session, signal });
    const inUse = config.in_use === true;
    const found = inUse ? await keyInUse(keys, { session, signal }) : lookUp(API_KEY_WORDING, keys.map(named), config);
    return { state: foundToTerraform(ONE, { ...factsOf(found), ...(inUse && { inUse }) }) };
  },
};

/** `clickstack_api_keys`: the keys of the organization, filtered. */
export const apiKeysDataSource: DataSource<Session> = {
  schema: schemaOf(MANY, "The API keys of the ClickHouse Cloud organization, all or some of them."),
  validate: ({ config }) => validateConfig(MANY, config),
  async read({ config }, { client: session, signal }) {
    const { apiKeys: _, ...filters } = objectFromTerraform(MANY, config) as KeyFilters;
    const keys = await listKeys({ session, signal });
    const listed = keys.filter((key) => passes(key, filters)).map(factsOf);
    return { state: foundToTerraform(MANY, { ...filters, apiKeys: listed }) };
  },
};

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

function factsOf({ id, name, state, assignedRoles, ...others }: ApiKeyRecord): Fields {
  const { ipAccessList, keySuffix, createdAt, expireAt, usedAt } = others;
  const roles = (assignedRoles ?? []).map(({ roleId, roleName, roleType }) => ({
    id: roleId,
    name: roleName,
    type: roleType,
  }));
  return {
    id,
    name,
    state,
    assignedRoles: roles,
    ipAccessList,
    keySuffix,
    createdAt,
    expireAt: expireAt || undefined,
    usedAt,
  };
}
