import type { RefusedPart } from "./response-text";

/** Base class of the client's errors. Aborts are thrown as the signal's reason. No message contains a credential. */
export abstract class ClientError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** Returns an error of the client as the result of a `catch`. Throws any other error. */
export function clientErrorOf(error: unknown): ClientError {
  if (error instanceof ClientError) {
    return error;
  }
  throw error;
}

/**
 * Kind of a refusal. `not_found`: the object was deleted. `route_missing`: the server does not serve this path, which
 * proves nothing about the object (docs/internals/api-behavior.md 3.4).
 */
type ApiErrorKind =
  | "invalid_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "route_missing"
  | "conflict"
  | "rate_limited"
  | "server_error"
  | "other";

/** Refusal by the server. */
export class ApiError extends ClientError {
  readonly kind!: ApiErrorKind;
  readonly status!: number;
  readonly method!: string;
  readonly path!: string;
  /** Text of the server, with credentials masked and the code word removed. */
  readonly text!: string;
  /** Code word before the colon in managed errors, such as `BAD_REQUEST`. */
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  /** The server's `path: text` parts; empty if it names no path. */
  readonly findings: readonly RefusedPart[] = [];
  /** Fix that is added to the message. */
  readonly hint?: string | undefined;
  /** True for a 404 that may come from a gateway. The list must show whether the object was deleted. */
  readonly mayBeGone: boolean = false;

  constructor(fields: ApiErrorFields, options?: ErrorOptions) {
    const summary = summarize(fields);
    super(fields.hint === undefined ? summary : `${asSentence(summary)}\n${fields.hint}`, options);
    Object.assign(this, fields);
  }

  /** The message without the hint. */
  get summary(): string {
    return summarize(this);
  }

  /** Returns the same refusal as `not_found`, after the list has shown that the object does not exist. */
  confirmedNotFound(): ApiError {
    return new ApiError({ ...this, kind: "not_found", hint: undefined, mayBeGone: false }, { cause: this });
  }

  withHint(hint: string): ApiError {
    return new ApiError({ ...this, hint });
  }
}

export type ApiErrorFields = Pick<ApiError, "kind" | "status" | "method" | "path" | "text"> &
  Partial<Pick<ApiError, "code" | "requestId" | "findings" | "hint" | "mayBeGone">>;

