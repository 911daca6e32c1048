import type { JsonObject } from "../json";
import type { Deployment } from "../settings";
import { UnexpectedResponseError } from "./errors";
import type { SecretMask } from "./secret-mask";

/**
 * Where the value of a good response is found: inside the deployment's envelope (`data` or `result`), the bare body on
 * open source (validate), or nowhere (delete).
 */
export type ResponseForm = "enveloped" | "bare_on_open_source" | "none";

/**
 * How the open-source server says that an object is not there: `{"message": <text>}`, or the plain text `Not Found`
 * (docs/internals/api-behavior.md 3.4). Managed says it in one way for everything; `managed` is for what only managed
 * has.
 */
export type NotFoundForm = { readonly message: string } | "plain_text" | "managed";

/** One operation in terms of HTTP. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path segments below the base, not yet encoded. */
  readonly segments: readonly string[];
  readonly query?: Readonly<Record<string, number>>;
  readonly body?: JsonObject;
  readonly form: ResponseForm;
  /** Texts of the body that must not show in any message. */
  readonly secrets?: readonly string[];
  readonly signal?: AbortSignal;
  /** Used instead of every other signal, by what finishes a write after a stop. */
  readonly afterStop?: AbortSignal;
  /**
   * What the request changes, for messages: `create the dashboard "Checkout"`. Once such a request is on its way an
   * abort does not cut it off, because its response says what is there now.
   */
  readonly change?: string;
  /** Whether a 500 is reported at once: the server fails the same way again. Default: it is repeated like any fault. */
  readonly faultIsFinal?: boolean;
  /** How the server says that the object of this path is not there. Absent for requests about no single object. */
  readonly notFound?: NotFoundForm;
}

/** A good response, taken out of its envelope. */
export interface ApiResponse {
  readonly value: unknown;
  /** Fields beside the value: `meta`, `requestId`, `totalCount`. */
  readonly envelope: JsonObject;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** When the headers had arrived, on the client's clock. */
  readonly headersAt: number;
}

/** Path and query of a request below the base address. Throws a `RangeError` for an id that would name another path. */
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

/** What a response is judged by. */
export interface ResponseContext {
  readonly deployment: Deployment;
  readonly method: string;
  readonly path: string;
  readonly form: ResponseForm;
  readonly mask: SecretMask;
  readonly notFound?: NotFoundForm | undefined;
}

/** For good JSON that is not what the operation returns. Its content is not shown: it may hold secrets. */
export function unexpectedValue(request: ApiRequest, what: string): UnexpectedResponseError {
  return new UnexpectedResponseError({
    status: 200,
    method: request.method,
    path: `/${request.segments.join("/")}`,
    what,
    mayPass: true,
  });
}
