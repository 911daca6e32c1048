import type { JsonObject } from "../../client";
import type { DeclaredFields } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import type { Resource } from "../../plugin";
import { plainResource } from "../shared/crud-resource";
import type { Session } from "../shared/session";
import { type RoleBody, type RoleRecord, roleApi } from "./api";
import { organizationRole } from "./declaration";
import { keepingImpliedPoliciesApart } from "./implied-permissions";

const ROLE = objectShapeOf(organizationRole);

/** `clickstack_organization_role`: a custom role of the organization (docs/internals/api-behavior.md 1.5). */
export const organizationRoleResource: Resource<Session> = keepingImpliedPoliciesApart(
  plainResource<RoleRecord, RoleBody>({
    api: roleApi,
    dataSource: "clickstack_organization_role",
    shape: ROLE,
    description:
      "A custom role of the ClickHouse Cloud organization, with the permissions of API keys and users that have it.",
    collection: ({ client }) => client.roles,
    body: ({ declared, config, prior }) => bodyOf(declared, config, prior === undefined),
    observed,
  }),
);

/**
 * Returns the body of a create or update. A create must contain actors. An update without them keeps the assignments
 * that keys and users have.
 */
function bodyOf(
  { actors, impliedPermissions: _, ...fields }: DeclaredFields,
  config: DeclaredFields,
  isNew: boolean,
): JsonObject {
  const declared = config.actors ?? (isNew ? [] : undefined);
  return { ...fields, ...(declared !== undefined && { actors: declared }) } as JsonObject;
}

function observed({ id, name, actors = [], policies = [] }: RoleRecord): DeclaredFields {
  return { id, name, actors, policies: policies.map(policyOf) };
}

/** Returns a policy without its ids, which the server replaces at every write, and without empty parts. */
function policyOf({ allowDeny, permissions, resources, tags }: JsonObject): DeclaredFields {
  const said = Object.entries((tags ?? {}) as DeclaredFields).filter(([, value]) => !isNothing(value));
  return { allowDeny, permissions, resources, ...(said.length > 0 && { tags: Object.fromEntries(said) }) };
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
