import { randomBytes } from "node:crypto";
import { ClientError, nameWith } from "../../client";
import { allObjects, type ShownObjects } from "../../client/reads/listing";
import type { DeclaredFields } from "../../declaration/field";
import { AllowedAddresses } from "../../declaration/ip-ranges";
import { withServerDefaults } from "../../declaration/server-defaults";
import { objectShapeOf } from "../../declaration/shape";
import { secondsOf } from "../../declaration/value-types";
import {
  type DataSource,
  type Diagnostic,
  DiagnosticError,
  type EphemeralResource,
  type PrivateState,
} from "../../plugin";
import { createLookUp, lookUp, warningOfIncomplete } from "../shared/look-up";
import { quoted, reportFailure } from "../shared/report-failure";
import { schemaOf } from "../shared/schema";
import type { Call, Session } from "../shared/session";
import { foundToTerraform, objectFromTerraform, objectToTerraform } from "../shared/terraform-form";
import { validateConfig } from "../shared/validate-config";
import type { ApiKeyRecord } from "./api";
import { apiKeyLookup, apiKeysLookup, type TemporaryKeyDeclaration, temporaryKey } from "./declaration";
import { contentOf, locateInKey } from "./mapping";
import { API_KEY_WORDING } from "./plan-checks";
import { keyMaterial } from "./secret/declaration";
import { generateKeyMaterial, hashesOf } from "./secret/secrets";
import { maySignThisRun } from "./session";

const ONE = objectShapeOf(apiKeyLookup);
const MANY = objectShapeOf(apiKeysLookup);

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
    const candidates = { records: keys.records.map(named), incomplete: keys.incomplete };
    const found = factsOf(lookUp(API_KEY_WORDING, candidates, lowerCaseId(config)));
    return { state: foundToTerraform(ONE, typeof config.id === "string" ? { ...found, id: config.id } : found) };
  },
);

/** `clickstack_api_keys`: lists the keys of the organization that match all filters. */
export const apiKeysDataSource: DataSource<Session> = createLookUp<KeyFilters>(
  MANY,
  "Lists the API keys of the ClickHouse Cloud organization that match all given filters.",
  async ({ apiKeys: _, ...filters }, call) => {
    const { records, incomplete } = await listKeys(call);
    const apiKeys = records.filter((key) => passes(key, filters)).map(factsOf);
    return { state: foundToTerraform(MANY, { ...filters, apiKeys }), diagnostics: warningOfIncomplete(incomplete) };
  },
);

interface KeyFilters extends DeclaredFields {
  readonly state?: string;
  readonly expiringBefore?: string;
  readonly unusedSince?: string;
  readonly withoutIpRestriction?: boolean;
}

function passes(key: ApiKeyRecord, { state, expiringBefore, unusedSince, withoutIpRestriction }: KeyFilters): boolean {
  const before = (time: string | null | undefined, limit: string) =>
    Boolean(time) && Date.parse(String(time)) < Date.parse(limit);
  if (state !== undefined && key.state !== state) {
    return false;
  }
  if (expiringBefore !== undefined && !before(key.expireAt, expiringBefore)) {
    return false;
  }
  if (unusedSince !== undefined && !before(key.usedAt ?? key.createdAt, unusedSince)) {
    return false;
  }
  return withoutIpRestriction === undefined || isOpen(key) === withoutIpRestriction;
}

/** Returns true if any address can use a key. */
function isOpen({ ipAccessList = [] }: ApiKeyRecord): boolean {
  return new AllowedAddresses(ipAccessList.map(({ source }) => source)).isEverybody;
}

function listKeys({ session: { client }, signal }: Call): Promise<ShownObjects<ApiKeyRecord>> {
  return reportFailure("list the API keys", () => client.apiKeys.readShown({ signal }));
}

