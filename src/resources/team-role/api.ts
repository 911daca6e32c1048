import { isDeepStrictEqual } from "node:util";
import { showsAll } from "../../client/creates/matching";
import type { ApiRecord, JsonObject } from "../../client/json";
import { FULL, resourceApi, wrongField } from "../../client/reads/resource-api";

/** See docs/internals/api-behavior.md 2.1. */
export interface TeamRoleRecord extends ApiRecord {
  readonly name: string;
  readonly description?: string;
  readonly permissions?: readonly JsonObject[];
  readonly isPredefined?: boolean;
}

export interface TeamRoleBody extends JsonObject {
  readonly name: string;
}

const isPredefined = (role: TeamRoleRecord): boolean => role.isPredefined === true;

/** Roles of users inside ClickStack (docs/internals/api-behavior.md 2.1). Predefined ones are read-only. */
export const teamRoleApi = resourceApi<TeamRoleRecord, TeamRoleBody>({
  name: "team role",
  plural: "team roles",
  segment: "roles",
  // Only self-hosted servers with roles serve the path (docs/internals/api-behavior.md 3.17).
  capabilities: { open_source: FULL, managed: FULL },
  notFound: { message: "Role not found" },
  wrongInside: (record) => wrongField(record, { name: "text", description: "text", permissions: "objects" }),
  isPredefined,
  matches: (record, body) =>
    record.name === body.name &&
    !isPredefined(record) &&
    showsAll(record.description, body.description) &&
    showsPermissions(record.permissions ?? [], (body.permissions ?? []) as readonly JsonObject[]),
});

/** The permission that the server adds to every custom role (docs/internals/api-behavior.md 2.4). */
export const ADDED_PERMISSION = { action: "read", subject: "Connection" } as const;

/** The integration of a permission without one (docs/internals/api-behavior.md 2.4). */
export const DEFAULT_INTEGRATION = "mongodb";

/** Returns true when stored permissions can result from sent ones: a set, with or without the added permission. */
function showsPermissions(stored: readonly JsonObject[], sent: readonly JsonObject[]): boolean {
  const wanted = sent.map(normalized);
  const has = (list: readonly JsonObject[], one: JsonObject) => list.some((each) => isDeepStrictEqual(each, one));
  const shown = stored.map(normalized);
  const expected = [...wanted, normalized(ADDED_PERMISSION)];
  return wanted.every((each) => has(shown, each)) && shown.every((each) => has(expected, each));
}

function normalized({ action, subject, inverted, integration, fields, conditions }: JsonObject): JsonObject {
  return {
    action,
    subject,
    inverted: inverted ?? false,
    integration: integration ?? DEFAULT_INTEGRATION,
    fields: Array.isArray(fields) ? fields.toSorted() : [],
    conditions: conditions ?? null,
  };
}
