import { ApiError } from "../../client/http/errors";
import type { ShownObjects } from "../../client/reads/listing";
import { DiagnosticError, problem } from "../../plugin";
import { type RoleRecord, roleApi } from "../role/api";
import { lookUp } from "../shared/look-up";
import { quoted, reportFailure } from "../shared/report-failure";
import type { Call } from "../shared/session";
import type { AssignedRole } from "./api";
import { isRefusedOperation, serverKeys } from "./key-collection";

const ROLE = { api: roleApi, describe: ({ type }: RoleRecord) => type ?? "of no type" };

/** Returns the ids of the roles with these names. Throws a diagnostic if no role or several roles have a name. */
export async function roleIdsOf(
  names: readonly string[],
  keyId: string | undefined,
  call: Call,
): Promise<readonly string[]> {
  if (names.length === 0) {
    return [];
  }
  const listed = await reportFailure("look up the roles of the API key", () => listedRoles(call));
  if (listed instanceof ApiError) {
    const own = keyId === undefined ? [] : await ownRoles(keyId, call);
    const idOf = (name: string) => own.find(({ roleName }) => roleName === name)?.roleId;
    return names.map((name, index) => idOf(name) ?? refuseName(name, index, listed));
  }
  return names.map((name, index) => lookUp(ROLE, listed, { name }, ["role_names", index]).id);
}

/** Returns the roles of the organization, or the roles of one key if the server does not list roles. */
export async function knownRoles(keyId: string, call: Call): Promise<readonly AssignedRole[]> {
  const listed = await listedRoles(call);
  if (listed instanceof ApiError) {
    return ownRoles(keyId, call);
  }
  return listed.records.map(({ id, name, type }) => ({
    roleId: id,
    ...(name && { roleName: name }),
    ...(type && { roleType: type }),
  }));
}

/** Returns the error of a server that does not list roles (docs/internals/api-behavior.md 1.7). */
async function listedRoles(call: Call): Promise<ShownObjects<RoleRecord> | ApiError> {
  try {
    return await call.session.client.collection(roleApi).readShown({ signal: call.signal });
  } catch (error) {
    if (isRefusedOperation(error, "GET")) {
      return error;
    }
    throw error;
  }
}

async function ownRoles(keyId: string, call: Call): Promise<readonly AssignedRole[]> {
  return (await serverKeys(call).read(keyId))?.assignedRoles ?? [];
}

function refuseName(name: string, index: number, { summary }: ApiError): never {
  throw new DiagnosticError(
    problem(
      `Cannot look up the role ${quoted(name)}`,
      `The server refuses the list of roles, and the key has no role with this name. ${summary}\n` +
        "Fix: set the id of the role in assigned_role_ids, or use a key with a role that can list roles.",
      ["role_names", index],
    ),
  );
}
