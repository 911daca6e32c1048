import { type ApiRequest, unexpectedValue } from "../http/request";
import { type ApiRecord, isJsonObject, type JsonObject, type JsonValue } from "../json";

/** Form of the ids of a resource type (docs/internals/api-behavior.md 0, 3.5, 4.3). Other texts are not valid ids. */
export interface IdForm {
  /** Description for sentences: "24 lower-case hex digits". */
  readonly words: string;
  readonly fits: (id: string) => boolean;
  /** Returns the spelling in which ids are compared and stored. */
  readonly canonical: (id: string) => string;
}

function form(words: string, pattern: RegExp, canonical = (id: string) => id): IdForm {
  return { words, fits: (id) => pattern.test(id), canonical };
}

/** Ids of ClickStack objects. */
export const OBJECT_ID = form("24 lower-case hex digits", /^[0-9a-f]{24}$/);

/** Ids of keys and roles. Upper case means the same (RFC 9562); servers and proxies may use either. */
export const UUID = form("a UUID", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, (id) => id.toLowerCase());

/**
 * Ids of the tiles and filters of a dashboard. The server accepts up to 36 characters and creates 24 hex digits; its
 * user interface creates other ids.
 */
export const PART_ID = form("up to 36 letters, digits, dots, hyphens and underscores", /^[\w.-]{1,36}$/);

/**
 * A key ID (the user of HTTP Basic) and a key secret. Their characters are printable, so that they fit into a header.
 */
export const KEY_ID = form("printable characters without a colon", /^[!-9;-~]{1,1024}$/);
export const KEY_SECRET = form("printable characters", /^[!-~]{1,1024}$/);

export function fitsIfThere(value: unknown, { fits }: IdForm): boolean {
  return value === undefined || value === null || (typeof value === "string" && fits(value));
}

/** Form of the records of one resource type. */
export interface RecordForm<Stored extends ApiRecord> {
  readonly idForm: IdForm;
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
  { idForm, readable, wrongInside }: RecordForm<Stored>,
  value: unknown,
  request: ApiRequest,
  id?: string,
): Stored {
  if (!isJsonObject(value) || typeof value.id !== "string" || value.id === "") {
    throw unexpectedValue(request, "an object without an id");
  }
  if (!idForm.fits(value.id)) {
    throw unexpectedValue(request, `an object whose id is not ${idForm.words}`);
  }
  if (id !== undefined && value.id.toLowerCase() !== id.toLowerCase()) {
    throw unexpectedValue(request, `another object, ${value.id}`);
  }
  const known = { ...value, id: idForm.canonical(value.id) } as Stored;
  const record = readable?.(known) ?? known;
  const wrong = wrongInside?.(record);
  if (wrong !== undefined) {
    throw unexpectedValue(request, `an object with ${wrong}`);
  }
  return record;
}

/** Type of a field that the client and its users read. */
type FieldForm = "text" | "object" | "objects" | "texts";

const FITS: Readonly<Record<FieldForm, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  object: isJsonObject,
  objects: (value) => Array.isArray(value) && value.every(isJsonObject),
  texts: (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
};

const WORDS: Readonly<Record<FieldForm, string>> = {
  text: "not a text",
  object: "not an object",
  objects: "not a list of objects",
  texts: "not a list of texts",
};

/**
 * Describes the first field of the wrong type, as the end of a sentence such as "an object with ..."; undefined if
 * there is none.
 */
export function wrongField(record: JsonObject, forms: Readonly<Record<string, FieldForm>>): string | undefined {
  const wrong = Object.entries(forms).find(([name, form]) => {
    const value = record[name];
    return value !== undefined && value !== null && !FITS[form](value);
  });
  return wrong && `a field "${wrong[0]}" that is ${WORDS[wrong[1]]}`;
}

/**
 * Returns the record without fields and list items of the wrong type. For creates whose response contains an
 * irreplaceable value, such as the secret of a key: an unreadable field must not lose it.
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
