import type { ApiKeyRecord } from "../../api";
import { canonicalRange } from "../../schema/address-range";
import { type ApiKeyDeclaration, apiKey } from "../../schema/api-key";
import type { Fields } from "../../schema/field";
import type { IpAccessListEntry } from "../../schema/key-addresses";
import { ANY_IP } from "../../schema/key-addresses";
import { NEVER } from "../../schema/key-expiry";
import { splitOtherFields } from "../../schema/other-fields";
import { objectShapeOf } from "../../schema/shape";

const API_KEY = objectShapeOf(apiKey);

/** In which of several ways an author speaks of what the server has in one. */
export type KeyWording = Pick<ApiKeyDeclaration, "roleNames" | "roles" | "allowAnyIp" | "expireAt">;

/**
 * A key as the server has it, in the form of the declaration. `usedAt` changes by itself and the deprecated `roles` may be frozen
 * (docs/internals/api-behavior.md 1.2): both are left out.
 */
export function observedApiKey(record: ApiKeyRecord, wording: KeyWording): Fields {
  const { assignedRoles, expireAt, ipAccessList, roles: _, ...rest } = record;
  // Absent, null and "" all mean never (docs/internals/api-behavior.md 1.2).
  const expiry = expireAt || (wording.expireAt === NEVER ? NEVER : undefined);
  const observed = {
    ...rest,
    ...observedRoles(assignedRoles ?? [], wording),
    ...(expiry && { expireAt: expiry }),
    ...(wording.allowAnyIp && isAnyIp(ipAccessList) ? { allowAnyIp: true } : { ipAccessList: ipAccessList ?? [] }),
  };
  return splitOtherFields(API_KEY, observed).known as Fields;
}

/** The request names roles by id, the reply by object (docs/internals/api-behavior.md 1.4); an author may call some by name. */
function observedRoles(assigned: NonNullable<ApiKeyRecord["assignedRoles"]>, { roleNames, roles }: KeyWording): Fields {
  const byName = assigned.filter(({ roleName }) => roleNames?.includes(roleName ?? ""));
  return {
    assignedRoleIds: assigned.filter((role) => !byName.includes(role)).map(({ roleId }) => roleId),
    ...(roleNames && { roleNames: byName.map(({ roleName }) => roleName) }),
    ...(roles && { roles }),
  };
}

function isAnyIp(list: ApiKeyRecord["ipAccessList"]): boolean {
  const [first, ...others] = (list ?? []) as readonly IpAccessListEntry[];
  return first !== undefined && others.length === 0 && canonicalRange(first.source) === ANY_IP;
}
