import type { JsonObject } from "../../client";
import { collectClearValues, type DeclaredFields } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import type { Resource } from "../../plugin";
import { observedWithOthers, plainResource } from "../shared/crud-resource";
import type { Session } from "../shared/session";
import { type TeamRoleBody, type TeamRoleRecord, teamRoleApi } from "./api";
import { teamRole } from "./declaration";
import { keepingImpliedPermissionsApart } from "./implied-permissions";

const TEAM_ROLE = objectShapeOf(teamRole);

/** `clickstack_team_role`: a custom role of users inside a ClickStack service (docs/internals/api-behavior.md 2.1). */
export const teamRoleResource: Resource<Session> = keepingImpliedPermissionsApart(
  plainResource<TeamRoleRecord, TeamRoleBody>({
    api: teamRoleApi,
    shape: TEAM_ROLE,
    description:
      "A custom role of a ClickStack service, with the permissions of users that have it. Managed deployment only. Such roles are for self-hosted deployments with several teams. On ClickHouse Cloud, use `clickstack_organization_role`.",
    collection: ({ client }) => client.teamRoles,
    body: ({ declared: { impliedPermissions: _, ...declared }, prior }) => ({
      ...(prior && collectClearValues(TEAM_ROLE)),
      ...declared,
      permissions: (declared.permissions as readonly DeclaredFields[]).map(inApiForm),
    }),
    observed,
  }),
);

function observed({ description, permissions = [], ...record }: TeamRoleRecord): DeclaredFields {
  const shown = {
    ...record,
    ...(description && { description }),
    permissions: permissions.map(withTextOfConditions),
  };
  return observedWithOthers(TEAM_ROLE, shown, ["isPredefined"]);
}

function inApiForm({ conditions, ...fields }: DeclaredFields): JsonObject {
  return { ...fields, ...(typeof conditions === "string" && { conditions: JSON.parse(conditions) }) };
}

/** Returns a permission in the declared form, with its conditions as text. */
export function withTextOfConditions({ conditions, ...fields }: JsonObject): JsonObject {
  return { ...fields, ...(conditions && { conditions: JSON.stringify(conditions) }) };
}
