import { ClientError } from "./client-error";

/** A write was sent, and whether it was carried out could not be found out. */
export class OutcomeUnknownError extends ClientError {
  /** When it was sent first. */
  readonly sentAt: Date;

  /**
   * @param change such as `create the dashboard "Checkout"`
   * @param reason why it is not known, in a sentence
   * @param fix what to do, in a sentence
   */
  constructor(change: string, sentAt: Date, reason: string, fix: string, cause: unknown) {
    const time = sentAt.toISOString().replace(/\.\d+Z$/, "Z");
    const lost = cause instanceof Error ? `: ${cause.message}` : ".";
    super(
      `The request to ${change} was sent at ${time} and may have been carried out. ${reason}\nFix: ${fix}\n` +
        `Its response was lost${lost}`,
      { cause },
    );
    this.sentAt = sentAt;
  }
}
