import { canBeId, isKnownIdForm } from "../../id-forms";
import { type ApiRequest, type NotFoundForm, unexpectedValue, unreadableObject } from "../http/request";
import { type ApiRecord, isJsonObject, type JsonObject, type JsonValue } from "../json";
import type { Deployment } from "../settings";

export type ApiOperation = "list" | "get" | "create" | "update" | "delete";

/** Way to read an object: by its path, from the list, or from the list only if objects have no path. */
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
  /** Path of the collection, such as `alerts` or `team/members`. */
  readonly segment: string;
  /** Path of a create. Default: `segment`. */
  readonly createSegment?: string;
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
  /** Fields of a body that no response contains. */
  readonly unseen: readonly string[];
  /** Returns the content that distinguishes one create from another. Default: the whole body without `unseen`. */
  readonly content?: (body: Body) => JsonObject;
  /** Returns true if a record can be the result of this create body. */
  readonly matches: (record: Stored, body: Body) => boolean;
  /** Like `matches`, but ignores the name; for objects that are created under a one-time name. */
  readonly matchesUnnamed?: (record: Stored, body: Body) => boolean;
  /** Splits the create's response into the record and the result. */
  readonly created: (value: unknown) => CreatedParts<Stored, Created>;
  /** Returns the create's result for a recovered record; `undefined` if the result needs a lost secret. */
  readonly recovered: (record: Stored, body: Body) => Created | undefined;
}

interface CreatedParts<Stored, Created> {
  readonly record: unknown;
  readonly response: (record: Stored) => Created;
  /** Defect outside of the record, worded like `RecordForm.wrongInside`. */
  readonly wrong?: string;
}

/** All operations. Objects are read by id. */
export const FULL: Capability = { operations: ["list", "get", "create", "update", "delete"], lookup: "id" };

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

/** Form of the ids of a resource type (docs/internals/api-behavior.md 0, 3.5, 4.3). Other texts are not valid ids. */
export interface IdForm {
  /** Description for sentences: "printable characters". */
  readonly words: string;
  readonly fits: (id: string) => boolean;
  /** Returns the spelling in which ids are compared and stored. */
  readonly canonical: (id: string) => string;
}

function form(words: string, fits: (id: string) => boolean, canonical = (id: string) => id): IdForm {
  return { words, fits, canonical };
}

/** Ids of ClickStack objects, and of the tiles and filters of a dashboard. */
export const OBJECT_ID = form("a text of letters, digits and hyphens", canBeId);

/** Members of a team are known by their e-mail addresses. Members without one have an id of ClickStack instead. */
export const EMAIL = form(
  "an e-mail address",
  (text) => canBeId(text) || isEmail(text),
  (id) => id.toLowerCase(),
);

/** Tests one character at a time, because a repetition overflows the stack for an id of megabytes. */
function isEmail(text: string): boolean {
  const parts = text.split("@", 3);
  return parts.length === 2 && !parts.includes("") && !/[\s/\p{C}]/u.test(text);
}

/** Ids of users of the organization, whose form is not documented (docs/internals/api-behavior.md 1.9). */
export const USER_ID = form("a text without white space and slashes", (text) => /^[^\s/\p{C}]{1,256}$/u.test(text));

/** Ids of keys and roles. Upper case means the same in a UUID (RFC 9562); servers and proxies may use either. */
export const UUID = form("a text such as a UUID", canBeId, (id) => (isKnownIdForm(id) ? id.toLowerCase() : id));

/** A key ID (the user of HTTP Basic) and a key secret. They are printable, so that they fit into a header. */
export const KEY_ID = form("printable characters without a colon", (text) => /^[!-9;-~]{1,1024}$/.test(text));
export const KEY_SECRET = form("printable characters", (text) => /^[!-~]{1,1024}$/.test(text));

export function fitsIfThere(value: unknown, { fits }: IdForm): boolean {
  return value === undefined || value === null || (typeof value === "string" && fits(value));
}

