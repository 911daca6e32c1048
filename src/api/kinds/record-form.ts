import { isJsonObject, type JsonObject, type JsonValue } from "../json";

/** What a field of a record holds, where it is there at all: the fields that the client and its users take apart. */
export type FieldForm = "text" | "object" | "objects" | "texts";

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

/** What is wrong with a record, for the end of a sentence such as "an object with ..."; undefined where every field that is there fits. */
export function wrongField(record: JsonObject, forms: Readonly<Record<string, FieldForm>>): string | undefined {
  const wrong = Object.entries(forms).find(([name, form]) => {
    const value = record[name];
    return value !== undefined && value !== null && !FITS[form](value);
  });
  return wrong && `a field "${wrong[0]}" that is ${WORDS[wrong[1]]}`;
}

/**
 * The record without what has another form: fields, and items of lists of objects. For a kind whose create answers what must not be lost
 * for the sake of a field that cannot be read, such as the secret of a key.
 */
export function readablePart<Stored extends JsonObject>(
  record: Stored,
  forms: Readonly<Record<string, FieldForm>>,
): Stored {
  const kept = Object.entries(record).flatMap(([name, value]): [string, JsonValue][] => {
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form === undefined || value === null || value === undefined || FITS[form](value))
      return [[name, value as JsonValue]];
    return form === "objects" && Array.isArray(value) ? [[name, value.filter(isJsonObject)]] : [];
  });
  return Object.fromEntries(kept) as Stored;
}
