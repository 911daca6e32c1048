/** Why a connection or a stream ends early (RFC 9113, section 7). */
export const ErrorCode = {
  none: 0x0,
  protocol: 0x1,
  internal: 0x2,
  flowControl: 0x3,
  streamClosed: 0x5,
  frameSize: 0x6,
  cancel: 0x8,
  compression: 0x9,
  enhanceYourCalm: 0xb,
} as const;

export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];

/** The peer broke a rule that leaves the whole connection unusable. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";

  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }
}
