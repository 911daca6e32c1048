import { isOneTimeName, nameInOneTimeName } from "../../client/creates/created-object";
import { noContradiction, sameTexts, showsAll } from "../../client/creates/matching";
import { AmbiguousCreateError } from "../../client/http/errors";
import { type ApiRecord, isJsonObject, type JsonObject } from "../../client/json";
import {
  FULL,
  fitsIfThere,
  KEY_ID,
  KEY_SECRET,
  type ResourceApi,
  readablePart,
  UUID,
} from "../../client/reads/resource-api";

export interface AssignedRole extends JsonObject {
  readonly roleId: string;
  readonly roleName?: string;
  readonly roleType?: string;
}

/** API key in a response. Every field except the id may be missing (docs/internals/api-behavior.md 1.2). */
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
 * Digests of material that the server did not generate (docs/internals/api-behavior.md 1.3). Each hash is the base64 of
 * the raw SHA-256 digest.
 */
export interface ApiKeyHashData extends JsonObject {
  readonly keyIdHash: string;
  readonly keyIdSuffix: string;
  readonly keySecretHash: string;
}

/** Omitted fields keep their values, and `expireAt: null` removes the expiry (docs/internals/api-behavior.md 1.4). */
export type ApiKeyPatch = Pick<ApiKeyRecord, "name" | "state" | "expireAt" | "roles" | "ipAccessList"> & {
  readonly assignedRoleIds?: readonly string[];
};

export type ApiKeyBody = ApiKeyPatch & { readonly name: string; readonly hashData?: ApiKeyHashData };

/** Response to a key's create. Only this response has the key ID and secret, and only if the request had no hashes. */
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
  paged: false,
  updateMethod: "PATCH",
  createBody: (body) => body,
  updateBody: (patch) => patch,
  secrets: (body) => {
    const { hashData } = body as Partial<ApiKeyBody>;
    return hashData ? [hashData.keyIdHash, hashData.keySecretHash] : [];
  },
  unseen: ["hashData"],
  // The one-time name identifies the key, so the other fields may have changed since.
  content: ({ name }) => ({ name: nameInOneTimeName(name) }),
  matches,
  // A key of a killed run is deleted and created again only if no request ever used it.
  matchesUnnamed: ({ usedAt }) => !usedAt,
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
 * Returns the result of a create whose response was lost, or undefined to delete the key and create another. The server
 * returns a generated secret only once, so without hashes the key is unusable. The provider deletes the key only if its
 * name proves that this create made it.
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

/** Returns a record without malformed fields. They must not fail a create: its secret is returned only once. */
function readable(record: ApiKeyRecord): ApiKeyRecord {
  const { ipAccessList, assignedRoles, ...rest } = readablePart(record, FORMS);
  return {
    ...rest,
    ...(assignedRoles?.every(({ roleId }) => fitsIfThere(roleId, UUID)) && {
      assignedRoles: assignedRoles.map(withComparableId),
    }),
    ...(ipAccessList && { ipAccessList: ipAccessList.filter(({ source }) => typeof source === "string") }),
  };
}

/** Returns a role whose id has the canonical form of the ids of roles. */
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
