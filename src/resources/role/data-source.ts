import type { DataSource } from "../../plugin";
import { type LookUpType, listDataSource, lookUpDataSource } from "../shared/look-up";
import type { Session } from "../shared/session";
import { type RoleRecord, roleApi } from "./api";
import { roleLookup, rolesLookup } from "./declaration";

const ROLES = {
  api: roleApi,
  collection: (client) => client.collection(roleApi),
  facts: factsOf,
  describe: ({ type }) => String(type),
} satisfies LookUpType<RoleRecord, ReturnType<typeof factsOf>>;

/** `clickstack_organization_role`: one role of the organization by id or name (docs/internals/api-behavior.md 1.5). */
export const roleDataSource: DataSource<Session> = lookUpDataSource(
  ROLES,
  roleLookup,
  "A role of the ClickHouse Cloud organization, found by id or by name.",
);

/** `clickstack_organization_roles`: all roles of the organization, or those of one type. */
export const rolesDataSource: DataSource<Session> = listDataSource(
  ROLES,
  rolesLookup,
  "All roles of the ClickHouse Cloud organization, or those of one name or type.",
);

function factsOf({ id, name = "", type, actors, policies }: RoleRecord) {
  return { id, name, type, actors, policies };
}