/** Returns the key with an id, or the whole list, so that an error can name the existing keys. */
function keysForId(id: string, { session: { client }, signal }: Call): Promise<ShownObjects<ApiKeyRecord>> {
  return reportFailure(`look up the API key ${id}`, async () => {
    const key = await client.apiKeys.read(id, { signal });
    const none = { records: [], incomplete: undefined };
    return key ? { ...none, records: [key] } : ((await client.apiKeys.readShownIfOffered({ signal })) ?? none);
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
  throw new DiagnosticError({
    severity: "error",
    summary: "Cannot identify the API key in use",
    detail:
      own.length === 0
        ? "The suffix of no key on the server equals the end of the key ID that signs the requests of this run.\nFix: look up the key by id or by name."
        : `The keys ${own.map(({ id }) => id).join(", ")} all have the suffix of the key ID that signs the requests of this run, and their last use does not identify one of them.\nFix: look up the key by id.`,
    path: ["in_use"],
  });
}

function named(key: ApiKeyRecord): ApiKeyRecord & { readonly name: string } {
  return { ...key, name: key.name ?? "" };
}

function factsOf({ assignedRoles, expireAt, ...facts }: ApiKeyRecord): DeclaredFields {
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

const TEMPORARY_KEY = objectShapeOf(temporaryKey);

/** Facts that `renew` and `close` need about a key. They do not include its secret. */
interface OpenKey {
  readonly id: string;
  readonly name: string;
  readonly seconds: number;
  readonly expireAt: string;
}

/**
 * `clickstack_api_key`: a key for one run. The provider generates its secret, so the server receives digests only, and
 * no plan or state contains the secret. The run deletes the key at its end. A killed run leaves a key that expires
 * (docs/internals/api-behavior.md 1.2).
 */
export const temporaryKeyEphemeral: EphemeralResource<Session> = {
  schema: schemaOf(
    TEMPORARY_KEY,
    "An API key of ClickHouse Cloud for one run of Terraform. The run creates the key, deletes it at its end, and never stores it.",
  ),

  validate: ({ config }) => validateConfig(TEMPORARY_KEY, config),

  async open({ config }, { session, signal }) {
    const declared = withServerDefaults(
      TEMPORARY_KEY,
      objectFromTerraform(TEMPORARY_KEY, config),
    ) as TemporaryKeyDeclaration;
    const name = nameWith(declared.name, ` (run ${randomBytes(6).toString("hex")})`);
    const material = generateKeyMaterial();
    const seconds = secondsOf(declared.validFor ?? "");
    const { key, expireAt } = await reportFailure(
      `create the API key ${quoted(name)}`,
      async () => {
        const { validFor: _, ...content } = declared;
        const expireAt = await after(seconds, { session, signal });
        const body = { ...(await contentOf({ ...content, expireAt }, { session, signal })), name };
        const created = await session.client.apiKeys.create(
          { ...body, expireAt, state: "enabled", hashData: hashesOf(material) },
          { signal },
        );
        return { key: created.key, expireAt };
      },
      locateInKey,
    );
    return {
      result: objectToTerraform(TEMPORARY_KEY, { ...declared, id: key.id, ...material, expireAt }),
      ...kept({ id: key.id, name, seconds, expireAt }),
    };
  },

  async renew({ private: memory }, { session, signal }) {
    const { id, name, seconds } = openKeyIn(memory);
    const expireAt = await reportFailure(`extend the API key ${quoted(name)}`, async () => {
      const later = await after(seconds, { session, signal });
      await session.client.apiKeys.update(id, { expireAt: later }, { signal });
      return later;
    });
    return kept({ id, name, seconds, expireAt });
  },

  async close({ private: memory }, { session, signal }) {
    const key = openKeyIn(memory);
    try {
      await session.client.apiKeys.delete(key.id, { signal });
      return undefined;
    } catch (error) {
      if (!(error instanceof ClientError) && !signal.aborted) {
        throw error;
      }
      return { diagnostics: [couldNotDelete(key, error)] };
    }
  },
};

/** Returns a time this many seconds from now, by the server's clock. */
async function after(seconds: number, { session, signal }: Call): Promise<string> {
  return new Date((await session.client.organizationTime({ signal })) + seconds * 1000).toISOString();
}

/** Asks Terraform to extend the key after half of its time. Terraform uses the clock of this machine. */
function kept(key: OpenKey): { readonly renewAt: Date; readonly private: PrivateState } {
  return { renewAt: new Date(Date.now() + key.seconds * 500), private: { ...key } };
}

function openKeyIn(memory: PrivateState): OpenKey {
  return memory as unknown as OpenKey;
}

/** Returns a warning, not an error, because the work of the run is done. */
function couldNotDelete({ id, name, expireAt }: OpenKey, error: unknown): Diagnostic {
  return {
    severity: "warning",
    summary: `The API key ${quoted(name)} of this run could not be deleted`,
    detail: `${error instanceof Error ? error.message : String(error)}\nIt stops working at ${expireAt}.\nFix: delete the key ${id} in the console to end it earlier.`,
  };
}

const KEY_MATERIAL = objectShapeOf(keyMaterial);

/**
 * `clickstack_key_material`: a key ID and a key secret that exist while Terraform runs. It sends no request. Material
 * that no key uses is discarded at the end of the run.
 */
export const keyMaterialEphemeral: EphemeralResource<Session> = {
  schema: schemaOf(KEY_MATERIAL, "A key ID and a key secret that each run of Terraform generates and never stores."),

  async open() {
    return { result: objectToTerraform(KEY_MATERIAL, { ...generateKeyMaterial() }) };
  },
};
