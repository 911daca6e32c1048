import * as z from "zod";
import { computed, optional } from "../../declaration/field";
import { listLookUpOf } from "../../declaration/look-ups";
import { withRules } from "../../declaration/rules";
import { assignedRole } from "../role/assigned-role";

const userFacts = {
  assignedRoles: computed("The organization roles of the user.", z.array(assignedRole)),
  joinedAt: computed("The time when the user joined the organization.", z.string()),
};

/** One user of the organization, found by id or by e-mail address (docs/internals/api-behavior.md 1.9). */
export const organizationUserLookup = withRules(
  z.object({
    id: optional("The user's id. Set either the id or the e-mail address.", z.string().min(1), { computed: true }),
    email: optional(
      "The user's e-mail address. Set either the e-mail address or the id. Upper and lower case are equivalent.",
      z.string().min(1),
      { computed: true },
    ),
    name: computed("The user's name.", z.string()),
    ...userFacts,
  }),
  {
    reads: ["email", "id"],
    refuses: ({ id, email }) => ((id ?? null) === null) === ((email ?? null) === null),
    message: "Set either id or email to look up a user.",
  },
);

export const organizationUsersLookup = listLookUpOf(
  "organizationUsers",
  "user",
  { email: computed("The user's e-mail address.", z.string()), ...userFacts },
  {},
);
