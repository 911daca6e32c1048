import * as z from "zod";
import { extraFields } from "../../declaration/extra-fields";
import { computed, required } from "../../declaration/field";
import { factsOf } from "../../declaration/look-ups";
import { idAndName, objectIdField } from "../../declaration/value-types";

/** Settings of the team (docs/internals/api-behavior.md 3.17). */
export const team = z.object({
  id: computed("The team's id.", z.string()),
  name: computed("The team's name.", z.string()),
  defaultUserRoleId: required(
    "The id of the role that new members get. The server must have roles: the open-source server refuses the plan.",
    objectIdField,
    { refersTo: "team_role" },
  ),
  extraFields: extraFields("team"),
});

/** The team of the access key. An id or a name checks that it is the expected one. */
export const teamLookup = z.object({ ...idAndName("team"), ...factsOf(team) });
