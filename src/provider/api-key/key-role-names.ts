import type { RoleRecord } from "../../api";
import { lookUp } from "../look-up";
import { reportFailure } from "../report-failure";
import type { Session } from "../session";

const ROLE = { noun: "role", plural: "roles", kindOf: ({ type }: RoleRecord) => type ?? "of no type" };

/** The ids of the roles with these names. Throws a diagnostic at the first name that no role or that several roles have. */
export async function roleIdsOf(
  names: readonly string[],
  session: Session,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const roles = await reportFailure("look up the roles of the API key", () => session.client.roles.readAll({ signal }));
  const named = roles.map((role) => ({ ...role, name: role.name ?? "" }));
  return names.map((name, index) => lookUp(ROLE, named, { name }, ["role_names", index]).id);
}