/** Adds a period to a text that another sentence follows, unless it has one. */
export function asSentence(text: string): string {
  return /[.!?…]$/.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`;
}

function summarize(fields: ApiErrorFields): string {
  const reason = fields.text === "" ? "the server gave no reason" : fields.text;
  const request = fields.requestId === undefined ? "" : ` (request ${fields.requestId})`;
  return `${fields.method} ${fields.path} returned ${fields.status}: ${reason}${request}`;
}

/** A request without a response. */
export class ConnectionError extends ClientError {
  /** Host and port of the request. */
  readonly host!: string;
  /** Code of the failure, such as `ECONNREFUSED` or `UND_ERR_HEADERS_TIMEOUT`. */
  readonly code!: string;
  /** `never`: no connection was opened, so the server saw nothing. `perhaps`: the server may have acted. */
  readonly reached!: "never" | "perhaps";
  /** True if a further try cannot help, such as after a refused certificate. */
  readonly lasting!: boolean;

  /** @param fix instruction for the user, in a sentence */
  constructor({
    reason,
    fix,
    cause,
    ...fields
  }: Pick<ConnectionError, "host" | "code" | "reached" | "lasting"> & {
    reason: string;
    fix?: string;
    cause?: unknown;
  }) {
    const help = fix === undefined ? "" : `.\nFix: ${fix}`;
    super(`No response from ${fields.host}: ${reason} (${fields.code})${help}`, { cause });
    Object.assign(this, fields);
  }
}

/** A response that does not come from this API: a page instead of JSON, a redirect, a missing result. */
export class UnexpectedResponseError extends ClientError {
  readonly status!: number;
  readonly method!: string;
  readonly path!: string;
  /** True if a further try may reach the API. False for a page or a redirect, because the address is wrong. */
  readonly mayPass!: boolean;

  /** @param what must quote no part of the body, because a body may contain secrets */
  constructor({
    what,
    hint,
    ...fields
  }: Pick<UnexpectedResponseError, "status" | "method" | "path" | "mayPass"> & { what: string; hint?: string }) {
    super(`${fields.method} ${fields.path} returned ${fields.status} with ${what}${hint ? `.\n${hint}` : ""}`);
    Object.assign(this, fields);
  }
}

/** An object that exists and cannot be read, such as one that a newer server returns in another form. */
export class UnreadableObjectError extends UnexpectedResponseError {}

/** A write that was sent and whose outcome could not be determined. */
export class OutcomeUnknownError extends ClientError {
  /**
   * @param change such as `create the dashboard "Checkout"`
   * @param sentAt time of the first try
   * @param reason why the outcome is unknown, in a sentence
   * @param fix instruction for the user, in a sentence
   */
  constructor(
    change: string,
    readonly sentAt: Date,
    reason: string,
    fix: string,
    cause: unknown,
  ) {
    const time = sentAt.toISOString().replace(/\.\d+Z$/, "Z");
    const lost = cause instanceof Error ? `: ${cause.message}` : ".";
    super(
      `The request to ${change} was sent at ${time} and may have been carried out. ${reason}\nFix: ${fix}\n` +
        `Its response was lost${lost}`,
      { cause },
    );
  }
}

/** A create whose response was lost, with several matching objects. Some of them may belong to another client. */
export class AmbiguousCreateError extends ClientError {
  /** @param candidates ids of the objects that match */
  constructor(
    plural: string,
    readonly candidates: readonly string[],
    cause: unknown,
  ) {
    super(
      `The response to a create was lost, and several new ${plural} match it: ${candidates.join(", ")}. ` +
        "Fix: delete all but one and import that one, or delete them all and apply again.",
      { cause },
    );
  }
}

/** Maximum number of names in one message. */
const MAX_LISTED = 8;

/** Returns the first names of a list, and the number of the others. */
export function listed(names: readonly string[], max = MAX_LISTED, separator = ", "): string {
  const more = names.length > max ? ` and ${names.length - max} more` : "";
  return `${names.slice(0, max).join(separator)}${more}`;
}

/** The list has fewer objects than announced, or unreadable objects. So a missing object may exist. */
export class IncompleteListError extends ClientError {
  /**
   * @param id the object that is missing. Undefined if the whole list is required.
   * @param unreadable name and defect of each object that cannot be read
   */
  constructor(
    plural: string,
    id?: string,
    readonly unreadable: readonly string[] = [],
  ) {
    const named = listed(unreadable, MAX_LISTED, "; ");
    const reason = named === "" ? `it holds more ${plural} than it shows` : named;
    super(
      id === undefined
        ? `The server returned an incomplete list of ${plural}: ${reason}.`
        : `The server returned an incomplete list of the ${plural}, without ${id}${named && `: ${reason}`}. ` +
            "The API does not show whether the object was deleted.",
    );
  }
}

/** Credentials would be sent in clear text over a network. No request was sent. */
export class InsecureEndpointError extends ClientError {
  constructor(host: string) {
    super(
      `Refusing to send credentials to ${host} over plain http, where others can read them. ` +
        "Fix: use an https address, or set allow_insecure_http where the network is trusted.",
    );
  }
}

/** Maximum wait of a request for the server's rate limit. A longer wait fails at once. */
export const MAX_WAIT_MS = 5 * 60_000;

/** A wait that users are warned about: longer than any window of either server (docs/internals/api-behavior.md 0). */
export const LONG_WAIT_MS = 75_000;

/** Returns the length of a wait and its end: `60 minutes (until 2026-09-01T12:00:00Z)`. */
export function waitText(ms: number, now: number = Date.now()): string {
  const seconds = Math.round(ms / 1000);
  const length = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  const until = new Date(now + ms);
  if (Number.isNaN(until.getTime())) {
    return length;
  }
  return `${length} (until ${until.toISOString().replace(/\.\d+Z$/, "Z")})`;
}

/** Fix for a wait that is too long. */
export const LONG_WAIT_FIX =
  "Fix: run again after that. The limit is counted per key, so all programs with the same key share it.";

/** The server's rate limit requires a wait that is too long. The request was not sent. */
export class RateLimitWaitError extends ClientError {
  /** @param waitMs time until the server admits the next request */
  constructor(readonly waitMs: number) {
    super(
      `The request was not sent: the server's rate limit admits the next one in ${waitText(waitMs)}, ` +
        `and a request waits at most ${MAX_WAIT_MS / 60_000} minutes. ${LONG_WAIT_FIX}`,
    );
  }
}

/** The deployment in use does not offer this operation, or is not configured. No request was sent. */
export class UnsupportedOperationError extends ClientError {}
