import { LONG_WAIT_FIX, LONGEST_WAIT_MS, waitText } from "../pacing/long-wait";
import { ClientError } from "./client-error";

/** The server admits no request for longer than anybody waits here. The request was not sent. */
export class RateLimitWaitError extends ClientError {
  /** Until the server admits the next request. */
  readonly waitMs: number;

  constructor(waitMs: number) {
    super(
      `The request was not sent: the server's rate limit admits the next one in ${waitText(waitMs)}, ` +
        `and a request waits ${LONGEST_WAIT_MS / 60_000} minutes at most. ${LONG_WAIT_FIX}`,
    );
    this.waitMs = waitMs;
  }
}
