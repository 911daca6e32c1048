import { isJsonObject } from "../json";
import type { ApiKeyBody, ApiKeyPatch, ApiKeyRecord, CreatedApiKey } from "../records";
import { fitsIfThere, KEY_ID, KEY_SECRET, UUID } from "./id-form";
import { FULL, type Kind } from "./kind";
import { wrongField } from "./record-form";
import { noContradiction, sameTexts, showsAll, without } from "./shown-and-sent";

export const apiKeyKind: Kind<ApiKeyRecord, ApiKeyBody, ApiKeyPatch, CreatedApiKey> = {
  name: "API key",
  plural: "API keys",
  segment: "keys",
  home: "organization",
  offers: { managed: FULL },
  idForm: UUID,
  notFound: "managed",
  wrongInside: (record) => wrongField(record, FIELDS) ?? wrongRole(record) ?? wrongAddress(record),
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
  unseen: ["hashData"],
  matches,
  created: (value) => {
    const answer = isJsonObject(value) ? value : {};
    const { keyId, keySecret } = answer;
    const wrong = wrongMaterial(keyId, keySecret);
    return {
      record: answer.key,
      ...(wrong !== undefined && { wrong }),
      answer: (key) => ({
        key,
        ...(typeof keyId === "string" && { keyId }),
        ...(typeof keySecret === "string" && { keySecret }),
      }),
    };
  },
  // The server says a secret of its own making once. Without hashes a key that was found again is of no use to anybody.
  recovered: (record, body) => (body.hashData === undefined ? undefined : { key: record }),
};

const FIELDS = {
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

function wrongRole({ assignedRoles }: ApiKeyRecord): string | undefined {
  return assignedRoles?.some(({ roleId }) => !fitsIfThere(roleId, UUID))
    ? `a role whose id is not ${UUID.words}`
    : undefined;
}

function wrongAddress({ ipAccessList }: ApiKeyRecord): string | undefined {
  return ipAccessList?.some(({ source }) => typeof source !== "string") ? "an address that is no text" : undefined;
}

function wrongMaterial(keyId: unknown, keySecret: unknown): string | undefined {
  if (!fitsIfThere(keyId, KEY_ID)) return `a key ID that is not ${KEY_ID.words}`;
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
