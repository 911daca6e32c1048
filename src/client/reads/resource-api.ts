import type { NotFoundForm } from "../http/request";
import type { ApiRecord, JsonObject } from "../json";
import type { Deployment } from "../settings";
import { OBJECT_ID, type RecordForm } from "./record-form";

export type ApiOperation = "list" | "get" | "create" | "update" | "delete";

/**
 * Way to request one object. `id`: by its own path. `list`: from the list. `id_else_list`: by its path, or from the
 * list if the path is not served.
 */
type Lookup = "id" | "list" | "id_else_list";

/** Operations that one deployment offers for a resource type. */
export interface Capability {
  readonly operations: readonly ApiOperation[];
  readonly lookup: Lookup;
}

/** Description of a resource type for the client. */
export interface ResourceApi<Stored extends ApiRecord, Body extends JsonObject, Patch extends JsonObject, Created>
  extends RecordForm<Stored> {
  /** Singular for sentences: "dashboard". */
  readonly name: string;
  /** Plural for sentences: "dashboards". */
  readonly plural: string;
  /** Path segment of the collection. */
  readonly segment: string;
  /** API keys and roles belong to the organization; other objects belong to the observability deployment. */
  readonly scope: "organization" | "observability";
  readonly capabilities: Readonly<Partial<Record<Deployment, Capability>>>;
  /** Response of the open-source server for an object that does not exist. */
  readonly notFound: NotFoundForm;
  /** Returns true for an object that the server predefines: it can be read and never changed. */
  isPredefined?(record: Stored): boolean;
  /** Returns true if a record of a list is partial. A read of such an object is a get; other reads share the list. */
  readonly isPart?: (record: Stored) => boolean;
  /** True if lists accept `limit` and `offset` (docs/internals/api-behavior.md 2.2, 3.6). */
  readonly paged: boolean;
  readonly updateMethod: "PUT" | "PATCH";
  /** Returns the request body. The client removes its id. */
  readonly createBody: (body: Body) => JsonObject;
  readonly updateBody: (patch: Patch) => JsonObject;
  /** Returns texts of a body that no message may contain. */
  readonly secrets: (body: Body | Patch) => readonly string[];
  /** Fields of a body that no record contains. */
  readonly unseen: readonly string[];
  /** Returns the content that distinguishes one create from another. Default: the whole body without `unseen`. */
  readonly content?: (body: Body) => JsonObject;
  /** Returns true if a record can be the result of this create body. */
  readonly matches: (record: Stored, body: Body) => boolean;
  /** Like `matches`, but ignores the name; for objects that are created under a one-time name. */
  readonly matchesUnnamed?: (record: Stored, body: Body) => boolean;
  /** Splits the create's response into the record and the result. */
  readonly created: (value: unknown) => CreatedParts<Stored, Created>;
  /**
   * Returns the create's result for a recovered record; `undefined` if the result contains a lost value, such as a
   * secret.
   */
  readonly recovered: (record: Stored, body: Body) => Created | undefined;
}

/** Parts of a create's response. */
interface CreatedParts<Stored, Created> {
  readonly record: unknown;
  readonly response: (record: Stored) => Created;
  /** Defect outside of the record, worded like `RecordForm.wrongInside`. */
  readonly wrong?: string;
}

const ALL: readonly ApiOperation[] = ["list", "get", "create", "update", "delete"];

/** Every operation, with objects by id. */
export const FULL: Capability = { operations: ALL, lookup: "id" };

/** Describes a resource type whose create returns the record. By default a PUT with the whole body updates it. */
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
