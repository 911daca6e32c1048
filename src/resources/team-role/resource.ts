import type { JsonObject } from "../../client";
import { ApiError } from "../../client/http/errors";
import { collectClearValues, type DeclaredFields } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import { canonicalizeJson } from "../../declaration/value-types";
import { type Diagnostic, isList, type ObjectValue, problem, type Resource } from "../../plugin";
import { observedWithOthers, type PlannedObject, plainResource } from "../shared/crud-resource";
import { keepingImpliedApart } from "../shared/implied-permissions";
import { lookUpsOf } from "../shared/look-up";
import type { Session } from "../shared/session";
import { ADDED_PERMISSION, DEFAULT_INTEGRATION, type TeamRoleBody, type TeamRoleRecord, teamRoleApi } from "./api";
import { teamRole, teamRoleLookup, teamRolesLookup } from "./declaration";

/** Returns the added permissions; none if a declared one is missing, because another may be its changed form. */
function additionsTo(declared: readonly ObjectValue[], stored: readonly ObjectValue[]): readonly ObjectValue[] {
  const shown = new Set(stored.map(keyOf));
  const wanted = new Set(declared.map(keyOf));
  if ([...wanted].some((key) => !shown.has(key))) {
    return [];
  }
  return sorted(stored.filter((each) => !wanted.has(keyOf(each))));
}

/** Returns each permission once, in a fixed order and form. */
function sorted(permissions: readonly ObjectValue[]): readonly ObjectValue[] {
  const byKey = new Map(permissions.map((each) => [keyOf(each), normalized(each)]));
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

function keyOf(permission: ObjectValue): string {
  return JSON.stringify(normalized(permission));
}

function normalized({ action, subject, inverted, integration, fields = null, conditions }: ObjectValue): ObjectValue {
  return {
    action: action ?? null,
    subject: subject ?? null,
    inverted: inverted ?? false,
    integration: integration ?? DEFAULT_INTEGRATION,
    fields: isList(fields) && fields.length > 0 ? [...fields].sort() : null,
    conditions: typeof conditions === "string" ? canonicalizeJson(conditions) : null,
  };
}

const TEAM_ROLE = objectShapeOf(teamRole);

/** `clickstack_team_role`: a custom role of users inside ClickStack (docs/internals/api-behavior.md 2.1). */
export const teamRoleResource: Resource<Session> = keepingImpliedApart(
  {
    attribute: "permissions",
    addedTo: additionsTo,
    split: (stored, remembered) => {
      const added = new Set(remembered.map(keyOf));
      const isAdded = (each: ObjectValue) => added.has(keyOf(each));
      return { own: stored.filter((each) => !isAdded(each)), implied: sorted(stored.filter(isAdded)) };
    },
    remembered: (added) => added,
    isImpliedBy: (declared, stored) => {
      const added = additionsTo(declared, stored);
      return added.length === 1 && added.every((each) => keyOf(each) === keyOf(ADDED_PERMISSION));
    },
  },
  plainResource<TeamRoleRecord, TeamRoleBody>({
    api: teamRoleApi,
    shape: TEAM_ROLE,
    description:
      "A custom role of users inside ClickStack, with its permissions. ClickHouse Cloud has such roles in each service, and self-hosted servers with roles have them in each team. Roles of the organization, `clickstack_organization_role`, are a separate system and grant nothing inside ClickStack.",
    collection: ({ client }) => client.collection(teamRoleApi),
    body: ({ declared: { impliedPermissions: _, ...declared }, prior }) => ({
      ...(prior && collectClearValues(TEAM_ROLE)),
      ...declared,
      permissions: (declared.permissions as readonly DeclaredFields[]).map(inApiForm),
    }),
    observed,
    checkPlan: requireRoles,
  }),
);

/** The open-source server does not serve the path of roles (docs/internals/api-behavior.md 3.17). */
async function requireRoles({ session, signal }: PlannedObject): Promise<readonly Diagnostic[]> {
  try {
    await session.client.collection(teamRoleApi).readShown({ signal });
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "route_missing") {
      return [];
    }
    const detail = `${error.summary} The open-source server has no roles of users.\nFix: Remove the resource, or configure the provider for ClickHouse Cloud or for a self-hosted server with roles.`;
    return [problem("The server has no roles inside ClickStack", detail)];
  }
}

function observed(
  { description, permissions = [], ...record }: TeamRoleRecord,
  before: DeclaredFields,
): DeclaredFields {
  const shown = {
    ...record,
    ...(description && { description }),
    permissions: permissions.map(withTextOfConditions),
  };
  return observedWithOthers(TEAM_ROLE, shown, before);
}

function inApiForm({ conditions, ...fields }: DeclaredFields): JsonObject {
  return { ...fields, ...(typeof conditions === "string" && { conditions: JSON.parse(conditions) }) };
}

/** Returns a permission in the declared form, with its conditions as text. */
function withTextOfConditions({ conditions, ...fields }: JsonObject): JsonObject {
  return { ...fields, ...(conditions && { conditions: JSON.stringify(conditions) }) };
}

/** Look-ups of roles inside ClickStack (docs/internals/api-behavior.md 2.1). */
export const teamRoleLookUps = lookUpsOf(teamRoleLookup, teamRolesLookup, {
  api: teamRoleApi,
  about: "A role of users inside ClickStack, predefined or custom",
  facts: ({ id, name, description, permissions = [], isPredefined = false }) => ({
    ...{ id, name, description, isPredefined },
    permissions: permissions.map(withTextOfConditions),
  }),
  describe: ({ isPredefined }) => (isPredefined ? "predefined" : "custom"),
});
