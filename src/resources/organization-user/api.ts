import type { ApiRecord, JsonObject } from "../../client/json";
import { resourceApi, USER_ID, wrongField } from "../../client/reads/resource-api";

/** A user of the organization (docs/internals/api-behavior.md 1.9). */
export interface OrganizationUserRecord extends ApiRecord {
  readonly name?: string;
  readonly email?: string;
  readonly joinedAt?: string;
  readonly assignedRoles?: readonly JsonObject[];
}

export const organizationUserApi = resourceApi<OrganizationUserRecord, JsonObject>({
  name: "organization user",
  plural: "organization users",
  segment: "members",
  scope: "organization",
  capabilities: { managed: { operations: ["list", "get"], lookup: "id" } },
  idForm: USER_ID,
  notFound: "managed",
  recordOf: ({ userId, ...fields }) => ({ ...fields, id: userId }),
  wrongInside: (record) =>
    wrongField(record, { name: "text", email: "text", joinedAt: "text", assignedRoles: "objects" }),
  matches: () => false,
});
