import { ClientError } from "./client-error";
import type { Finding } from "./finding";

/**
 * What a refusal means.
 * `not_found`: the object is gone. `route_missing`: the server does not know this path, which says nothing about the object
 * (docs/internals/api-behavior.md 3.4).
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
  /** A 404 that may come from the server or from something before it: whether the object is gone has to be found out in another way. */
  readonly mayBeGone?: boolean;
}

/** The server answered and refused. */
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
  readonly #fields: ApiErrorFields;

  constructor(fields: ApiErrorFields, options?: ErrorOptions) {
    super(describe(fields), options);
    this.#fields = fields;
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
    return summarize(this.#fields);
  }

  /** The same refusal once the list has shown that the object is not there. */
  confirmedNotFound(): ApiError {
    const { hint: _, mayBeGone: __, ...fields } = this.#fields;
    return new ApiError({ ...fields, kind: "not_found" }, { cause: this });
  }

  /** The same refusal with better advice. */
  withHint(hint: string): ApiError {
    return new ApiError({ ...this.#fields, hint });
  }

  get isUnauthorized(): boolean {
    return this.kind === "unauthorized";
  }
  get isForbidden(): boolean {
    return this.kind === "forbidden";
  }
  /** The object is gone. */
  get isNotFound(): boolean {
    return this.kind === "not_found";
  }
  /** The path is not served; the object may well exist. */
  get isRouteMissing(): boolean {
    return this.kind === "route_missing";
  }
  get isConflict(): boolean {
    return this.kind === "conflict";
  }
  get isRateLimited(): boolean {
    return this.kind === "rate_limited";
  }
  get isInvalidRequest(): boolean {
    return this.kind === "invalid_request";
  }
  get isServerError(): boolean {
    return this.kind === "server_error";
  }
}

function describe(fields: ApiErrorFields): string {
  return fields.hint === undefined ? summarize(fields) : `${summarize(fields)}\n${fields.hint}`;
}

function summarize(fields: ApiErrorFields): string {
  const said = fields.text === "" ? "the server gave no reason" : fields.text;
  const request = fields.requestId === undefined ? "" : ` (request ${fields.requestId})`;
  return `${fields.method} ${fields.path} answered ${fields.status}: ${said}${request}`;
}
