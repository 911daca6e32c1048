import type { ApiKeyRecord } from "../api";
import { apiKey } from "../schema/api-key";
import type { Fields } from "../schema/field";
import { splitOtherFields } from "../schema/other-fields";
import { objectShapeOf } from "../schema/shape";

const API_KEY = objectShapeOf(apiKey);

/** A key as the server has it, in the form of the declaration. `usedAt` changes by itself and is left out (facts/api.md quirk 34). */
export function observedApiKey(record: ApiKeyRecord): Fields {
  const { assignedRoles, expireAt, ...rest } = record;
  const observed = {
    ...rest,
    // The request names roles by id, the reply by object (quirk 32). Absent, null and "" all mean never (quirk 35).
    assignedRoleIds: (assignedRoles ?? []).map(({ roleId }) => roleId),
    ...(expireAt && { expireAt }),
  };
  return splitOtherFields(API_KEY, observed).known as Fields;
}
