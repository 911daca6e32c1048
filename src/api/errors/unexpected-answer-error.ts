import { ClientError } from "./client-error";

/** Something answered, but not this API: a page instead of JSON, a redirect, a result that is missing. */
export class UnexpectedAnswerError extends ClientError {
  readonly status: number;
  readonly method: string;
  readonly path: string;
  /** Whether a later try may be answered by the API: a page or a redirect says that the address is another one. */
  readonly mayPass: boolean;
  /** First 120 characters of the answer's text, markup removed, credentials masked. */
  readonly excerpt: string;

  constructor(fields: {
    status: number;
    method: string;
    path: string;
    what: string;
    excerpt: string;
    mayPass: boolean;
    hint?: string;
  }) {
    const excerpt = fields.excerpt === "" ? "" : `: ${fields.excerpt}`;
    const hint = fields.hint === undefined ? "" : `\n${fields.hint}`;
    super(`${fields.method} ${fields.path} answered ${fields.status} with ${fields.what}${excerpt}${hint}`);
    this.status = fields.status;
    this.method = fields.method;
    this.path = fields.path;
    this.excerpt = fields.excerpt;
    this.mayPass = fields.mayPass;
  }
}
