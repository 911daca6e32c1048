import { noContradiction } from "../../client/creates/matching";
import type { ApiRecord, JsonObject } from "../../client/json";
import { FULL, resourceApi, without, wrongField } from "../../client/reads/resource-api";

/** See docs/internals/api-behavior.md 3.13. */
export interface SourceRecord extends ApiRecord {
  readonly name: string;
  readonly kind: string;
}

export interface SourceBody extends JsonObject {
  readonly name: string;
  readonly kind: string;
}

export const sourceApi = resourceApi<SourceRecord, SourceBody>({
  name: "source",
  plural: "sources",
  segment: "sources",
  notFound: { message: "Source not found" },
  // Some managed servers list sources but do not serve them by id (docs/internals/api-behavior.md 2.1).
  capabilities: { open_source: FULL, managed: { ...FULL, lookup: "id_else_list" } },
  wrongInside: (record) => wrongField(record, { name: "text", kind: "text", from: "object" }),
  matches: (record, body) =>
    record.name === body.name && record.kind === body.kind && noContradiction(record, without(body, "id")),
});
