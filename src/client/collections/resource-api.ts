import { ownValue } from "../../own-values";
import { type ApiRecord, isJsonObject, type JsonObject, type JsonValue } from "../json";
import type { NotFoundForm } from "../retry/http-client";
import type { Deployment } from "../settings";

/**
 * The form of the ids of a resource type (docs/internals/api-behavior.md 0, 3.5, 4.3). Whatever else stands where an id
 * is due is no id.
 */
export interface IdForm {
  /** For sentences: "24 lower-case hex digits". */
  readonly words: string;
  readonly fits: (id: string) => boolean;
  /** Returns the one spelling in which ids are compared and stored. */
  readonly canonical: (id: string) => string;
}

function form(words: string, pattern: RegExp, canonical = (id: string) => id): IdForm {
  return { words, fits: (id) => pattern.test(id), canonical };
}

/** Everything of ClickStack. */
const OBJECT_ID = form("24 lower-case hex digits", /^[0-9a-f]{24}$/);

/** Keys and roles of an organization. Upper case means the same (RFC 9562); servers and proxies may use either. */
export const UUID = form("a UUID", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, (id) => id.toLowerCase());

/**
 * Tiles and filters of a dashboard: the server takes up to 36 characters and makes 24 hex digits; its user interface
 * has ids of its own.
 */
export const PART_ID = form("up to 36 letters, digits, dots, hyphens and underscores", /^[\w.-]{1,36}$/);

/** A key ID, which is the user of HTTP Basic, and a key secret: printable, so that they fit into a header. */
export const KEY_ID = form("printable characters without a colon", /^[!-9;-~]{1,1024}$/);
export const KEY_SECRET = form("printable characters", /^[!-~]{1,1024}$/);

export function fitsIfThere(value: unknown, { fits }: IdForm): boolean {
  return value === undefined || value === null || (typeof value === "string" && fits(value));
}

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
export interface ResourceApi<Stored extends ApiRecord, Body extends JsonObject, Patch extends JsonObject, Created> {
  /** For sentences: "dashboard". */
  readonly name: string;
  /** For sentences: "dashboards". */
  readonly plural: string;
  /** Path segment of the collection. */
  readonly segment: string;
  /** API keys and roles belong to the organization; the rest to whatever deployment holds the observability objects. */
  readonly scope: "organization" | "observability";
  readonly capabilities: Readonly<Partial<Record<Deployment, Capability>>>;
  readonly idForm: IdForm;
  /** How a server says that there is no such object. */
  readonly notFound: NotFoundForm;
  /** What of a record can be read, where the rest of it is of use without fields that cannot. */
  readonly readable?: (record: Stored) => Stored;
  /** What is wrong inside a record, in words that end a sentence; undefined where nothing is. */
  readonly wrongInside?: (record: Stored) => string | undefined;
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

/** What a field of a record holds, where it is there at all: the fields that the client and its users take apart. */
type FieldForm = "text" | "object" | "objects" | "texts";

const FITS: Readonly<Record<FieldForm, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  object: isJsonObject,
  objects: (value) => Array.isArray(value) && value.every(isJsonObject),
  texts: (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
};

const WORDS: Readonly<Record<FieldForm, string>> = {
  text: "no text",
  object: "no object",
  objects: "no list of objects",
  texts: "no list of texts",
};

/**
 * What is wrong with a record, for the end of a sentence such as "an object with ..."; undefined where every field that
 * is there fits.
 */
export function wrongField(record: JsonObject, forms: Readonly<Record<string, FieldForm>>): string | undefined {
  const wrong = Object.entries(forms).find(([name, form]) => {
    const value = record[name];
    return value !== undefined && value !== null && !FITS[form](value);
  });
  return wrong && `a field "${wrong[0]}" that is ${WORDS[wrong[1]]}`;
}

/**
 * The record without what has another form: fields, and items of lists of objects. For a resource type whose create
 * returns what must not be lost for the sake of a field that cannot be read, such as the secret of a key.
 */
export function readablePart<Stored extends JsonObject>(
  record: Stored,
  forms: Readonly<Record<string, FieldForm>>,
): Stored {
  const kept = Object.entries(record).flatMap(([name, value]): [string, JsonValue][] => {
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form === undefined || value === null || value === undefined || FITS[form](value)) {
      return [[name, value as JsonValue]];
    }
    return form === "objects" && Array.isArray(value) ? [[name, value.filter(isJsonObject)]] : [];
  });
  return Object.fromEntries(kept) as Stored;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;

/** Servers may store time stamps to the second. */
const PRECISION_MS = 1000;

/** True when nothing was said: absent, null, and the empties that the servers drop. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/**
 * Whether what the server shows can be what was sent: every field sent is there again, semantically equal. Instants are
 * compared as such, null counts as absent, and fields that only the server has are its defaults.
 */
export function showsAll(shown: unknown, sent: unknown): boolean {
  if (isNothing(sent)) {
    return isNothing(shown);
  }
  if (Array.isArray(sent)) {
    return (
      Array.isArray(shown) && shown.length === sent.length && sent.every((item, index) => showsAll(shown[index], item))
    );
  }
  if (isJsonObject(sent)) {
    return isJsonObject(shown) && showsFields(shown, sent);
  }
  if (typeof sent === "string" && typeof shown === "string" && INSTANT.test(sent)) {
    return Math.abs(Date.parse(sent) - Date.parse(shown)) < PRECISION_MS;
  }
  return shown === sent;
}

function showsFields(shown: JsonObject, sent: JsonObject): boolean {
  return Object.entries(sent).every(([field, value]) => value === undefined || showsAll(ownValue(shown, field), value));
}

/** As `showsAll`, where the server may leave out fields that it took: only a different value speaks against it. */
export function noContradiction(shown: unknown, sent: unknown): boolean {
  if (isNothing(sent) || shown === undefined) {
    return true;
  }
  if (isJsonObject(sent)) {
    return (
      isJsonObject(shown) &&
      Object.entries(sent).every(([field, value]) => noContradiction(ownValue(shown, field), value))
    );
  }
  if (Array.isArray(sent)) {
    return (
      Array.isArray(shown) &&
      shown.length === sent.length &&
      sent.every((item, index) => noContradiction(shown[index], item))
    );
  }
  return showsAll(shown, sent);
}

/** Whether two lists of texts hold the same, whatever the order and however often. */
export function sameTexts(one: readonly unknown[], other: readonly unknown[]): boolean {
  const left = new Set(one);
  const right = new Set(other);
  return left.size === right.size && [...left].every((text) => right.has(text));
}

export function without(object: JsonObject, ...fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([field]) => !fields.includes(field)));
}

/** The text without surrounding white space, as the server stores names. */
export function trimmed(value: unknown): unknown {
  return typeof value === "string" ? value.trim() : value;
}
