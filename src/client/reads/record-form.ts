import { type ApiRequest, unexpectedValue } from "../http/request";
import { type ApiRecord, isJsonObject, type JsonObject, type JsonValue } from "../json";

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
export const OBJECT_ID = form("24 lower-case hex digits", /^[0-9a-f]{24}$/);

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

/** Form of the records of one resource type. */
export interface RecordForm<Stored extends ApiRecord> {
  readonly idForm: IdForm;
  /** Returns the readable part of a record, for resource types whose records are useful without their other fields. */
  readonly readable?: (record: Stored) => Stored;
  /** Describes a defect inside a record, as the end of a sentence; undefined for a valid record. */
  readonly wrongInside?: (record: Stored) => string | undefined;
}

/**
 * Takes a value for a record when it has an id of the documented form. The servers promise no other field
 * (docs/internals/api-behavior.md 1.2). Ids go into state, into paths and into generated code, so nothing else passes
 * for one.
 * @param id the object that was asked for, where it was a single one
 */
export function decodeRecord<Stored extends ApiRecord>(
  { idForm, readable, wrongInside }: RecordForm<Stored>,
  value: unknown,
  request: ApiRequest,
  id?: string,
): Stored {
  if (!isJsonObject(value) || typeof value.id !== "string" || value.id === "") {
    throw unexpectedValue(request, "something without an id where an object is due");
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
