import { ConnectionError, ErrorCode } from "./connection-error";

/** RFC 9113, section 6. */
export const FrameType = {
  data: 0x0,
  headers: 0x1,
  priority: 0x2,
  rstStream: 0x3,
  settings: 0x4,
  pushPromise: 0x5,
  ping: 0x6,
  goaway: 0x7,
  windowUpdate: 0x8,
  continuation: 0x9,
} as const;

export const Flag = { none: 0x0, ack: 0x1, endStream: 0x1, endHeaders: 0x4, padded: 0x8, priority: 0x20 } as const;

/** What both sides take without having agreed on more: the octets of one frame's payload. */
export const FRAME_BYTES = 16_384;

const HEADER_BYTES = 9;

export interface Frame {
  /** May be one that nobody knows; such frames are ignored. */
  readonly type: number;
  readonly flags: number;
  /** 0 is the connection. */
  readonly streamId: number;
  readonly payload: Buffer;
}

/** A frame as it goes over the wire. */
export function frameBytes(type: number, flags: number, streamId: number, payload: Uint8Array): Buffer {
  const { byteLength } = payload;
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + byteLength);
  bytes[0] = byteLength >> 16;
  bytes[1] = byteLength >> 8;
  bytes[2] = byteLength;
  bytes[3] = type;
  bytes[4] = flags;
  bytes[5] = streamId >> 24;
  bytes[6] = streamId >> 16;
  bytes[7] = streamId >> 8;
  bytes[8] = streamId;
  bytes.set(payload, HEADER_BYTES);
  return bytes;
}

/** Puts frames together from the pieces in which they arrive. */
export class FrameReader {
  #rest: Buffer | undefined;

  /** Hands over the frames that are complete with this piece. Throws a ConnectionError for one that is longer than agreed. */
  read(piece: Buffer, take: (frame: Frame) => void): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, piece]) : piece;
    let offset = 0;
    while (bytes.byteLength - offset >= HEADER_BYTES) {
      const length = bytes.readUInt32BE(offset) >>> 8;
      if (length > FRAME_BYTES) throw new ConnectionError(ErrorCode.frameSize, `a frame has ${length} octets`);
      const end = offset + HEADER_BYTES + length;
      if (bytes.byteLength < end) break;
      take({
        type: bytes[offset + 3] ?? 0,
        flags: bytes[offset + 4] ?? 0,
        streamId: bytes.readUInt32BE(offset + 5) & 0x7fffffff,
        payload: bytes.subarray(offset + HEADER_BYTES, end),
      });
      offset = end;
    }
    this.#rest = offset < bytes.byteLength ? bytes.subarray(offset) : undefined;
  }
}

/** The payload without its padding, and without the priority that headers may begin with. */
export function unpadded({ flags, payload }: Frame): Buffer {
  if (!(flags & Flag.padded)) return payload;
  const padding = payload[0] ?? payload.byteLength;
  if (padding >= payload.byteLength) throw new ConnectionError(ErrorCode.protocol, "a frame is all padding");
  return payload.subarray(1, payload.byteLength - padding);
}
