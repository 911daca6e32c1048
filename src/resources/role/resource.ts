import type { JsonObject } from "../../client";
import type { DeclaredFields } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import { isList, isObjectValue, type ObjectValue, type Resource, type Value } from "../../plugin";
import { observedWithOthers, plainResource } from "../shared/crud-resource";
import { keepingImpliedApart } from "../shared/implied-permissions";
import { lookUpsOf } from "../shared/look-up";
import type { Session } from "../shared/session";
import { objectFromTerraform } from "../shared/terraform-form";
import { type RoleBody, type RoleRecord, roleApi, showsPolicies } from "./api";
import { organizationRole, roleLookup, rolesLookup } from "./declaration";

const ROLE = objectShapeOf(organizationRole);

/**
 * Permissions that the server added to one policy of a write. A policy that the server added as a whole has no declared
 * permissions.
 */
interface Addition {
  /** All parts of the policy except its permissions. */
  readonly place: string;
  readonly declared: readonly string[];
  readonly added: readonly string[];
}

function additionsTo(declared: readonly ObjectValue[], stored: readonly ObjectValue[]): readonly Addition[] {
  const left = [...stored];
  const matched = declared.map((policy) => {
    const wanted = textsIn(policy.permissions);
    const candidates = left
      .filter((each) => placeOf(each) === placeOf(policy) && missingIn(textsIn(each.permissions), wanted).length === 0)
      .sort((one, other) => textsIn(one.permissions).length - textsIn(other.permissions).length);
    const [found] = candidates;
    if (!found) {
      return undefined;
    }
    left.splice(left.indexOf(found), 1);
    return { place: placeOf(policy), declared: wanted, added: missingIn(wanted, textsIn(found.permissions)) };
  });
  const additions = matched.filter((each) => each !== undefined);
  // If a declared policy is missing, another policy may be its changed form instead of an addition.
  const whole = additions.length === declared.length ? left : [];
  return [
    ...additions.filter(({ added }) => added.length > 0),
    ...whole.map((policy) => ({ place: placeOf(policy), declared: [], added: textsIn(policy.permissions) })),
  ];
}

function split(stored: readonly ObjectValue[], additions: readonly Addition[]) {
  const left = [...additions];
  const implied: string[] = [];
  const own = stored.flatMap((policy) => {
    const permissions = textsIn(policy.permissions);
    const [found] = left
      .filter(({ place, added }) => place === placeOf(policy) && added.some((each) => permissions.includes(each)))
      .sort((one, other) => commonWith(permissions, other) - commonWith(permissions, one));
    if (!found) {
      return [policy];
    }
    const rest = missingIn(found.added, permissions);
    if (rest.length === 0 && found.declared.length > 0) {
      return [policy];
    }
    left.splice(left.indexOf(found), 1);
    implied.push(...permissions.filter((each) => found.added.includes(each)));
    return rest.length === 0 ? [] : [{ ...policy, permissions: rest }];
  });
  return { own, implied: sorted(implied) };
}

/** Returns all parts of a policy except its permissions, as one text. */
function placeOf({ allow_deny: allowDeny, resources, tags }: ObjectValue): string {
  const { grants = null, role_v2: roleV2 = null } = isObjectValue(tags ?? null) ? (tags as ObjectValue) : {};
  return JSON.stringify([allowDeny, sorted(textsIn(resources)), sorted(textsIn(grants)), roleV2]);
}

function inApiForm(policies: readonly ObjectValue[]): readonly JsonObject[] {
  return objectFromTerraform(ROLE, { policies }).policies as readonly JsonObject[];
}

function textsIn(value: Value | undefined): readonly string[] {
  return isList(value ?? null) ? (value as readonly Value[]).filter((each) => typeof each === "string") : [];
}

function missingIn(known: readonly string[], texts: readonly string[]): readonly string[] {
  return texts.filter((each) => !known.includes(each));
}

function commonWith(permissions: readonly string[], { declared, added }: Addition): number {
  return permissions.filter((each) => declared.includes(each) || added.includes(each)).length;
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

/** `clickstack_organization_role`: a custom role of the organization (docs/internals/api-behavior.md 1.5). */
export const organizationRoleResource: Resource<Session> = keepingImpliedApart(
  {
    attribute: "policies",
    addedTo: additionsTo,
    split,
    remembered: (additions) => sorted(additions.flatMap(({ added }) => added)),
    isImpliedBy: (declared, stored) => showsPolicies(inApiForm(stored), inApiForm(declared)),
  },
  plainResource<RoleRecord, RoleBody>({
    api: roleApi,
    dataSource: "clickstack_organization_role",
    shape: ROLE,
    description:
      "A custom role of the ClickHouse Cloud organization, with the permissions of API keys and users that have it.",
    collection: ({ client }) => client.collection(roleApi),
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

function observed({ actors, policies, ...record }: RoleRecord, before: DeclaredFields): DeclaredFields {
  const lists = { actors: actors ?? [], policies: (policies ?? []).map(policyOf) as JsonObject[] };
  return observedWithOthers(ROLE, { ...record, ...lists }, before);
}

/** Returns a policy without its ids, which the server replaces at every write, and without empty parts. */
function policyOf({ allowDeny, permissions, resources, tags }: JsonObject): DeclaredFields {
  const given = Object.entries((tags ?? {}) as DeclaredFields).filter(([, value]) => !isNothing(value));
  return { allowDeny, permissions, resources, ...(given.length > 0 && { tags: Object.fromEntries(given) }) };
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** Look-ups of roles (docs/internals/api-behavior.md 1.5). */
export const roleLookUps = lookUpsOf(roleLookup, rolesLookup, {
  api: roleApi,
  about: "A role of the ClickHouse Cloud organization",
  facts: ({ id, name = "", type, actors, policies }) => ({ id, name, type, actors, policies }),
  describe: ({ type }) => String(type),
});
