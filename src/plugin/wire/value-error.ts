import type { AttributePath } from "../diagnostics/attribute-path";

/** A value that does not fit its type, and where. The message never holds the value: it may be a secret. */
export class ValueError extends Error {
  override readonly name = "ValueError";

  constructor(
    message: string,
    readonly path: AttributePath,
  ) {
    super(message);
  }
}