export interface RecordForm<Stored extends ApiRecord> {
  readonly idForm: IdForm;
  /** Returns the records of a list response whose value is not an array. */
  readonly listOf?: (value: JsonObject) => readonly unknown[];
  /** Returns a record with an `id`, for resource types whose records have another form. */
  readonly recordOf?: (value: JsonObject) => JsonObject;
  /** Returns the readable part of a record, for resource types whose records are useful without their other fields. */
  readonly readable?: (record: Stored) => Stored;
  /** Describes a defect inside a record, as the end of a sentence; undefined for a valid record. */
  readonly wrongInside?: (record: Stored) => string | undefined;
}

/**
 * Decodes a record, which must have an id of the documented form. The servers promise no other field
 * (docs/internals/api-behavior.md 1.2). Ids are written to state, paths and generated code, so other values are
 * refused.
 * @param id requested object, for a request of a single object
 */
export function decodeRecord<Stored extends ApiRecord>(
  form: RecordForm<Stored>,
  item: unknown,
  request: ApiRequest,
  id?: string,
): Stored {
  const record = decodeListed(form, item);
  if (typeof record === "string") {
    // A write may have changed the object, so the error for an unexpected value allows a further try.
    throw request.method === "GET" ? unreadableObject(request, record) : unexpectedValue(request, record);
  }
  if (id !== undefined && record.id.toLowerCase() !== id.toLowerCase()) {
    throw unexpectedValue(request, `another object, ${record.id}`);
  }
  return record;
}

/** Decodes an element of a list. Returns a description of an object that cannot be read. */
export function decodeListed<Stored extends ApiRecord>(
  { idForm, recordOf, readable, wrongInside }: RecordForm<Stored>,
  item: unknown,
): Stored | string {
  const value = isJsonObject(item) ? (recordOf?.(item) ?? item) : item;
  if (!isJsonObject(value) || typeof value.id !== "string" || value.id === "") {
    return "an object without an id";
  }
  if (!idForm.fits(value.id)) {
    return `an object whose id is not ${idForm.words}`;
  }
  const known = { ...value, id: idForm.canonical(value.id) } as Stored;
  const record = readable?.(known) ?? known;
  const wrong = wrongInside?.(record);
  return wrong === undefined ? record : `an object with ${wrong}`;
}

/** Types of the fields that the client and its users read. */
const FIELD_FORMS = {
  text: { words: "not a text", fits: (value: unknown) => typeof value === "string" },
  object: { words: "not an object", fits: isJsonObject },
  objects: {
    words: "not a list of objects",
    fits: (value: unknown) => Array.isArray(value) && value.every(isJsonObject),
  },
  texts: {
    words: "not a list of texts",
    fits: (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === "string"),
  },
};

type FieldForm = keyof typeof FIELD_FORMS;

/** Returns the end of a sentence such as "an object with ..."; undefined if every field has its type. */
export function wrongField(record: JsonObject, forms: Readonly<Record<string, FieldForm>>): string | undefined {
  const wrong = Object.entries(forms).find(([name, form]) => {
    const value = record[name];
    return value !== undefined && value !== null && !FIELD_FORMS[form].fits(value);
  });
  return wrong && `a field "${wrong[0]}" that is ${FIELD_FORMS[wrong[1]].words}`;
}

/**
 * Returns the record without fields and list items of the wrong type. Use it for the response of a create with an
 * irreplaceable value, such as the secret of a key. An unreadable field must not cause the loss of this value.
 */
export function readablePart<Stored extends JsonObject>(
  record: Stored,
  forms: Readonly<Record<string, FieldForm>>,
): Stored {
  const kept = Object.entries(record).flatMap(([name, value]): [string, JsonValue][] => {
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form === undefined || value === null || value === undefined || FIELD_FORMS[form].fits(value)) {
      return [[name, value as JsonValue]];
    }
    return form === "objects" && Array.isArray(value) ? [[name, value.filter(isJsonObject)]] : [];
  });
  return Object.fromEntries(kept) as Stored;
}
