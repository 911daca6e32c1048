import { objectShapeOf } from "../../declaration/shape";
import type { DataSource } from "../../plugin";
import { assignedRolesOf } from "../role/assigned-role";
import { createLookUp, listDataSource, lookUp } from "../shared/look-up";
import { reportFailure } from "../shared/report-failure";
import type { Session } from "../shared/session";
import { foundToTerraform } from "../shared/terraform-form";
import { type OrganizationUserRecord, organizationUserApi } from "./api";
import { organizationUserLookup, organizationUsersLookup } from "./declaration";

const LOOK_UP = objectShapeOf(organizationUserLookup);

/** `clickstack_organization_user`: one user by id or e-mail address (docs/internals/api-behavior.md 1.9). */
export const organizationUserDataSource: DataSource<Session> = createLookUp<{ id?: string; email?: string }>(
  LOOK_UP,
  "A user of the ClickHouse Cloud organization, found by id or by e-mail address.",
  async ({ id, email }, { session, signal }) => {
    const shown = await reportFailure("list the users of the organization", () =>
      session.client.collection(organizationUserApi).readShown({ signal }),
    );
    const users = shown.records.map(factsOf);
    const byEmail = users.map((user) => ({ id: user.id, name: user.email?.toLowerCase() ?? "" }));
    const found = lookUp(
      { api: organizationUserApi, describe: ({ name }) => name },
      { ...shown, records: byEmail },
      { id, name: email?.toLowerCase() },
      [id === undefined ? "email" : "id"],
    );
    return { state: foundToTerraform(LOOK_UP, { ...users.find((user) => user.id === found.id) }) };
  },
);

/** `clickstack_organization_users`: all users of the organization. */
export const organizationUsersDataSource: DataSource<Session> = listDataSource(
  {
    api: organizationUserApi,
    collection: (client) => client.collection(organizationUserApi),
    facts: factsOf,
    describe: ({ id }) => id,
  },
  organizationUsersLookup,
  "All users of the ClickHouse Cloud organization, or those with one name. People with a pending invitation are not users yet.",
);

function factsOf({ id, name = "", email, joinedAt, assignedRoles }: OrganizationUserRecord) {
  return { id, name, email, joinedAt, assignedRoles: assignedRolesOf(assignedRoles) };
}
