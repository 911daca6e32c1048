import type { JsonObject } from "../json";
import type { ApiRecord } from "../records";
import type { NotFoundForm } from "../server/api-request";
import type { Deployment } from "../settings";
import { type IdForm, OBJECT_ID } from "./id-form";

export type Operation = "list" | "get" | "create" | "update" | "delete";

/**
 * How one object is asked for.
 * `id`: by its own path. `list`: found in the list. `id_else_list`: by its path, in the list where that path is not served.
 */
export type Lookup = "id" | "list" | "id_else_list";

/** What one deployment offers of a kind. */
export interface Offer {
  readonly operations: readonly Operation[];
  readonly lookup: Lookup;
}

/** Everything the client knows about one kind of object. */
export interface Kind<Stored extends ApiRecord, Body extends JsonObject, Patch extends JsonObject, Created> {
  /** For sentences: "dashboard". */
  readonly name: string;
  /** For sentences: "dashboards". */
  readonly plural: string;
  /** Path segment of the collection. */
  readonly segment: string;
  /** API keys and roles belong to the organization; the rest to whatever deployment holds the observability objects. */
  readonly home: "organization" | "observability";
  readonly offers: Readonly<Partial<Record<Deployment, Offer>>>;
  readonly idForm: IdForm;
  /** How a server says that there is no such object. */
  readonly notFound: NotFoundForm;
  /** What of a record can be read, where the rest of it is of use without fields that cannot. */
  readonly readable?: (record: Stored) => Stored;
  /** What is wrong inside a record, in words that end a sentence; undefined where nothing is. */
  readonly wrongInside?: (record: Stored) => string | undefined;
  /** Whether lists take `limit` and `offset` (docs/internals/api-behavior.md 2.2, 3.6). */
  readonly paged: boolean;
  readonly updateMethod: "PUT" | "PATCH";
  /** What goes over the wire for a body. */
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
  /** The create's answer, and the record in it. */
  readonly created: (value: unknown) => CreatedParts<Stored, Created>;
  /** The create's answer for a record that was found again, or `undefined` when what the answer held cannot be had any more. */
  readonly recovered: (record: Stored, body: Body) => Created | undefined;
}

/** The answer of a create, taken apart. */
export interface CreatedParts<Stored, Created> {
  readonly record: unknown;
  readonly answer: (record: Stored) => Created;
  /** What is wrong beside the record, as `Kind.wrongInside` says it. */
  readonly wrong?: string;
}

const ALL: readonly Operation[] = ["list", "get", "create", "update", "delete"];

/** Every operation, objects by id. */
export const FULL: Offer = { operations: ALL, lookup: "id" };

type PlainKind<Stored extends ApiRecord, Body extends JsonObject> = Kind<Stored, Body, Body, Stored>;

/** A kind whose create answers the record, and whose update takes the whole body. */
export function plainKind<Stored extends ApiRecord, Body extends JsonObject>(
  own: Pick<PlainKind<Stored, Body>, "name" | "plural" | "segment" | "notFound" | "matches"> &
    Partial<PlainKind<Stored, Body>>,
): PlainKind<Stored, Body> {
  return {
    home: "observability",
    offers: { open_source: FULL, managed: FULL },
    idForm: OBJECT_ID,
    paged: false,
    updateMethod: "PUT",
    createBody: (body) => body,
    updateBody: (body) => body,
    secrets: () => [],
    unseen: [],
    created: (value) => ({ record: value, answer: (record) => record }),
    recovered: (record) => record,
    ...own,
  };
}
