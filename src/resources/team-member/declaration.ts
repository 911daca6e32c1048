import * as z from "zod";
import { computed, optional, required } from "../../declaration/field";
import { declareLookUp, factsOf, listLookUpOf } from "../../declaration/look-ups";
import { objectIdField } from "../../declaration/value-types";

const STATUS = ["member", "pending"] as const;

/** A member of the team of the open-source deployment (docs/internals/api-behavior.md 3.17). */
export const teamMember = z.object({
  id: computed(
    "The e-mail address in lower case. It stays the same when the person accepts the invitation.",
    z.string(),
  ),
  email: required(
    "The person's e-mail address. The server stores it in lower case.",
    z.email("Must be an e-mail address such as oncall@example.com"),
    { canonical: (email) => email.toLowerCase(), forcesReplacement: true },
  ),
  name: optional(
    "The name in the invitation. Members choose their own names, so a name has no effect after the person has accepted.",
    z.string().min(1),
  ),
  roleId: optional(
    "The id of the member's role, for servers with roles. If it is not set, the server chooses the role. The open-source server has no roles and refuses the plan.",
    objectIdField,
    { refersTo: "team_role", computed: true },
  ),
  status: computed("`pending` until the person accepts the invitation, then `member`.", z.string()),
  userId: computed("The id of the user. None while the invitation is pending.", z.string()),
});

const memberFacts = {
  ...factsOf(teamMember),
  roleName: computed("The name of the role, for servers with roles.", z.string()),
};

/** One member or pending invitation, found by e-mail address or by name. */
export const teamMemberLookup = declareLookUp("team member", memberFacts, { id: z.string().min(1) });

/** All members and pending invitations, or those that match the filters. */
export const teamMembersLookup = listLookUpOf("teamMembers", "team member", memberFacts, {
  status: optional("Lists only people with this status: `member` or `pending`.", z.enum(STATUS)),
});
