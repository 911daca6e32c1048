import type { JsonObject } from "../../client";
import type { Fields } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import type { Resource } from "../../plugin";
import { plainResource } from "../handlers/crud-resource";
import type { Session } from "../handlers/session";
import { type RoleBody, type RoleRecord, roleApi } from "./api";
import { organizationRole } from "./declaration";
import { keepingImpliedPoliciesApart } from "./implied-permissions";

const ROLE = objectShapeOf(organizationRole);

/** `clickstack_organization_role`: a custom role of the organization (docs/internals/api-behavior.md 1.5). */
export const organizationRoleResource: Resource<Session> = keepingImpliedPoliciesApart(
  plainResource<RoleRecord, RoleBody>({
    api: roleApi,
    shape: ROLE,
    description:
      "A custom role of the ClickHouse Cloud organization: what API keys and users that have it may do. On ClickHouse Cloud, roles are managed here.",
    collection: ({ client }) => client.roles,
    body: ({ declared, config, prior }) => bodyOf(declared, config, prior === undefined),
    observed,
  }),
);

/** A create has to name actors. An update without them leaves alone what keys and people changed from their side. */
function bodyOf({ actors, impliedPermissions: _, ...fields }: Fields, config: Fields, isNew: boolean): JsonObject {
  const declared = config.actors ?? (isNew ? [] : undefined);
  return { ...fields, ...(declared !== undefined && { actors: declared }) } as JsonObject;
}

function observed({ id, name, actors = [], policies = [] }: RoleRecord): Fields {
  return { id, name, actors, policies: policies.map(policyOf) };
}

/** A policy without the ids that the server gives it anew at every write, and without what says nothing. */
function policyOf({ allowDeny, permissions, resources, tags }: JsonObject): Fields {
  const said = Object.entries((tags ?? {}) as Fields).filter(([, value]) => !isNothing(value));
  return { allowDeny, permissions, resources, ...(said.length > 0 && { tags: Object.fromEntries(said) }) };
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
