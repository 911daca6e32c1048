import { isJsonObject, type JsonObject } from "../json";

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
