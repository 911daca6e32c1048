import type { SavedSearchBody, SavedSearchRecord } from "../records";
import { plainKind } from "./kind";
import { wrongField } from "./record-form";
import { noContradiction, sameTexts, showsAll, trimmed, without } from "./shown-and-sent";

export const savedSearchKind = plainKind<SavedSearchRecord, SavedSearchBody>({
  name: "saved search",
  plural: "saved searches",
  segment: "saved-searches",
  notFound: { message: "Saved search not found" },
  paged: true,
  wrongInside: (record) => wrongField(record, { name: "text", tags: "texts" }),
  createBody: (body) => without(body, "id"),
  updateBody: (body) => without(body, "id"),
  matches: (record, body) =>
    record.name === trimmed(body.name) &&
    showsAll(record.sourceId, body.sourceId) &&
    ["select", "where", "orderBy"].every((field) => showsAll(record[field], body[field])) &&
    sameTexts(listOf(record.tags), listOf(body.tags)) &&
    noContradiction(record, without(body, "id", "name", "tags")),
});

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
