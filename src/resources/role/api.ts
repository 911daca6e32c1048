import { type ApiRecord, isJsonObject, type JsonObject } from "../../client/json";
import { FULL, noContradiction, resourceApi, sameTexts, UUID, wrongField } from "../../client/resource-api";

/** A role of the organization (docs/internals/api-behavior.md 1.5). */
export interface RoleRecord extends ApiRecord {
  readonly name?: string;
  readonly type?: string;
  readonly actors?: readonly string[];
  readonly policies?: readonly JsonObject[];
}

export type RolePatch = Pick<RoleRecord, "name" | "actors" | "policies">;

export type RoleBody = RolePatch & { readonly name: string };

const isPredefined = ({ type }: RoleRecord): boolean => type === "system";

/** Roles of the organization (docs/internals/api-behavior.md 1.5); system roles can only be read. */
export const roleApi = resourceApi<RoleRecord, RoleBody, RolePatch>({
  name: "role",
  plural: "roles",
  segment: "roles",
  scope: "organization",
  capabilities: { managed: FULL },
  idForm: UUID,
  notFound: "managed",
  wrongInside: (record) =>
    wrongField(record, { name: "text", type: "text", actors: "texts", policies: "objects" }) ??
    record.policies?.map(wrongInPolicy).find((wrong) => wrong !== undefined),
  isPredefined,
  updateMethod: "PATCH",
  matches: (record, body) =>
    record.name === body.name &&
    !isPredefined(record) &&
    sameTexts(record.actors ?? [], body.actors ?? []) &&
    noContradiction(record.policies, body.policies),
});

function wrongInPolicy(policy: JsonObject): string | undefined {
  const tags = isJsonObject(policy.tags) ? policy.tags : {};
  const wrong =
    wrongField(policy, { allowDeny: "text", permissions: "texts", resources: "texts", tags: "object" }) ??
    wrongField(tags, { grants: "texts", roleV2: "text" });
  return wrong && `a policy with ${wrong}`;
}
