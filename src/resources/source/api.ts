import type { SourceBody, SourceRecord } from "../../client/records";
import { FULL, noContradiction, resourceApi, without, wrongField } from "../../client/resource-api";

export const sourceApi = resourceApi<SourceRecord, SourceBody>({
  name: "source",
  plural: "sources",
  segment: "sources",
  notFound: { message: "Source not found" },
  // Some managed servers list sources but do not serve them by id (docs/internals/api-behavior.md 2.1).
  capabilities: { open_source: FULL, managed: { ...FULL, lookup: "id_else_list" } },
  wrongInside: (record) => wrongField(record, { name: "text", kind: "text", from: "object" }),
  createBody: (body) => without(body, "id"),
  updateBody: (body) => without(body, "id"),
  matches: (record, body) =>
    record.name === body.name && record.kind === body.kind && noContradiction(record, without(body, "id")),
});
