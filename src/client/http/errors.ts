import type { Finding } from "./findings";

/**
 * Root of everything this client throws itself; aborts are thrown as the signal's own reason. No message holds a
 * credential.
 */
export abstract class ClientError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/**
 * What a refusal means. `not_found`: the object is gone. `route_missing`: the server does not know this path, which
 * says nothing about the object (docs/internals/api-behavior.md 3.4).
 */
export type ApiErrorKind =
  | "invalid_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "route_missing"
  | "conflict"
  | "rate_limited"
  | "server_error"
  | "other";

export interface ApiErrorFields {
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly method: string;
  readonly path: string;
  /** The server's own text, credentials masked, code word removed. */
  readonly text: string;
  /** Code word before the colon in managed errors, such as `BAD_REQUEST`. */
  readonly code?: string;
  readonly requestId?: string;
  /** The server's `path: text` parts; empty when it names none. */
  readonly findings?: readonly Finding[];
  /** What to do about it, added to the message. */
  readonly hint?: string;
  /**
   * A 404 that may come from the server or from something before it: whether the object is gone has to be found out in
   * another way.
   */
  readonly mayBeGone?: boolean;
}

/** The server refused the request. */
export class ApiError extends ClientError {
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly method: string;
  readonly path: string;
  readonly text: string;
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  readonly findings: readonly Finding[];
  readonly hint: string | undefined;
  readonly mayBeGone: boolean;

  constructor(fields: ApiErrorFields, options?: ErrorOptions) {
    super(describe(fields), options);
    this.kind = fields.kind;
    this.status = fields.status;
    this.method = fields.method;
    this.path = fields.path;
    this.text = fields.text;
    this.code = fields.code;
    this.requestId = fields.requestId;
    this.findings = fields.findings ?? [];
    this.hint = fields.hint;
    this.mayBeGone = fields.mayBeGone ?? false;
  }

  /** The message without what to do about it. */
  get summary(): string {
    return summarize(this);
  }

  /** The same refusal once the list has shown that the object is not there. */
  confirmedNotFound(): ApiError {
    return new ApiError({ ...this, kind: "not_found", hint: undefined, mayBeGone: false }, { cause: this });
  }

  /** The same refusal with better advice. */
  withHint(hint: string): ApiError {
    return new ApiError({ ...this, hint });
  }
}

function describe(fields: ApiErrorFields): string {
  return fields.hint === undefined ? summarize(fields) : `${summarize(fields)}\n${fields.hint}`;
}

function summarize(fields: ApiErrorFields): string {
  const said = fields.text === "" ? "the server gave no reason" : fields.text;
  const request = fields.requestId === undefined ? "" : ` (request ${fields.requestId})`;
  return `${fields.method} ${fields.path} returned ${fields.status}: ${said}${request}`;
}

/** No response came. */
export class ConnectionError extends ClientError {
  /** Host and port that were asked. */
  readonly host: string;
  /** Code of the failure, such as `ECONNREFUSED` or `UND_ERR_HEADERS_TIMEOUT`. */
  readonly code: string;
  /** `never`: the connection did not come to be, so the server has seen nothing. `perhaps`: it may have acted. */
  readonly reached: "never" | "perhaps";
  /** Whether a later try can help; a refused certificate stays refused. */
  readonly lasting: boolean;

  constructor(fields: {
    host: string;
    code: string;
    reached: "never" | "perhaps";
    lasting: boolean;
    reason: string;
    /** What to do about it, in a sentence. */
    fix?: string;
    cause: unknown;
  }) {
    const fix = fields.fix === undefined ? "" : `\nFix: ${fields.fix}`;
    super(`No response from ${fields.host}: ${fields.reason} (${fields.code})${fix}`, { cause: fields.cause });
    this.host = fields.host;
    this.code = fields.code;
    this.reached = fields.reached;
    this.lasting = fields.lasting;
  }
}

