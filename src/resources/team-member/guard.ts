import type { Diagnostic } from "../../plugin";
import { remember } from "../../remember";
import { quoted } from "../shared/report-failure";
import type { Call, Session } from "../shared/session";
import type { TeamMemberRecord } from "./api";
import { teamMembers } from "./member-collection";

/** Predefined role with all permissions (docs/internals/api-behavior.md 2.4). */
const ADMIN = "Admin";

/** Ids of the administrators that the changes of this run remove or give another role. */
const endedAdmins = remember<Session, Set<string>>(() => new Set());

/**
 * Refuses a change that would remove the user of this run, or leave the team without an administrator. On a server
 * without roles, every member is an administrator.
 * @param roleId the new role; undefined for a removal
 */
export async function guardMember(id: string, roleId: string | undefined, call: Call): Promise<readonly Diagnostic[]> {
  const { session, signal } = call;
  const records = await session.client.collection(teamMembers).readAll({ signal });
  const member = records.find((record) => record.id === id);
  if (!member?.userId || (roleId !== undefined && roleId === member.roleId)) {
    return [];
  }
  if (roleId === undefined && member.isCurrentUser) {
    return [refusal(member, "remove the user whose access key signs the requests of this run")];
  }
  const admins = records.filter(({ roleName }) => roleName === ADMIN);
  const isAdmin = admins.includes(member);
  if (!isAdmin || admins.some((admin) => admin.roleId === roleId)) {
    return [];
  }
  if (member.isCurrentUser) {
    return [refusal(member, "take the administrator role from the user of this run")];
  }
  const ended = endedAdmins(session).add(id);
  return admins.every((admin) => ended.has(admin.id))
    ? [refusal(member, "leave the team without an administrator")]
    : [];
}

function refusal({ id }: TeamMemberRecord, effect: string): Diagnostic {
  return {
    severity: "error",
    summary: "This change would lock people out of the team",
    detail: `The change to the team member ${quoted(id)} would ${effect}.\nFix: Run Terraform with the access key of another administrator. To keep the member but stop managing it, use a removed block or terraform state rm.`,
  };
}
