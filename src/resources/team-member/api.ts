import type { ApiRecord, JsonObject } from "../../client/json";
import { EMAIL, FULL, resourceApi, wrongField } from "../../client/reads/resource-api";

/** A member of the team, or a person with a pending invitation (docs/internals/api-behavior.md 3.17). */
export interface TeamMemberRecord extends ApiRecord {
  readonly email?: string;
  readonly name?: string;
  readonly status?: "member" | "pending";
  /** Id of the user; undefined for an invitation. */
  readonly userId?: string;
  readonly invitationId?: string;
  /** Only servers with roles return it. */
  readonly roleId?: string;
  readonly roleName?: string;
  readonly isCurrentUser?: boolean;
}

export interface TeamMemberBody extends JsonObject {
  readonly email: string;
  readonly name?: string;
  readonly roleId?: string;
}

const FORM = {
  idForm: EMAIL,
  notFound: "plain_text",
  capabilities: { open_source: { ...FULL, lookup: "list" } },
  wrongInside: (record: TeamMemberRecord) =>
    wrongField(record, { email: "text", name: "text", userId: "text", invitationId: "text", roleId: "text" }),
  matches: (record: TeamMemberRecord, body: TeamMemberBody) => record.id === body.email.toLowerCase(),
} as const;

export const teamMemberApi = resourceApi<TeamMemberRecord, TeamMemberBody>({
  ...FORM,
  name: "team member",
  plural: "team members",
  segment: "team/members",
  recordOf: ({ id, isCurrentUser, ...fields }) =>
    recordOf(fields, { userId: id, status: "member", isCurrentUser: isCurrentUser === true }),
});

/** Pending invitations. The response to a create can also be a member. */
export const invitationApi = resourceApi<TeamMemberRecord, TeamMemberBody>({
  ...FORM,
  name: "invitation",
  plural: "invitations",
  segment: "team/invitations",
  createSegment: "team/invitation",
  recordOf: ({ id, invitationId = id, userId, ...fields }) =>
    userId ? recordOf(fields, { userId, status: "member" }) : recordOf(fields, { invitationId, status: "pending" }),
});

/**
 * Returns a record whose id is the e-mail address, because the server's id changes when a person accepts an invitation.
 * Join addresses and access keys are left out: they are secrets.
 */
function recordOf({ email, name, roleId, roleName }: JsonObject, own: JsonObject): JsonObject {
  const id = email || own.userId || own.invitationId;
  const fields = { email, name, roleId, roleName };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return { id, ...Object.fromEntries(given), ...own };
}
