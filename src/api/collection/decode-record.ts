import { UnexpectedAnswerError } from "../errors";
import { isJsonObject } from "../json";
import type { IdForm } from "../kinds/id-form";
import type { ApiRecord } from "../records";
import type { ApiRequest } from "../server/api-request";

/** What has to be known of a kind to take a value for one of its records. */
export interface RecordForm<Stored extends ApiRecord> {
  readonly idForm: IdForm;
  readonly readable?: (record: Stored) => Stored;
  readonly wrongInside?: (record: Stored) => string | undefined;
}

/**
 * Takes a value for a record when it has an id of the documented form. The servers promise no other field
 * (docs/internals/api-behavior.md 1.2). Ids go into state, into paths and into generated code, so nothing else passes for one.
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
  const record = readable?.(value as Stored) ?? (value as Stored);
  const wrong = wrongInside?.(record);
  if (wrong !== undefined) {
    throw unexpectedValue(request, `an object with ${wrong}`);
  }
  return record;
}

/** For good JSON that is not what the operation answers. Its content is not shown: it may hold secrets. */
export function unexpectedValue(request: ApiRequest, what: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError({
    status: 200,
    method: request.method,
    path: `/${request.segments.join("/")}`,
    what,
    excerpt: "",
    mayPass: true,
  });
}
