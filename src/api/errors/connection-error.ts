import { ClientError } from "./client-error";

/** No reply came. */
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
    cause: unknown;
  }) {
    super(`No answer from ${fields.host}: ${fields.reason} (${fields.code})`, { cause: fields.cause });
    this.host = fields.host;
    this.code = fields.code;
    this.reached = fields.reached;
    this.lasting = fields.lasting;
  }
}
