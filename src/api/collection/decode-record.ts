import { UnexpectedAnswerError } from "../errors";
import { isJsonObject } from "../json";
import type { ApiRecord } from "../records";
import type { ApiRequest } from "../server/api-request";

/** Takes a value for a record when it has an id. The servers promise no other field (facts/api.md 1.2). */
export function decodeRecord<Stored extends ApiRecord>(value: unknown, request: ApiRequest): Stored {
  if (isJsonObject(value) && typeof value.id === "string" && value.id !== "") {
    return value as Stored;
  }
  throw unexpectedValue(request, "something without an id where an object is due");
}

/** For good JSON that is not what the operation answers. Its content is not shown: it may hold secrets. */
export function unexpectedValue(request: ApiRequest, what: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError({
    status: 200,
    method: request.method,
    path: `/${request.segments.join("/")}`,
    what,
    excerpt: "",
  });
}
