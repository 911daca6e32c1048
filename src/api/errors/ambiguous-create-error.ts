import { ClientError } from "./client-error";

/** The response to a create was lost, and what fits what was sent may be, as a whole or in part, somebody else's. */
export class AmbiguousCreateError extends ClientError {
  /** Ids of the objects that fit. */
  readonly candidates: readonly string[];

  constructor(plural: string, candidates: readonly string[], cause: unknown) {
    super(
      `The answer to a create was lost, and these new ${plural} fit what was sent: ${candidates.join(", ")}. ` +
        "Delete the surplus ones and adopt the remaining one, or delete them all and try again.",
      { cause },
    );
    this.candidates = candidates;
  }
}
