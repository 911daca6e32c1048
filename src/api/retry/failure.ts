import { ApiError, ConnectionError, UnexpectedAnswerError } from "../errors";

/** What a failure means for trying again. */
export type Failure =
  /** Told to come later; nothing was done. */
  | "rate_limited"
  /** The request never reached the server. */
  | "unreached"
  /** The connection broke, or something in between answered: the server may have acted. */
  | "broken"
  /** The server itself reports an error of its own. It may have acted, and often fails the same way again. */
  | "server_fault"
  /** Something answered that is not this API. The server may have acted. */
  | "unreadable"
  /** A new API key is not known everywhere yet (docs/internals/api-behavior.md 1.6). */
  | "spreading"
  /** Trying again changes nothing. */
  | "final";

/** Sorts what a request ended with. */
export function classify(error: unknown): Failure {
  if (error instanceof ConnectionError) {
    return connectionFailure(error);
  }
  if (error instanceof UnexpectedAnswerError && error.mayPass) {
    return "unreadable";
  }
  if (!(error instanceof ApiError)) {
    return "final";
  }
  if (error.isRateLimited) {
    return "rate_limited";
  }
  if (error.isServerError) {
    return serverFailure(error.status);
  }
  return isSpreading(error) ? "spreading" : "final";
}

/** True when the server may have done what was asked although the request failed. */
export function mayHaveActed(error: unknown): boolean {
  if (error instanceof ConnectionError) {
    return error.reached === "perhaps";
  }
  const failure = classify(error);
  return failure === "broken" || failure === "server_fault";
}

function connectionFailure(error: ConnectionError): Failure {
  if (error.lasting) {
    return "final";
  }
  return error.reached === "perhaps" ? "broken" : "unreached";
}

function serverFailure(status: number): Failure {
  if (status === 501 || status === 505) {
    return "final";
  }
  return status === 500 ? "server_fault" : "broken";
}

function isSpreading(error: ApiError): boolean {
  return error.status === 400 && /OpenAPI key \S+ does not belong to the organization/.test(error.text);
}
