import type { ApiRecord, JsonObject } from "../../client/json";
import { FULL, noContradiction, type ResourceApi, sameTexts, UUID, wrongField } from "../../client/resource-api";

/** A role of the organization (docs/internals/api-behavior.md 1.5). */
export interface RoleRecord extends ApiRecord {
  readonly name?: string;
  readonly type?: string;
  readonly actors?: readonly string[];
  readonly policies?: readonly JsonObject[];
}

export interface RolePatch extends JsonObject {
  readonly name?: string;
  readonly actors?: readonly string[];
  readonly policies?: readonly JsonObject[];
}

export interface RoleBody extends RolePatch {
  readonly name: string;
}

/** Roles of the organization (docs/internals/api-behavior.md 1.5); system roles can only be read. */
export const roleApi: ResourceApi<RoleRecord, RoleBody, RolePatch, RoleRecord> = {
  name: "role",
  plural: "roles",
  segment: "roles",
  scope: "organization",
  capabilities: { managed: FULL },
  idForm: UUID,
  notFound: "managed",
  wrongInside: (record) => wrongField(record, { name: "text", type: "text", actors: "texts", policies: "objects" }),
  paged: false,
  updateMethod: "PATCH",
  createBody: (body) => body,
  updateBody: (patch) => patch,
  secrets: () => [],
  unseen: [],
  matches: (record, body) =>
    record.name === body.name &&
    record.type !== "system" &&
    sameTexts(record.actors ?? [], body.actors ?? []) &&
    noContradiction(record.policies, body.policies),
  created: (value) => ({ record: value, response: (record) => record }),
  recovered: (record) => record,
};
