import { StatusCode, StatusError } from "./status";

/** As much as Terraform itself takes (docs/internals/terraform-protocol.md 2). */
const mostBytes = 256 * 1024 * 1024;

/** Before each message: whether it is compressed, and its length. */
const prefixBytes = 5;

/** The message as it goes over the wire. Throws a StatusError for one that no host takes. */
export function framed(message: Uint8Array): Uint8Array {
  const { byteLength } = message;
  if (byteLength > mostBytes) throw tooLong(byteLength);
  const frame = Buffer.allocUnsafe(prefixBytes + byteLength);
  frame.writeUInt8(0, 0);
  frame.writeUInt32BE(byteLength, 1);
  frame.set(message, prefixBytes);
  return frame;
}

/** Puts the one message of a request together. */
export class RequestBuffer {
  #pieces: Buffer[] = [];
  #length = 0;

  /** Throws a StatusError as soon as the message is seen to be longer than allowed. */
  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#length += piece.byteLength;
    if (this.#length - prefixBytes > mostBytes) throw tooLong(this.#length - prefixBytes);
  }

  /** The message, whose pieces are let go. Throws a StatusError for anything but one whole message as it is. */
  message(): Uint8Array {
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    const length = bytes.byteLength < prefixBytes ? undefined : bytes.readUInt32BE(1);
    if (length === undefined || bytes.byteLength !== prefixBytes + length)
      throw new StatusError(StatusCode.internal, "The request is not one whole message.");
    if (bytes[0] !== 0) throw new StatusError(StatusCode.unimplemented, "The request is compressed.");
    return bytes.subarray(prefixBytes);
  }
}

function tooLong(bytes: number): StatusError {
  return new StatusError(
    StatusCode.resourceExhausted,
    `A message of ${bytes} bytes or more is longer than the ${mostBytes} that Terraform and its providers exchange.`,
  );
}
