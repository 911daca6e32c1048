import type { ApiRecord, JsonObject } from "../../client/json";
import { FULL, noContradiction, resourceApi, showsAll, wrongField } from "../../client/resource-api";

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

/** Roles of people inside a ClickStack service (docs/internals/api-behavior.md 2.1); predefined ones can only be read. */
export const teamRoleApi = resourceApi<TeamRoleRecord, TeamRoleBody>({
  name: "team role",
  plural: "team roles",
  segment: "roles",
  capabilities: { managed: FULL },
  notFound: "managed",
  wrongInside: (record) => wrongField(record, { name: "text", description: "text", permissions: "objects" }),
  isPredefined,
  matches: (record, body) =>
    record.name === body.name &&
    !isPredefined(record) &&
    showsAll(record.description, body.description) &&
    noContradiction(record.permissions, body.permissions),
});
