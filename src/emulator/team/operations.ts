import { randomBytes } from "node:crypto";
import { z } from "zod/v3";
import { data, type Operation, operation, withoutTeam } from "../operation";
import { badRequest, idParams, notFoundText } from "../refusal";
import type { StoredInvitation } from "../state";

const forbidden = withoutTeam.text;

const invitationBody = z.object({ email: z.string().email(), name: z.string().optional() });

const joinUrl = ({ token }: StoredInvitation): string => `http://localhost:8080/join-team?token=${token}`;

/** The team, its members and invitations, in simple form (docs/internals/api-behavior.md 3.1). */
export const teamOperations: Operation[] = [
  operation({
    method: "get",
    path: "/team",
    forbidden,
    run: ({ store }) => data({ id: store.state.team.id, name: store.state.team.name }),
  }),
  operation({
    method: "get",
    path: "/team/members",
    forbidden,
    run: ({ store, user }) =>
      data(store.users.all().map(({ id, email, name }) => ({ id, email, name, isCurrentUser: id === user.id }))),
  }),
  operation({
    method: "get",
    path: "/team/invitations",
    forbidden,
    run: ({ store }) =>
      data(store.invitations.all().map(({ token, ...shown }) => ({ ...shown, url: joinUrl({ token, ...shown }) }))),
  }),
  operation({
    method: "post",
    path: "/team/invitation",
    forbidden,
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
  operation({
    method: "delete",
    path: "/team/invitation/:id",
    forbidden,
    params: idParams,
    run: ({ store }, { params }) => {
      if (!store.invitations.remove(params.id)) throw notFoundText();
      return data({ success: true });
    },
  }),
  operation({
    method: "delete",
    path: "/team/member/:id",
    forbidden,
    params: idParams,
    run: ({ store, user }, { params }) => {
      if (params.id.toLowerCase() === user.id) throw badRequest("You cannot remove yourself from the team");
      if (!store.users.remove(params.id)) throw notFoundText();
      return data({ success: true });
    },
  }),
];
