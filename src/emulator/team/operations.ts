import { randomBytes } from "node:crypto";
import { z } from "zod/v3";
import { newUuid } from "../ids";
import { data, type EmulatorOperation, operation, withoutTeam } from "../operation";
import { badRequest, notFoundText, objectIdText } from "../refusal";
import type { Runtime, Scope } from "../runtime";
import { seedIds } from "../seed";
import type { StoredInvitation, StoredUser } from "../state";

const ofTeam: typeof operation = (spec) => operation({ ...spec, forbidden: withoutTeam.text });

const invitationBody = z.object({ email: z.string().email(), name: z.string().optional() });
const invitationWithRole = invitationBody.extend({ roleId: objectIdText.optional() });
const roleBody = z.object({ roleId: objectIdText });

const NO_ROLE = badRequest("Role not found");

const joinUrl = ({ token }: StoredInvitation): string => `http://localhost:8080/join-team?token=${token}`;

/** Returns a user's role. The first user is an administrator (docs/internals/api-behavior.md 3.17). */
function roleOf({ store, switches }: Scope, { id, roleId }: Pick<StoredUser, "id" | "roleId">) {
  if (!switches.teamRoles) {
    return {};
  }
  const firstRole = id === store.users.all()[0]?.id ? seedIds.adminTeamRole : defaultRole(store);
  const role = store.clickStackRoles.get(roleId ?? firstRole);
  return { roleId: role?.id ?? null, roleName: role?.name ?? null };
}

const defaultRole = ({ state }: Scope["store"]): string => state.team.defaultUserRole ?? seedIds.memberTeamRole;

function invite(scope: Scope, { email: given, name, roleId }: z.infer<typeof invitationWithRole>) {
  const { store, now, switches } = scope;
  const email = given.toLowerCase();
  if (roleId !== undefined) {
    store.clickStackRoles.find(roleId, NO_ROLE);
  }
  if (store.users.all().some((user) => user.email === email)) {
    throw badRequest("User already exists. Please contact HyperDX team for support");
  }
  const invitation =
    store.invitations.all().find((one) => one.email === email) ??
    store.invitations.add({
      ...{ id: store.newId(), email, name, token: randomBytes(32).toString("hex"), createdAt: now().toISOString() },
      ...(switches.teamRoles && { roleId: roleId ?? defaultRole(store) }),
    });
  store.secrets.add(invitation.token);
  return { email, invitationId: invitation.id, status: "pending", url: joinUrl(invitation) };
}

function removeMember({ store, user }: Scope, { id }: { id: string }) {
  if (id.toLowerCase() === user.id) {
    throw badRequest("You cannot remove yourself from the team");
  }
  return removed(store.users, id);
}

function removed(objects: Pick<Scope["store"]["users"], "remove">, id: string) {
  if (!objects.remove(id)) {
    throw notFoundText();
  }
  return data({ success: true });
}

/** Makes an invited person a member of the team, as the person does in the UI. */
export function acceptInvitation({ store, now }: Runtime, id: string): StoredUser {
  const { token: _, name, ...invitation } = store.invitations.find(id, notFoundText());
  store.invitations.remove(id);
  const user = { ...invitation, id: store.newId(), name: name ?? invitation.email, accessKey: newUuid() };
  store.secrets.add(user.accessKey);
  return store.users.add({ ...user, teamId: store.state.team.id, createdAt: now().toISOString() });
}

/** The team, its members and invitations (docs/internals/api-behavior.md 3.17). */
export const teamOperations: EmulatorOperation[] = [
  ofTeam({
    method: "get",
    path: "/team",
    run: ({ store, switches }) => {
      const { id, name, defaultUserRole = null } = store.state.team;
      return data({ id, name, ...(switches.teamRoles && { defaultUserRole }) });
    },
  }),
  ofTeam({
    method: "patch",
    path: "/team/defaultUserRole",
    needs: "teamRoles",
    body: () => roleBody,
    run: ({ store }, { body }) => {
      store.clickStackRoles.find(body.roleId, NO_ROLE);
      store.state.team.defaultUserRole = body.roleId;
      store.noteChange();
      return data({ defaultUserRole: body.roleId });
    },
  }),
  ofTeam({
    method: "get",
    path: "/team/members",
    run: (scope) =>
      data(
        scope.store.users.all().map((user) => ({
          ...{ id: user.id, email: user.email, name: user.name, isCurrentUser: user.id === scope.user.id },
          ...roleOf(scope, user),
        })),
      ),
  }),
  ofTeam({
    method: "get",
    path: "/team/invitations",
    run: (scope) =>
      data(
        scope.store.invitations.all().map((invitation) => {
          const { token: _, roleId: __, ...shown } = invitation;
          return { ...shown, url: joinUrl(invitation), ...roleOf(scope, invitation) };
        }),
      ),
  }),
  ofTeam({
    method: "post",
    path: "/team/invitation",
    body: ({ switches }) => (switches.teamRoles ? invitationWithRole : invitationBody),
    run: (scope, { body }) => data(invite(scope, body)),
  }),
  ofTeam({
    method: "delete",
    path: "/team/invitation/:id",
    run: ({ store }, { id }) => removed(store.invitations, id),
  }),
  ofTeam({
    method: "put",
    path: "/team/members/:id/role",
    needs: "teamRoles",
    body: () => roleBody,
    run: ({ store }, { id, body }) => {
      store.clickStackRoles.find(body.roleId, NO_ROLE);
      const user = store.users.find(id, notFoundText());
      store.users.put({ ...user, roleId: body.roleId });
      return data({ userId: user.id, roleId: body.roleId });
    },
  }),
  ofTeam({ method: "delete", path: "/team/member/:id", run: removeMember }),
  ofTeam({ method: "delete", path: "/team/members/:id/role", needs: "teamRoles", run: removeMember }),
];
