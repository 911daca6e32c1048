import type { NotFoundForm } from "../http/request";
import type { ApiRecord, JsonObject } from "../json";
import { OBJECT_ID, type RecordForm } from "../reads/record-form";
import type { Deployment } from "../settings";

export type Operation = "list" | "get" | "create" | "update" | "delete";

/**
 * How one object is asked for. `id`: by its own path. `list`: found in the list. `id_else_list`: by its path, in the
 * list where that path is not served.
 */
type Lookup = "id" | "list" | "id_else_list";

/** What one deployment can do with a resource type. */
export interface Capability {
  readonly operations: readonly Operation[];
  readonly lookup: Lookup;
}

/** Everything the client knows about a resource type. */
export interface ResourceApi<Stored extends ApiRecord, Body extends JsonObject, Patch extends JsonObject, Created>
  extends RecordForm<Stored> {
  /** For sentences: "dashboard". */
  readonly name: string;
  /** For sentences: "dashboards". */
  readonly plural: string;
  /** Path segment of the collection. */
  readonly segment: string;
  /** API keys and roles belong to the organization; the rest to whatever deployment holds the observability objects. */
  readonly scope: "organization" | "observability";
  readonly capabilities: Readonly<Partial<Record<Deployment, Capability>>>;
  /** How a server says that there is no such object. */
  readonly notFound: NotFoundForm;
  /** Whether the server made the object for everybody, so that it can be read and never changed. */
  isPredefined?(record: Stored): boolean;
  /**
   * Whether a record of a list lacks what only a get shows. A read of such an object gets it; others share the list.
   */
  readonly isPart?: (record: Stored) => boolean;
  /** Whether lists take `limit` and `offset` (docs/internals/api-behavior.md 2.2, 3.6). */
  readonly paged: boolean;
  readonly updateMethod: "PUT" | "PATCH";
  /** What is sent for a body; its id is left out of every body. */
  readonly createBody: (body: Body) => JsonObject;
  readonly updateBody: (patch: Patch) => JsonObject;
  /** Texts of a body that must not show up in messages. */
  readonly secrets: (body: Body | Patch) => readonly string[];
  /** Fields of a body that no record shows. */
  readonly unseen: readonly string[];
  /** What tells one create from another, where that is not the whole body without `unseen`. */
  readonly content?: (body: Body) => JsonObject;
  /** Whether a record can be what the server made of this create body. */
  readonly matches: (record: Stored, body: Body) => boolean;
  /** As `matches`, whatever the record is called; for objects that are created under a one-time name. */
  readonly matchesUnnamed?: (record: Stored, body: Body) => boolean;
  /** The create's response, and the record in it. */
  readonly created: (value: unknown) => CreatedParts<Stored, Created>;
  /**
   * The create's response for a record that was found again, or `undefined` when what the response held cannot be had
   * any more.
   */
  readonly recovered: (record: Stored, body: Body) => Created | undefined;
}

/** The response of a create, taken apart. */
interface CreatedParts<Stored, Created> {
  readonly record: unknown;
  readonly response: (record: Stored) => Created;
  /** What is wrong beside the record, as `ResourceApi.wrongInside` says it. */
  readonly wrong?: string;
}

const ALL: readonly Operation[] = ["list", "get", "create", "update", "delete"];

/** Every operation, objects by id. */
export const FULL: Capability = { operations: ALL, lookup: "id" };

/** A resource type whose create returns the record. By default a PUT updates it, of the whole body. */
export function resourceApi<Stored extends ApiRecord, Body extends JsonObject, Patch extends JsonObject = Body>(
  own: Pick<ResourceApi<Stored, Body, Patch, Stored>, "name" | "plural" | "segment" | "notFound" | "matches"> &
    Partial<ResourceApi<Stored, Body, Patch, Stored>>,
): ResourceApi<Stored, Body, Patch, Stored> {
  return {
    scope: "observability",
    capabilities: { open_source: FULL, managed: FULL },
    idForm: OBJECT_ID,
    paged: false,
    updateMethod: "PUT",
    createBody: (body) => body,
    updateBody: (body) => body,
    secrets: () => [],
    unseen: [],
    created: (value) => ({ record: value, response: (record) => record }),
    recovered: (record) => record,
    ...own,
  };
}

export function without(object: JsonObject, ...fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)));
}
