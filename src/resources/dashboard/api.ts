import { randomBytes } from "node:crypto";
import type { ClientPart } from "../../client/collections/api-client";
import { type CallOptions, Collection } from "../../client/collections/collection";
import type { Deployments } from "../../client/collections/deployments";
import { noContradiction, sameTexts, showsAll } from "../../client/creates/matching";
import { ApiError } from "../../client/http/errors";
import { type ApiRequest, unexpectedValue } from "../../client/http/request";
import { type ApiRecord, isJsonObject, type JsonObject } from "../../client/json";
import { fitsIfThere, OBJECT_ID, resourceApi, without, wrongField } from "../../client/reads/resource-api";
import { tileKindOf } from "../../tile-kinds";
import { type AlertBody, type AlertRecord, alertApi } from "../alert/api";

/** See docs/internals/api-behavior.md 4.1. Tiles, filters and containers stay JSON. */
export interface DashboardRecord extends ApiRecord {
  readonly name: string;
  readonly tiles: readonly JsonObject[];
}

/** Body of dashboard create, update and validate. Each operation adjusts filter ids and removes a top-level id. */
export interface DashboardBody extends JsonObject {
  readonly name: string;
  readonly tiles: readonly JsonObject[];
}

/** One finding of the server about a dashboard body. `path` is joined by dots; it is empty for references. */
export interface ValidationFinding {
  readonly path: string;
  readonly message: string;
}

/** See docs/internals/api-behavior.md 4.10. */
export interface DashboardValidation {
  readonly valid: boolean;
  readonly errors: readonly ValidationFinding[];
}

export const dashboardApi = resourceApi<DashboardRecord, DashboardBody>({
  name: "dashboard",
  plural: "dashboards",
  segment: "dashboards",
  notFound: "plain_text",
  createBody: newDashboardBody,
  updateBody: storedDashboardBody,
  // A server may leave out a list that is empty.
  readable: (record) => ({ ...record, tiles: record.tiles ?? [] }),
  wrongInside: (record) =>
    wrongField(record, { name: "text", tiles: "objects", filters: "objects" }) ??
    wrongPart("tile", record.tiles) ??
    wrongPart("filter", record.filters),
  matches,
});

function wrongPart(what: string, parts: unknown): string | undefined {
  const wrong = Array.isArray(parts) && parts.some((part) => isJsonObject(part) && !fitsIfThere(part.id, OBJECT_ID));
  return wrong ? `a ${what} whose id is not ${OBJECT_ID.words}` : undefined;
}

/**
 * Removes ids of filters, which create and validate refuse, and an id of the dashboard, which the managed API refuses
 * (docs/internals/api-behavior.md 2.4, 4.3).
 */
function newDashboardBody(body: DashboardBody): JsonObject {
  return withFilters(body, (filter) => without(filter, "id"));
}

/** Adds an id to each filter without one, because update requires them. The server replaces the generated id. */
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
    sameTexts(record.tags, body.tags) &&
    sameTiles(record.tiles, body.tiles) &&
    showsAll(record.filters, sent.filters) &&
    ["savedQuery", "savedFilterValues", "containers"].every((field) => noContradiction(record[field], sent[field]))
  );
}

/**
 * Compares tiles without the parts that the server changes: it assigns tile ids, rewrites the old `series` form, and
 * drops config fields that a display type does not have.
 */
function sameTiles(shown: DashboardRecord["tiles"] | undefined, sent: DashboardBody["tiles"]): boolean {
  return (
    Array.isArray(shown) &&
    shown.length === sent.length &&
    sent.every((tile, index) => noContradiction(shown[index], without(tile, "id", "series", "asRatio")))
  );
}

export class DashboardCollection extends Collection<DashboardRecord, DashboardBody> {
  readonly #alerts: Collection<AlertRecord, AlertBody>;

  /** @param alerts the server deletes some of them with dashboards and tiles (docs/internals/api-behavior.md 3.10) */
  constructor(deployments: Deployments, alerts: Collection<AlertRecord, AlertBody>) {
    super(dashboardApi, deployments, (id) => alerts.doubtSome(({ dashboardId }) => dashboardId === id));
    this.#alerts = alerts;
  }

  override async update(id: string, body: DashboardBody, options: CallOptions = {}): Promise<DashboardRecord> {
    let kept: ReadonlySet<unknown> = new Set();
    try {
      const record = await super.update(id, body, options);
      kept = alertableTiles(record);
      return record;
    } finally {
      this.#alerts.doubtSome(({ dashboardId, tileId }) => dashboardId === id && !kept.has(tileId));
    }
  }

  /** Stores nothing. Returns `undefined` if the deployment cannot validate (docs/internals/api-behavior.md 2.4). */
  async validate(body: DashboardBody, options: CallOptions = {}): Promise<DashboardValidation | undefined> {
    const { server, root } = this.deployments.of(dashboardApi, "create");
    const request: ApiRequest = {
      method: "POST",
      segments: [...root, dashboardApi.segment, "validate"],
      body: newDashboardBody(body),
      form: "bare_on_open_source",
      ...(options.signal !== undefined && { signal: options.signal }),
    };
    try {
      const { value } = await server.call(request);
      return decodeValidation(value, request);
    } catch (error) {
      // Older servers lack the path. Any 404 means that the server cannot validate
      // (docs/internals/api-behavior.md 2.4).
      if (error instanceof ApiError && error.status === 404) {
        return undefined;
      }
      throw error;
    }
  }
}

export const dashboards: ClientPart<DashboardCollection> = {
  open: (deployments, client) => new DashboardCollection(deployments, client.collection(alertApi)),
};

function alertableTiles({ tiles }: DashboardRecord): ReadonlySet<unknown> {
  const alertable = (tiles ?? []).filter(({ config }) => isJsonObject(config) && tileKindOf(config)?.isAlertable);
  return new Set(alertable.map(({ id }) => id));
}

function decodeValidation(value: unknown, request: ApiRequest): DashboardValidation {
  if (!isJsonObject(value) || typeof value.valid !== "boolean") {
    throw unexpectedValue(request, "no validation result where one is required");
  }
  const { valid, errors } = value;
  return {
    valid,
    errors: Array.isArray(errors) ? errors.filter((entry) => isJsonObject(entry)).map(decodeFinding) : [],
  };
}

function decodeFinding(entry: JsonObject): ValidationFinding {
  return { path: String(entry.path ?? ""), message: String(entry.message ?? "") };
}
