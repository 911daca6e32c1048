import type { ApiKeyBody, ApiKeyPatch, JsonValue } from "../api";
import { type ApiKeyDeclaration, apiKey } from "../schema/api-key";
import type { Fields } from "../schema/field";
import { inUtc } from "../schema/instant";
import { sameMeaning } from "../schema/meaning";
import { objectShapeOf } from "../schema/shape";

const API_KEY = objectShapeOf(apiKey);

/** The fields that a key's create and PATCH take (facts/api.md 1.3, 1.4). */
const WRITABLE = ["name", "state", "assignedRoleIds", "expireAt", "ipAccessList"] as const;

/** The body that creates a key with material made by the server. */
export function createBody(declared: ApiKeyDeclaration): ApiKeyBody {
  const entries = WRITABLE.filter((name) => declared[name] !== undefined).map((name) => [
    name,
    sent(name, declared[name]),
  ]);
  return Object.fromEntries(entries) as ApiKeyBody;
}

/** Only what differs from the server by meaning; omitted fields keep their value (facts/api.md 1.4). */
export function patchBody(declared: ApiKeyDeclaration, observed: Fields): ApiKeyPatch {
  const changed = WRITABLE.filter((name) => {
    const field = API_KEY.fields[name];
    return field && !sameMeaning(field.shape, declared[name], observed[name], field.meta);
  });
  return Object.fromEntries(
    changed.map((name) => [name, sent(name, declared[name]) ?? API_KEY.fields[name]?.meta.clearValue]),
  );
}

function sent(name: string, value: unknown): JsonValue {
  return (name === "expireAt" && typeof value === "string" ? inUtc(value) : value) as JsonValue;
}