/** A response that is not of this API: a page instead of JSON, a redirect, a result that is missing. */
export class UnexpectedResponseError extends ClientError {
  readonly status: number;
  readonly method: string;
  readonly path: string;
  /** Whether a later try may reach the API: a page or a redirect says that the address is another one. */
  readonly mayPass: boolean;

  /** @param fields without any part of the body: it may contain secrets, such as that of a new key */
  constructor(fields: {
    status: number;
    method: string;
    path: string;
    what: string;
    mayPass: boolean;
    hint?: string;
  }) {
    const hint = fields.hint === undefined ? "" : `\n${fields.hint}`;
    super(`${fields.method} ${fields.path} returned ${fields.status} with ${fields.what}${hint}`);
    this.status = fields.status;
    this.method = fields.method;
    this.path = fields.path;
    this.mayPass = fields.mayPass;
  }
}

/** A write was sent, and whether it was carried out could not be found out. */
export class OutcomeUnknownError extends ClientError {
  /**
   * @param change such as `create the dashboard "Checkout"`
   * @param sentAt when it was sent first
   * @param reason why it is not known, in a sentence
   * @param fix what to do, in a sentence
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

/** The response to a create was lost, and what fits what was sent may be, as a whole or in part, somebody else's. */
export class AmbiguousCreateError extends ClientError {
  /** @param candidates ids of the objects that fit */
  constructor(
    plural: string,
    readonly candidates: readonly string[],
    cause: unknown,
  ) {
    super(
      `The response to a create was lost, and these new ${plural} fit what was sent: ${candidates.join(", ")}. ` +
        "Delete the surplus ones and adopt the remaining one, or delete them all and try again.",
      { cause },
    );
  }
}

/** An object is not in a list that the server admits to be incomplete, so nobody can say whether it is gone. */
export class IncompleteListError extends ClientError {
  constructor(plural: string, id: string) {
    super(
      `The server holds more ${plural} than it shows, and ${id} is not among those it shows: ` +
        "whether it is gone or only hidden cannot be told through this API.",
    );
  }
}

/** Credentials would go in clear text over a network. No request was sent. */
export class InsecureEndpointError extends ClientError {
  constructor(host: string) {
    super(
      `Refusing to send credentials to ${host} over plain http: anybody on the way could read them. ` +
        "Use an https address, or set allow_insecure_http where the network is trusted.",
    );
  }
}

/**
 * A request is held back no longer than this for the server's rate limit. Who is asked to wait longer hears of it at
 * once.
 */
export const MAX_WAIT_MS = 5 * 60_000;

/**
 * Longer than any window of either server (docs/internals/api-behavior.md 0): a wait that somebody watching an apply
 * wonders about.
 */
export const LONG_WAIT_MS = 75_000;

/** How long a wait is, and until when: `60 minutes (until 2026-09-01T12:00:00Z)`. */
export function waitText(ms: number, now: number = Date.now()): string {
  const seconds = Math.round(ms / 1000);
  const length = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  const until = new Date(now + ms);
  if (Number.isNaN(until.getTime())) {
    return length;
  }
  return `${length} (until ${until.toISOString().replace(/\.\d+Z$/, "Z")})`;
}

/** What to do about a wait that is too long. */
export const LONG_WAIT_FIX =
  "Fix: run again after that. The limit is counted per key, so everything else that uses the same key shares it.";

/** The server admits no request for longer than anybody waits here. The request was not sent. */
export class RateLimitWaitError extends ClientError {
  /** @param waitMs until the server admits the next request */
  constructor(readonly waitMs: number) {
    super(
      `The request was not sent: the server's rate limit admits the next one in ${waitText(waitMs)}, ` +
        `and a request waits ${MAX_WAIT_MS / 60_000} minutes at most. ${LONG_WAIT_FIX}`,
    );
  }
}

/** The deployment in use does not offer this operation, or is not configured. No request was sent. */
export class UnsupportedOperationError extends ClientError {}
