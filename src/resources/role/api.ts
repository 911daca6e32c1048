import { sameTexts } from "../../client/creates/matching";
import { type ApiRecord, isJsonObject, type JsonObject } from "../../client/json";
import { FULL, resourceApi, UUID, wrongField } from "../../client/reads/resource-api";

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
    sameTexts(record.actors, body.actors) &&
    showsPolicies(record.policies ?? [], body.policies ?? []),
});

/** Permissions that the server adds to a policy with another permission (docs/internals/api-behavior.md 1.5). */
const IMPLIED: Readonly<Record<string, string>> = {
  "control-plane:service:manage": "control-plane:service:delete",
};

/** Returns the permissions with those that the server is known to add to them. */
function withImplied(permissions: readonly string[]): readonly string[] {
  return permissions.flatMap((each) => (Object.hasOwn(IMPLIED, each) ? [each, String(IMPLIED[each])] : [each]));
}

/** Accepts any order of the sent policies, with or without implied permissions. */
export function showsPolicies(stored: readonly JsonObject[], sent: readonly JsonObject[]): boolean {
  const left = [...stored];
  const areShown = sent.every((policy) => {
    const at = left.findIndex((each) => showsPolicy(each, policy));
    return at >= 0 && left.splice(at, 1).length === 1;
  });
  return areShown && left.length === 0;
}

function showsPolicy(stored: JsonObject, sent: JsonObject): boolean {
  const shown = (stored.permissions ?? []) as readonly string[];
  const wanted = (sent.permissions ?? []) as readonly string[];
  const tags = (policy: JsonObject) => (isJsonObject(policy.tags) ? policy.tags : {});
  return (
    stored.allowDeny === sent.allowDeny &&
    sameTexts(stored.resources, sent.resources) &&
    sameTexts(tags(stored).grants, tags(sent).grants) &&
    (tags(stored).roleV2 ?? null) === (tags(sent).roleV2 ?? null) &&
    wanted.every((each) => shown.includes(each)) &&
    shown.every((each) => withImplied(wanted).includes(each))
  );
}

function wrongInPolicy(policy: JsonObject): string | undefined {
  const tags = isJsonObject(policy.tags) ? policy.tags : {};
  const wrong =
    wrongField(policy, { allowDeny: "text", permissions: "texts", resources: "texts", tags: "object" }) ??
    wrongField(tags, { grants: "texts", roleV2: "text" });
  return wrong && `a policy with ${wrong}`;
}
