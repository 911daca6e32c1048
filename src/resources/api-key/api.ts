import { FULL, type ResourceApi } from "../../client/collections/resource-api";
import { noContradiction, sameTexts, showsAll } from "../../client/creates/matching";
import { isOneTimeName, nameInOneTimeName } from "../../client/creates/one-time-name";
import { AmbiguousCreateError } from "../../client/http/errors";
import { type ApiRecord, isJsonObject, type JsonObject } from "../../client/json";
import { fitsIfThere, KEY_ID, KEY_SECRET, readablePart, UUID } from "../../client/reads/record-form";

export interface AssignedRole extends JsonObject {
  readonly roleId: string;
  readonly roleName?: string;
  readonly roleType?: string;
}

/** See docs/internals/api-behavior.md 1.2. Every field but the id may be missing. */
export interface ApiKeyRecord extends ApiRecord {
  readonly name?: string;
  readonly state?: string;
  readonly roles?: readonly string[];
  readonly assignedRoles?: readonly AssignedRole[];
  readonly keySuffix?: string;
  readonly createdAt?: string;
  readonly expireAt?: string | null;
  readonly usedAt?: string;
  readonly ipAccessList?: readonly JsonObject[];
}

/**
 * What the server gets to know of material that it did not make (docs/internals/api-behavior.md 1.3); each hash is
 * base64 of the raw SHA-256 digest.
 */
export interface ApiKeyHashData extends JsonObject {
  readonly keyIdHash: string;
  readonly keyIdSuffix: string;
  readonly keySecretHash: string;
}

/**
 * Body of a key's PATCH: what is left out keeps its value, `expireAt: null` clears it
 * (docs/internals/api-behavior.md 1.4).
 */
export type ApiKeyPatch = Pick<ApiKeyRecord, "name" | "state" | "expireAt" | "roles" | "ipAccessList"> & {
  readonly assignedRoleIds?: readonly string[];
};

export type ApiKeyBody = ApiKeyPatch & { readonly name: string; readonly hashData?: ApiKeyHashData };

/** ApiResponse of a key's create. Id and secret come once, and only when the request held no hashes. */
export interface CreatedApiKey {
  readonly key: ApiKeyRecord;
  readonly keyId?: string;
  readonly keySecret?: string;
}

export const apiKeyApi: ResourceApi<ApiKeyRecord, ApiKeyBody, ApiKeyPatch, CreatedApiKey> = {
  name: "API key",
  plural: "API keys",
  segment: "keys",
  scope: "organization",
  capabilities: { managed: FULL },
  idForm: UUID,
  notFound: "managed",
  readable,
  wrongInside: ({ assignedRoles }) =>
    assignedRoles?.some(({ roleId }) => !fitsIfThere(roleId, UUID))
      ? `a role whose id is not ${UUID.words}`
      : undefined,
  paged: false,
  updateMethod: "PATCH",
  createBody: (body) => body,
  updateBody: (patch) => patch,
  secrets: (body) => {
    const { hashData } = body as Partial<ApiKeyBody>;
    return hashData ? [hashData.keyIdHash, hashData.keySecretHash] : [];
  },
  unseen: ["hashData"],
  // The one-time name tells what was created, so that the rest may have changed since.
  content: ({ name }) => ({ name: nameInOneTimeName(name) }),
  matches,
  matchesUnnamed: isUnused,
  created: (value) => {
    const response = isJsonObject(value) ? value : {};
    const { keyId, keySecret } = response;
    const wrong = wrongMaterial(keyId, keySecret);
    return {
      record: response.key,
      ...(wrong !== undefined && { wrong }),
      response: (key) => ({
        key,
        ...(typeof keyId === "string" && { keyId }),
        ...(typeof keySecret === "string" && { keySecret }),
      }),
    };
  },
  recovered,
};

/**
 * The server says a secret of its own making once: without hashes a key that was found again is of no use to anybody,
 * and is created anew. It is deleted for that only if its name shows that this create made it.
 */
function recovered(record: ApiKeyRecord, body: ApiKeyBody): CreatedApiKey | undefined {
  if (body.hashData !== undefined) {
    return { key: record };
  }
  if (isOneTimeName(body.name)) {
    return undefined;
  }
  throw new AmbiguousCreateError("API keys", [record.id], undefined);
}

/** A server says the secret of a new key once: no field that cannot be read may be the reason why it is lost. */
function readable(record: ApiKeyRecord): ApiKeyRecord {
  const { ipAccessList, assignedRoles, ...rest } = readablePart(record, FORMS);
  return {
    ...rest,
    ...(assignedRoles && { assignedRoles: assignedRoles.map(withComparableId) }),
    ...(ipAccessList && { ipAccessList: ipAccessList.filter(({ source }) => typeof source === "string") }),
  };
}

/** Roles themselves have ids in this spelling. */
function withComparableId(role: AssignedRole): AssignedRole {
  return typeof role.roleId === "string" ? { ...role, roleId: UUID.canonical(role.roleId) } : role;
}

const FORMS = {
  name: "text",
  state: "text",
  keySuffix: "text",
  expireAt: "text",
  createdAt: "text",
  usedAt: "text",
  roles: "texts",
  assignedRoles: "objects",
  ipAccessList: "objects",
} as const;

function wrongMaterial(keyId: unknown, keySecret: unknown): string | undefined {
  if (!fitsIfThere(keyId, KEY_ID)) {
    return `a key ID that is not ${KEY_ID.words}`;
  }
  return fitsIfThere(keySecret, KEY_SECRET) ? undefined : `a key secret that is not ${KEY_SECRET.words}`;
}

/**
 * A key that a killed run created and no state holds is deleted for a new one, but never one that somebody works with.
 */
function isUnused({ usedAt }: ApiKeyRecord): boolean {
  return !usedAt;
}

function matches(record: ApiKeyRecord, body: ApiKeyBody): boolean {
  const assigned = record.assignedRoles?.map((role) => role.roleId) ?? [];
  return (
    record.name === body.name &&
    (record.state ?? "enabled") === (body.state ?? "enabled") &&
    showsAll(record.expireAt, body.expireAt) &&
    (body.assignedRoleIds === undefined || sameTexts(assigned, body.assignedRoleIds)) &&
    (body.ipAccessList === undefined || showsAll(record.ipAccessList, body.ipAccessList)) &&
    noContradiction(record.keySuffix, body.hashData?.keyIdSuffix)
  );
}
