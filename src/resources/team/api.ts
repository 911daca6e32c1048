import type { ApiRecord, JsonObject } from "../../client/json";
import { FULL, resourceApi, wrongField } from "../../client/reads/resource-api";

/** The team of the access key (docs/internals/api-behavior.md 3.17). */
export interface TeamRecord extends ApiRecord {
  readonly name?: string;
  /** Null if none is set. Only servers with roles return the field. */
  readonly defaultUserRole?: string | null;
}

export interface TeamBody extends JsonObject {
  readonly defaultUserRoleId: string;
}

/** The list has one team: that of the access key. */
export const teamApi = resourceApi<TeamRecord, TeamBody>({
  name: "team",
  plural: "teams",
  segment: "team",
  notFound: "plain_text",
  capabilities: { open_source: { ...FULL, lookup: "list" } },
  updateMethod: "PATCH",
  listOf: (team) => [team],
  wrongInside: (record) => wrongField(record, { name: "text", defaultUserRole: "text" }),
  matches: () => false,
});
