import type { DeclaredFields } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import { type Diagnostic, isUnknownValue, problem, type Resource } from "../../plugin";
import { remember } from "../../remember";
import { type PlannedObject, plainResource } from "../shared/crud-resource";
import { lookUpsOf } from "../shared/look-up";
import { quoted, reportFailure, throwErrors } from "../shared/report-failure";
import type { Call, Session } from "../shared/session";
import { type TeamMemberBody, type TeamMemberRecord, teamMemberApi, teamMembers } from "./api";
import { teamMember, teamMemberLookup, teamMembersLookup } from "./declaration";

/** Predefined role with all permissions (docs/internals/api-behavior.md 2.4). */
const ADMIN = "Admin";

/** Ids of the administrators that this run deletes, or to which it assigns another role. */
const endedAdmins = remember<Session, Set<string>>(() => new Set());

const members = plainResource<TeamMemberRecord, TeamMemberBody>({
  api: teamMemberApi,
  shape: objectShapeOf(teamMember),
  description: "A member of the team. A create invites a person by e-mail address. Open-source deployment only.",
  title: ({ email }) => String(email),
  collection: ({ client }) => client.collection(teamMembers),
  body: ({ declared: { email, name, roleId } }) => ({
    email: String(email),
    ...(typeof name === "string" && { name }),
    ...(typeof roleId === "string" && { roleId }),
  }),
  observed,
  checkPlan: checkMember,
});

/**
 * `clickstack_team_member`: a person in the team of the open-source deployment, or with a pending invitation
 * (docs/internals/api-behavior.md 3.17).
 */
export const teamMemberResource: Resource<Session> = {
  ...members,

  async planDestroy({ state }, { session, signal }) {
    return session && { diagnostics: await guarded(String(state.id), undefined, { session, signal }) };
  },

  async update(request, context) {
    const { id, role_id: roleId } = request.plan;
    throwErrors(await guarded(String(id), typeof roleId === "string" ? roleId : undefined, context));
    return members.update(request, context);
  },

  async delete(request, context) {
    throwErrors(await guarded(String(request.state.id), undefined, context));
    await members.delete(request, context);
  },
};

/** Members choose their own names, so only the name of a pending invitation is observed. */
function observed(record: TeamMemberRecord, before: DeclaredFields): DeclaredFields {
  const { id, email = id, status, userId, roleId } = record;
  return { id, email, name: status === "pending" ? record.name : before.name, roleId, status, userId };
}

async function checkMember({
  declared,
  config,
  prior,
  session,
  signal,
}: PlannedObject): Promise<readonly Diagnostic[]> {
  const { email, roleId } = declared;
  const asked = config.roleId ?? undefined;
  const records = await reportFailure("list the team members", () =>
    session.client.collection(teamMembers).readAll({ signal }),
  );
  const hasRoles = records.some((record) => record.roleId !== undefined);
  const refused = asked !== undefined && !hasRoles ? [withoutRoles()] : [];
  if (prior) {
    const isKnown = typeof roleId === "string" && !isUnknownValue(roleId);
    return [...refused, ...(isKnown ? await guarded(String(prior.id), roleId, { session, signal }) : [])];
  }
  const same = records.find(({ id }) => typeof email === "string" && id === email.toLowerCase());
  return same?.userId && session.onExistingName !== "adopt" ? [...refused, existing(same)] : refused;
}

function guarded(id: string, roleId: string | undefined, call: Call): Promise<readonly Diagnostic[]> {
  return reportFailure(`check the change to the team member ${id}`, () => guardMember(id, roleId, call));
}

/**
 * Refuses a change that would remove the user of this run, or leave the team without an administrator. On a server
 * without roles, every member is an administrator.
 * @param roleId the new role; undefined for a removal
 */
async function guardMember(id: string, roleId: string | undefined, call: Call): Promise<readonly Diagnostic[]> {
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
  return problem(
    "This change would lock people out of the team",
    `The change to the team member ${quoted(id)} would ${effect}.\nFix: Run Terraform with the access key of another administrator. To keep the member but stop managing it, use a removed block or terraform state rm.`,
  );
}

function withoutRoles(): Diagnostic {
  return problem(
    "The server has no roles of team members",
    "Its list of members has no roles. The open-source server drops role_id.\nFix: Remove role_id.",
    ["role_id"],
  );
}

function existing({ id }: TeamMemberRecord): Diagnostic {
  return problem(
    "The person is already a member of the team",
    `The server refuses to invite ${quoted(id)}, who is a member.\nFix: Import the member with an import block and the id ${quoted(id)}, or set on_existing_name = "adopt" in the provider block.`,
    ["email"],
  );
}

/** Look-ups of members and pending invitations (docs/internals/api-behavior.md 3.17). */
export const teamMemberLookUps = lookUpsOf(teamMemberLookup, teamMembersLookup, {
  api: teamMemberApi,
  collection: (client) => client.collection(teamMembers),
  about: "A member of the team or a pending invitation",
  facts: ({ id, email, name = "", status, userId, roleId, roleName }) => ({
    ...{ id, email, name, status, userId, roleId, roleName },
  }),
  describe: ({ status }) => String(status),
});
