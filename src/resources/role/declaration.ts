import * as z from "zod";
import { computed, optional } from "../../declaration/field";
import { withRules } from "../../declaration/rules";
import { idAndName, idOrName } from "../../declaration/value-types";

/** The kinds of role (docs/internals/api-behavior.md 1.5). */
const ROLE_TYPES = ["system", "custom"] as const;

const roleFacts = {
  actors: computed("Who has the role: `user/ID` or `apiKey/ID`.", z.array(z.string())),
};

/** One role of the organization, found by id or by name (docs/internals/api-behavior.md 1.5). */
export const roleLookup = withRules(
  z.object({
    ...idAndName("role", { id: z.uuid("Must be the UUID of a role") }),
    type: optional("Looks among roles of this type only: `system` or `custom`.", z.enum(ROLE_TYPES), {
      computed: true,
    }),
    ...roleFacts,
  }),
  idOrName,
);

const listedRole = z.object({
  id: computed("The role's id.", z.string()),
  name: computed("The role's name.", z.string()),
  type: computed("The kind of role: `system` or `custom`.", z.string()),
  ...roleFacts,
});

/** All roles of the organization, or those of one type. */
export const rolesLookup = z.object({
  type: optional("Lists roles of this type only.", z.enum(ROLE_TYPES)),
  roles: computed("The roles.", z.array(listedRole)),
});
