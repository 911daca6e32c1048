import type { ApiKeyRecord, AssignedRole } from "../../api";
import type { Session } from "../session";
import { hasExpired } from "./key-generations";

/** The system role that may do everything in an organization (docs/internals/api-behavior.md 1.5). */
const ADMIN = /^(org(anization)? )?admin$/i;

function isAdminRole(name: string | undefined, type: string | undefined): boolean {
  return type !== "custom" && ADMIN.test(name ?? "");
}

/** Whether a key holds an admin role. The deprecated roles count where the server shows no others. */
export function isAdmin({ assignedRoles, roles }: ApiKeyRecord): boolean {
  if (assignedRoles) return assignedRoles.some(({ roleName, roleType }) => isAdminRole(roleName, roleType));
  return roles?.includes("admin") ?? false;
}

/** Whether a key works and holds an admin role. @param now epoch milliseconds by the server's clock */
export function isWorkingAdmin(key: ApiKeyRecord, now: number): boolean {
  return key.state !== "disabled" && !hasExpired(key, now) && isAdmin(key);
}

/** The roles with these ids as a key's record shows them. */
export async function assignedRolesOf(
  ids: readonly string[],
  session: Session,
  signal: AbortSignal,
): Promise<readonly AssignedRole[]> {
  const roles = await session.client.roles.readAll({ signal });
  return ids.map((roleId) => {
    const role = roles.find(({ id }) => id.toLowerCase() === roleId);
    return { roleId, ...(role?.name && { roleName: role.name }), ...(role?.type && { roleType: role.type }) };
  });
}
