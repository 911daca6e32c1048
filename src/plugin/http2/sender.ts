import type { Duplex } from "node:stream";
import { Flag, FRAME_BYTES, FrameType, frameBytes } from "./frame";
import type { HeaderBlock } from "./hpack/header-block";
import type { SendQueue } from "./send-queue";
import { DEFAULT_WINDOW, type PeerSettings } from "./settings";
import { widened } from "./widened";

/** Says that this server's headers use no table, which a peer that keeps a small one waits for (RFC 7541, section 4.2). */
const NO_TABLE = Buffer.of(0x20);

/** Writes the frames of one connection: no more data than the peer's windows and the socket take (RFC 9113, section 5.2). */
export class Sender {
  readonly #socket: Duplex;
  /** Written together at the end of the turn: a socket, and TLS more so, costs by the write. */
  #frames: Uint8Array[] = [];
  #window = DEFAULT_WINDOW;
  #initialWindow = DEFAULT_WINDOW;
  #frameBytes = FRAME_BYTES;
  #socketIsFull = false;
  #hasSentHeaders = false;
  /** Queues with data that could not go yet. */
  readonly #held = new Set<SendQueue>();

  constructor(socket: Duplex) {
    this.#socket = socket;
    socket.on("drain", () => {
      this.#socketIsFull = false;
      this.#pumpHeld();
    });
  }

  /** The window of a new stream. */
  get initialWindow(): number {
    return this.#initialWindow;
  }

  /** Sends a frame that no window limits. */
  frame(type: number, flags: number, streamId: number, payload: Uint8Array): void {
    this.#frames.push(frameBytes(type, flags, streamId, payload));
    if (this.#frames.length === 1) queueMicrotask(() => this.#flush());
  }

  /** Sends a block of headers, in as many frames as it needs. */
  headers(streamId: number, block: HeaderBlock, endStream: boolean): void {
    const whole = this.#hasSentHeaders ? block : Buffer.concat([NO_TABLE, block]);
    this.#hasSentHeaders = true;
    const end = endStream ? Flag.endStream : Flag.none;
    for (let from = 0; from === 0 || from < whole.byteLength; from += FRAME_BYTES) {
      const isLast = from + FRAME_BYTES >= whole.byteLength;
      const flags = (from === 0 ? end : Flag.none) | (isLast ? Flag.endHeaders : Flag.none);
      const type = from === 0 ? FrameType.headers : FrameType.continuation;
      this.frame(type, flags, streamId, whole.subarray(from, from + FRAME_BYTES));
    }
  }

  /** Sends as much of a stream's data as may go now, and its trailers after the last. */
  pump(queue: SendQueue): void {
    while (!queue.isEmpty) {
      const most = Math.min(this.#window, queue.window, this.#frameBytes);
      if (most <= 0 || this.#socketIsFull) {
        this.#held.add(queue);
        return;
      }
      const piece = queue.take(most);
      this.#window -= piece.byteLength;
      this.frame(FrameType.data, Flag.none, queue.streamId, piece);
    }
    this.#held.delete(queue);
    queue.sent();
  }

  /** Whatever a stream still had to say, nobody waits for it. */
  drop(queue: SendQueue): void {
    this.#held.delete(queue);
    queue.clear();
  }

  /** Lets the peer send so much more: on a stream, or with 0 on the connection. */
  widenPeer(streamId: number, octets: number): void {
    const payload = Buffer.alloc(4);
    payload.writeUInt32BE(octets);
    this.frame(FrameType.windowUpdate, Flag.none, streamId, payload);
  }

  /** The peer takes so much more on the connection. */
  widen(octets: number): void {
    this.#window = widened(this.#window, octets);
    this.#pumpHeld();
  }

  /** The peer changed what it takes. `open` are the queues of all streams, whose windows move with it (RFC 9113, section 6.9.2). */
  apply({ initialWindow, frameBytes: largest }: PeerSettings, open: Iterable<SendQueue>): void {
    if (largest !== undefined) this.#frameBytes = largest;
    if (initialWindow === undefined) return;
    const change = initialWindow - this.#initialWindow;
    this.#initialWindow = initialWindow;
    for (const queue of open) queue.widen(change);
    this.#pumpHeld();
  }

  /** Says a last word, and closes. */
  end(type: number, payload: Uint8Array): void {
    this.frame(type, Flag.none, 0, payload);
    this.#flush();
    this.#socket.end(() => this.#socket.destroy());
  }

  #pumpHeld(): void {
    for (const queue of [...this.#held]) this.pump(queue);
  }

  #flush(): void {
    const frames = this.#frames;
    this.#frames = [];
    const [only] = frames;
    if (!only || this.#socket.destroyed || this.#socket.writableEnded) return;
    const took = this.#socket.write(frames.length === 1 ? only : Buffer.concat(frames));
    if (!took) this.#socketIsFull = true;
  }
}
