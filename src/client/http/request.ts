import type { JsonObject } from "../json";
import type { Deployment } from "../settings";
import { UnexpectedResponseError, UnreadableObjectError } from "./errors";

/**
 * Location of the value in a successful response: inside the deployment's envelope (`data` or `result`), the bare body
 * on open source (validate), or no value (delete).
 */
export type ResponseForm = "enveloped" | "bare_on_open_source" | "none";

/**
 * Response of the open-source server for a missing object: `{"message": <text>}`, or the plain text `Not Found`
 * (docs/internals/api-behavior.md 3.4). Managed servers have one response for all objects; `managed` is for resource
 * types that only they offer.
 */
export type NotFoundForm = { readonly message: string } | "plain_text" | "managed";

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path segments below the base, not encoded. */
  readonly segments: readonly string[];
  readonly query?: Readonly<Record<string, number>>;
  readonly body?: JsonObject;
  /** Version of the object that the request may change. The server refuses to change another version. */
  readonly ifMatch?: string;
  readonly form: ResponseForm;
  /** Texts of the body that no message may contain. */
  readonly secrets?: readonly string[];
  readonly signal?: AbortSignal;
  /** Replaces every other signal, for requests that finish a write after a stop. */
  readonly afterStop?: AbortSignal;
  /**
   * Change that the request makes, for messages: `create the dashboard "Checkout"`. An abort does not cancel such a
   * request after it was sent, because its response shows the result.
   */
  readonly change?: string;
  /** Reports a 500 at once, because the server fails the same way again. Default: the request is repeated. */
  readonly faultIsFinal?: boolean;
  /** Response for a missing object at this path. Absent for requests that are not about a single object. */
  readonly notFound?: NotFoundForm;
}

/** Signals that end a request: the caller's signal, and the one that replaces it after a stop. */
export type RequestSignals = Pick<ApiRequest, "signal" | "afterStop">;

/** A successful response, without its envelope. */
export interface ApiResponse {
  readonly value: unknown;
  /** Fields next to the value: `meta`, `requestId`, `totalCount`. */
  readonly envelope: JsonObject;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Arrival time of the headers, on the client's clock. */
  readonly headersAt: number;
}

/** Returns path and query below the base address. Throws a `RangeError` for an id that would change the path. */
export function requestPath(prefix: string, request: Pick<ApiRequest, "segments" | "query">): string {
  const path = `${prefix}/${request.segments.map(encodeSegment).join("/")}`;
  const query = Object.entries(request.query ?? {}).map(([name, value]) => `${name}=${value}`);
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}

function encodeSegment(segment: string): string {
  if (segment === "" || segment === "." || segment === "..") {
    throw new RangeError(`"${segment}" is not an id`);
  }
  return encodeURIComponent(segment);
}

/** Properties of a request that determine how its response is read. */
export interface ResponseContext extends Pick<ApiRequest, "method" | "form" | "notFound"> {
  readonly deployment: Deployment;
  readonly path: string;
  readonly mask: SecretMask;
}

/** Returns the error for JSON that is not the expected result. Its content is not shown: it may be secret. */
export function unexpectedValue(request: ApiRequest, what: string): UnexpectedResponseError {
  return new UnexpectedResponseError({ ...placeOf(request), what, mayPass: true });
}

/** Returns the error for an object that the server returned in a form that cannot be read. */
export function unreadableObject(request: RequestPlace, what: string): UnreadableObjectError {
  return new UnreadableObjectError({ ...placeOf(request), what, mayPass: false });
}

type RequestPlace = Pick<ApiRequest, "method" | "segments">;

function placeOf({ method, segments }: RequestPlace) {
  return { status: 200, method, path: `/${segments.join("/")}` };
}

/** Minimum length of a secret. Shorter texts occur in ordinary words. */
const MIN_SECRET_LENGTH = 6;

/** Replaces secrets in texts for users. */
export class SecretMask {
  readonly #secrets: readonly string[];

  constructor(secrets: readonly (string | undefined)[]) {
    const long = secrets
      .filter((secret) => secret !== undefined)
      .filter((secret) => secret.length >= MIN_SECRET_LENGTH);
    // Longest first, because one secret may be a part of another.
    this.#secrets = [...new Set(long.flatMap(formsOf))].sort((one, other) => other.length - one.length);
  }

  with(more: readonly string[]): SecretMask {
    return more.length === 0 ? this : new SecretMask([...this.#secrets, ...more]);
  }

  apply(text: string): string {
    return this.#secrets.reduce((masked, secret) => masked.replaceAll(secret, "***"), text);
  }
}

/** Returns the forms in which a server may repeat a secret: unchanged, inside a JSON text, and percent-encoded. */
function formsOf(secret: string): readonly string[] {
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    encodeURI(secret.toWellFormed()),
  ];
}
