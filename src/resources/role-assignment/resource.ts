import type { DeclaredFields } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import { type Diagnostic, type ObjectValue, problem, type Resource } from "../../plugin";
import { apiKeys } from "../api-key/key-collection";
import { guardKey, isAdminRole } from "../api-key/plan-checks";
import type { RoleRecord } from "../role/api";
import { readableHandlers, toResourceState } from "../shared/crud-resource";
import { quoted, reportFailure, throwErrors } from "../shared/report-failure";
import type { Call, Session } from "../shared/session";
import { objectFromTerraform } from "../shared/terraform-form";
import {
  actorsAfter,
  actorsWithout,
  type DeclaredActors,
  keysIn,
  roleAssignmentApi,
  roleAssignments,
  usersIn,
} from "./api";
import { roleAssignment } from "./declaration";

const SHAPE = objectShapeOf(roleAssignment);

/**
 * `clickstack_role_assignment`: users and API keys that have an organization role
 * (docs/internals/api-behavior.md 1.5). It manages the declared lists only.
 */
export const roleAssignmentResource: Resource<Session> = {
  ...readableHandlers(
    {
      api: roleAssignmentApi,
      shape: SHAPE,
      description: "The users and API keys that have a role of the ClickHouse Cloud organization, system or custom.",
      collection: ({ client }) => client.collection(roleAssignments),
    },
    stateOf,
  ),

  async modifyPlan({ plan, state }, { session, signal }) {
    if (!session) {
      return {};
    }
    const unsupported = session.client.collection(roleAssignments).unsupported("update");
    if (unsupported !== undefined) {
      return {
        diagnostics: [problem("Cannot manage the role assignment", unsupported)],
      };
    }
    const { role_id: roleId } = plan;
    const id = state ? state.id : roleId;
    const isKnown = typeof id === "string" && typeof roleId === "string";
    return {
      ...(isKnown && !state && { plan: { ...plan, id: id.toLowerCase() } }),
      diagnostics: isKnown ? await guarded(plan, listsIn(plan), { session, signal }) : [],
    };
  },

  async planDestroy({ state }, { session, signal }) {
    return session && { diagnostics: await guarded(state, "removed", { session, signal }) };
  },

  create: ({ plan }, call) => write("assign actors to", plan, call),

  update: ({ plan }, call) => write("change the actors of", plan, call),

  async delete({ state }, { session, signal }) {
    throwErrors(await guarded(state, "removed", { session, signal }));
    await reportFailure(`remove the actors of the role ${String(state.id)}`, () =>
      session.client.collection(roleAssignments).remove(String(state.id), listsIn(state), { signal }),
    );
  },
};

async function write(attempt: string, plan: ObjectValue, { session, signal }: Call) {
  const lists = listsIn(plan);
  throwErrors(await guarded(plan, lists, { session, signal }));
  const record = await reportFailure(`${attempt} the role ${String(plan.role_id)}`, () =>
    session.client.collection(roleAssignments).assign(String(plan.role_id), lists, { signal }),
  );
  return { state: stateOf(record, plan) };
}

/** A list that is not declared is not observed, except after an import, which has no declaration. */
function stateOf(record: RoleRecord, before: ObjectValue): ObjectValue {
  const { roleId, userIds, apiKeyIds, allowSelfLockout } = objectFromTerraform(SHAPE, before);
  const observed = (declared: unknown, ids: readonly string[]) =>
    (declared ?? null) !== null || ((roleId ?? null) === null && ids.length > 0) ? ids : undefined;
  const fields: DeclaredFields = {
    id: record.id,
    roleId: record.id,
    userIds: observed(userIds, usersIn(record)),
    apiKeyIds: observed(apiKeyIds, keysIn(record)),
    allowSelfLockout,
  };
  return toResourceState(SHAPE, fields);
}

function listsIn(value: ObjectValue): DeclaredActors {
  const { userIds, apiKeyIds } = objectFromTerraform(SHAPE, value) as DeclaredActors;
  const known = (ids: readonly string[] | undefined) =>
    Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : undefined;
  const [users, keys] = [known(userIds), known(apiKeyIds)];
  return { ...(users && { userIds: users }), ...(keys && { apiKeyIds: keys }) };
}

/**
 * Refuses a change that takes the role from the key of this run, or that leaves an administrator role without actors.
 * Warns if no working key keeps an administrator role.
 */
async function guarded(
  object: ObjectValue,
  lists: DeclaredActors | "removed",
  call: Call,
): Promise<readonly Diagnostic[]> {
  const { session, signal } = call;
  const roleId = String(object.role_id).toLowerCase();
  return reportFailure(`check the actors of the role ${roleId}`, async () => {
    const record = await session.client.collection(roleAssignments).read(roleId, { signal });
    if (!record) {
      return [];
    }
    const after = {
      ...record,
      actors: actorsAfter(record, lists === "removed" ? actorsWithout(record, listsIn(object)) : lists),
    };
    const lost = keysIn(record).filter((id) => !keysIn(after).includes(id));
    const guards: Diagnostic[] = [];
    for (const id of lost) {
      guards.push(...(await guardLosing(id, roleId, object.allow_self_lockout === true, call)));
    }
    const isLast =
      isAdminRole(record.name, record.type) && (record.actors ?? []).length > 0 && after.actors.length === 0;
    return isLast ? [...guards, withoutActors(record)] : guards;
  });
}

/** Protects the key of the provider from losing its own roles, as the resource of API keys does. */
async function guardLosing(id: string, roleId: string, allowSelfLockout: boolean, call: Call) {
  const key = await call.session.client.collection(apiKeys).read(id, { signal: call.signal });
  if (!key) {
    return [];
  }
  const before = (key.assignedRoles ?? []).map((role) => role.roleId.toLowerCase());
  const after = { assignedRoleIds: before.filter((each) => each !== roleId) };
  const { name = id, keySuffix = "" } = key;
  return guardKey({ id, name, keySuffix, before: { assignedRoleIds: before }, after, allowSelfLockout }, call);
}

function withoutActors({ name }: RoleRecord): Diagnostic {
  return problem(
    "The organization would have no administrator",
    `After this change, no user and no API key has the role ${quoted(name)}.\nFix: Keep an administrator in the list, or remove the assignment from the state with a removed block.`,
  );
}
