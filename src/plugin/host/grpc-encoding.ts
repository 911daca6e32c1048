export const StatusCode = {
  ok: 0,
  deadlineExceeded: 4,
  resourceExhausted: 8,
  unimplemented: 12,
  internal: 13,
} as const;

export interface Status {
  readonly code: (typeof StatusCode)[keyof typeof StatusCode];
  readonly message?: string;
}

/** Ends a call with the given status. */
export class StatusError extends Error {
  override readonly name = "StatusError";

  constructor(
    readonly code: Status["code"],
    message: string,
  ) {
    super(message);
  }
}

/** Clients limit the size of headers and close the connection when a header is too long. */
const MAX_STATUS_MESSAGE = 2000;

export function toTrailers({ code, message }: Status): Record<string, string> {
  return {
    "grpc-status": String(code),
    ...(message ? { "grpc-message": percentEncoded(shortened(String(message))) } : {}),
  };
}

function shortened(message: string): string {
  return message.length > MAX_STATUS_MESSAGE ? `${message.slice(0, MAX_STATUS_MESSAGE)}…` : message;
}

/** Header values must be printable ASCII. */
function percentEncoded(text: string): string {
  const encoded = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  const plain = (byte: number) => byte >= 0x20 && byte <= 0x7e && byte !== 0x25;
  return Array.from(Buffer.from(text), (byte) => (plain(byte) ? String.fromCharCode(byte) : encoded(byte))).join("");
}

/** The largest message that Terraform accepts (docs/internals/terraform-protocol.md 2). */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

/** Length of the prefix of each message: a compression flag and the length of the message. */
const PREFIX_BYTES = 5;

/** Returns the message with its prefix. Throws a StatusError if the message is larger than Terraform accepts. */
export function frameMessage(message: Uint8Array): Uint8Array {
  const { byteLength } = message;
  if (byteLength > MAX_MESSAGE_BYTES) {
    throw tooLong(byteLength);
  }
  const frame = Buffer.allocUnsafe(PREFIX_BYTES + byteLength);
  frame.writeUInt8(0, 0);
  frame.writeUInt32BE(byteLength, 1);
  frame.set(message, PREFIX_BYTES);
  return frame;
}

/** Assembles the single message of a request. */
export class RequestBuffer {
  #pieces: Buffer[] = [];
  #length = 0;

  /** Throws a StatusError as soon as the message exceeds the limit. */
  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#length += piece.byteLength;
    if (this.#length - PREFIX_BYTES > MAX_MESSAGE_BYTES) {
      throw tooLong(this.#length - PREFIX_BYTES);
    }
  }

  /**
   * Returns the message and releases its pieces. Throws a StatusError unless there is exactly one complete,
   * uncompressed message.
   */
  message(): Uint8Array {
    const [first] = this.#pieces;
    const bytes = first && this.#pieces.length === 1 ? first : Buffer.concat(this.#pieces);
    this.#pieces = [];
    const length = bytes.byteLength < PREFIX_BYTES ? undefined : bytes.readUInt32BE(1);
    if (length === undefined || bytes.byteLength !== PREFIX_BYTES + length) {
      throw new StatusError(StatusCode.internal, "The request is not exactly one complete message.");
    }
    if (bytes[0] !== 0) {
      throw new StatusError(StatusCode.unimplemented, "The request is compressed.");
    }
    return bytes.subarray(PREFIX_BYTES);
  }
}

function tooLong(bytes: number): StatusError {
  return new StatusError(
    StatusCode.resourceExhausted,
    `A message of ${bytes} bytes or more is longer than the ${MAX_MESSAGE_BYTES} that Terraform and its providers exchange.`,
  );
}

const UNIT_MS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 };

/** Maximum delay of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Returns the milliseconds of a `grpc-timeout` header, or undefined without one. Throws a StatusError if the header is
 * invalid.
 */
export function parseTimeout(header: string | undefined): number | undefined {
  if (header === undefined) {
    return undefined;
  }
  const [, amount, unit = ""] = /^(\d{1,8})([HMSmun])$/.exec(header) ?? [];
  const ms = UNIT_MS[unit];
  if (amount === undefined || ms === undefined) {
    throw new StatusError(StatusCode.internal, `${JSON.stringify(header)} is not a valid grpc-timeout.`);
  }
  return Math.min(Number(amount) * ms, MAX_DELAY_MS);
}
