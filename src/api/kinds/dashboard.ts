import { randomBytes } from "node:crypto";
import { isJsonObject, type JsonObject } from "../json";
import type { DashboardBody, DashboardRecord } from "../records";
import { fitsIfThere, PART_ID } from "./id-form";
import { plainKind } from "./kind";
import { wrongField } from "./record-form";
import { noContradiction, sameTexts, showsAll, without } from "./shown-and-sent";

export const dashboardKind = plainKind<DashboardRecord, DashboardBody>({
  name: "dashboard",
  plural: "dashboards",
  segment: "dashboards",
  notFound: "plain_text",
  createBody: newDashboardBody,
  updateBody: storedDashboardBody,
  wrongInside: (record) =>
    wrongField(record, { name: "text", tiles: "objects", filters: "objects" }) ??
    wrongPart("tile", record.tiles) ??
    wrongPart("filter", record.filters),
  matches,
});

function wrongPart(what: string, parts: unknown): string | undefined {
  const wrong = Array.isArray(parts) && parts.some((part) => isJsonObject(part) && !fitsIfThere(part.id, PART_ID));
  return wrong ? `a ${what} whose id is not ${PART_ID.words}` : undefined;
}

/** Create and validate refuse ids of filters, and managed an id of the whole (docs/internals/api-behavior.md 2.4, 4.3). */
export function newDashboardBody(body: DashboardBody): JsonObject {
  return withFilters(body, (filter) => without(filter, "id"));
}

/** Update wants an id on every filter. A new filter gets an invented one, which the server replaces by its own. */
function storedDashboardBody(body: DashboardBody): JsonObject {
  return withFilters(body, (filter) => ({ ...filter, id: filter.id || randomBytes(12).toString("hex") }));
}

function withFilters(body: DashboardBody, change: (filter: JsonObject) => JsonObject): JsonObject {
  const { filters } = body;
  const rest = without(body, "id");
  return Array.isArray(filters)
    ? { ...rest, filters: filters.map((filter) => (isJsonObject(filter) ? change(filter) : filter)) }
    : rest;
}

function matches(record: DashboardRecord, body: DashboardBody): boolean {
  const sent = newDashboardBody(body);
  return (
    record.name === body.name &&
    sameTexts(textsOf(record.tags), textsOf(body.tags)) &&
    sameTiles(record.tiles, body.tiles) &&
    showsAll(record.filters, sent.filters) &&
    ["savedQuery", "savedFilterValues", "containers"].every((field) => noContradiction(record[field], sent[field]))
  );
}

/** The server gives every tile an id of its own, rewrites the old `series` form, and drops config fields foreign to a display type. */
function sameTiles(shown: DashboardRecord["tiles"] | undefined, sent: DashboardBody["tiles"]): boolean {
  return (
    Array.isArray(shown) &&
    shown.length === sent.length &&
    sent.every((tile, index) => noContradiction(shown[index], without(tile, "id", "series", "asRatio")))
  );
}

function textsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
