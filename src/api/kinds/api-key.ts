import { isOneTimeName } from "../creating/one-time-name";
import { AmbiguousCreateError } from "../errors";
import { isJsonObject } from "../json";
import type { ApiKeyBody, ApiKeyPatch, ApiKeyRecord, CreatedApiKey } from "../records";
import { FULL, type Kind } from "./kind";
import { noContradiction, sameTexts, showsAll, without } from "./shown-and-sent";

export const apiKeyKind: Kind<ApiKeyRecord, ApiKeyBody, ApiKeyPatch, CreatedApiKey> = {
  name: "API key",
  plural: "API keys",
  segment: "keys",
  home: "organization",
  offers: { managed: FULL },
  paged: false,
  updateMethod: "PATCH",
  createBody: (body) => without(body, "id"),
  updateBody: (patch) => without(patch, "id"),
  secrets: (body) => {
    const { hashData } = body;
    return isJsonObject(hashData)
      ? [hashData.keyIdHash, hashData.keySecretHash].filter((hash) => typeof hash === "string")
      : [];
  },
  matches,
  created: (value) => {
    const answer = isJsonObject(value) ? value : {};
    const { keyId, keySecret } = answer;
    return {
      record: answer.key,
      answer: (key) => ({
        key,
        ...(typeof keyId === "string" && { keyId }),
        ...(typeof keySecret === "string" && { keySecret }),
      }),
    };
  },
  recovered,
};

/**
 * The server says a secret of its own making once: without hashes a key that was found again is of no use to anybody, and is created anew.
 * It is deleted for that only if its name proves that this create made it.
 */
function recovered(record: ApiKeyRecord, body: ApiKeyBody): CreatedApiKey | undefined {
  if (body.hashData !== undefined) return { key: record };
  if (isOneTimeName(body.name)) return undefined;
  throw new AmbiguousCreateError("API keys", [record.id], undefined);
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
