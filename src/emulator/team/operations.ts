import { randomBytes } from "node:crypto";
import { z } from "zod/v3";
import { data, type EmulatorOperation, operation, withoutTeam } from "../operation";
import { badRequest, idParams, notFoundText } from "../refusal";
import type { StoredInvitation } from "../state";

const ofTeam: typeof operation = (spec) => operation({ ...spec, forbidden: withoutTeam.text });

const invitationBody = z.object({ email: z.string().email(), name: z.string().optional() });

const joinUrl = ({ token }: StoredInvitation): string => `http://localhost:8080/join-team?token=${token}`;

/** The team, its members and invitations, in simplified form (docs/internals/api-behavior.md 3.1). */
export const teamOperations: EmulatorOperation[] = [
  ofTeam({
    method: "get",
    path: "/team",
    run: ({ store }) => data({ id: store.state.team.id, name: store.state.team.name }),
  }),
  ofTeam({
    method: "get",
    path: "/team/members",
    run: ({ store, user }) =>
      data(store.users.all().map(({ id, email, name }) => ({ id, email, name, isCurrentUser: id === user.id }))),
  }),
  ofTeam({
    method: "get",
    path: "/team/invitations",
    run: ({ store }) =>
      data(store.invitations.all().map(({ token, ...shown }) => ({ ...shown, url: joinUrl({ token, ...shown }) }))),
  }),
  ofTeam({
    method: "post",
    path: "/team/invitation",
    body: () => invitationBody,
    run: ({ store, now }, { body }) => {
      const email = body.email.toLowerCase();
      if (store.users.all().some((user) => user.email === email)) {
        throw badRequest("User already exists. Please contact HyperDX team for support");
      }
      const invitation =
        store.invitations.all().find((one) => one.email === email) ??
        store.invitations.add({
          id: store.newId(),
          email,
          name: body.name,
          token: randomBytes(32).toString("hex"),
          createdAt: now().toISOString(),
        });
      return data({ email, invitationId: invitation.id, status: "pending", url: joinUrl(invitation) });
    },
  }),
  ofTeam({
    method: "delete",
    path: "/team/invitation/:id",
    params: idParams,
    run: ({ store }, { params }) => {
      if (!store.invitations.remove(params.id)) {
        throw notFoundText();
      }
      return data({ success: true });
    },
  }),
  ofTeam({
    method: "delete",
    path: "/team/member/:id",
    params: idParams,
    run: ({ store, user }, { params }) => {
      if (params.id.toLowerCase() === user.id) {
        throw badRequest("You cannot remove yourself from the team");
      }
      if (!store.users.remove(params.id)) {
        throw notFoundText();
      }
      return data({ success: true });
    },
  }),
];
