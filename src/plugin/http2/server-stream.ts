import { ErrorCode as Code, ConnectionError, type ErrorCode } from "./connection-error";
import { Flag, FrameType } from "./frame";
import type { HeaderBlock } from "./hpack/header-block";
import { ReceiveWindow } from "./receive-window";
import { SendQueue } from "./send-queue";
import type { Sender } from "./sender";

/** Hears what the peer sends on a stream. */
export interface StreamListener {
  data(piece: Buffer): void;
  /** The peer has sent everything. */
  end(): void;
  /** The stream is over, from whichever side: nothing more is heard or said. */
  closed(): void;
}

/** One exchange: a request that comes in, and the answer to it. What is said after its end is dropped. */
export class ServerStream {
  readonly queue: SendQueue;
  readonly #sender: Sender;
  readonly #onClosed: () => void;
  #listener: StreamListener | undefined;
  #window: ReceiveWindow | undefined;
  #isClosed = false;
  #peerHasEnded = false;
  #hasEnded = false;

  /** @param onClosed hears once that the stream is over */
  constructor(id: number, sender: Sender, onClosed: () => void) {
    this.queue = new SendQueue(id, sender.initialWindow);
    this.#sender = sender;
    this.#onClosed = onClosed;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  listen(listener: StreamListener): void {
    this.#listener = listener;
  }

  /** Sends the head of the answer. */
  respond(headers: HeaderBlock): void {
    if (!this.#isClosed) this.#sender.headers(this.queue.streamId, headers, false);
  }

  /** Sends an answer that is all head. */
  respondAndEnd(headers: HeaderBlock): void {
    if (this.#isClosed) return;
    this.#sender.headers(this.queue.streamId, headers, true);
    this.#ended();
  }

  /** Sends a piece of the answer, as the peer takes it. `done` is called when it has gone, or never will. */
  write(piece: Uint8Array, done: () => void = () => undefined): void {
    if (this.#isClosed || this.#hasEnded) {
      done();
      return;
    }
    this.queue.add(piece);
    this.queue.whenSent(done);
    this.#sender.pump(this.queue);
  }

  /** Ends the answer after everything that is on its way. */
  end(trailers: HeaderBlock): void {
    if (this.#isClosed || this.#hasEnded) return;
    this.#hasEnded = true;
    this.queue.whenSent(() => {
      if (this.#isClosed) return;
      this.#sender.headers(this.queue.streamId, trailers, true);
      this.#ended();
    });
  }

  /** Ends the stream at once, in both directions. */
  reset(code: ErrorCode): void {
    if (this.#isClosed) return;
    const payload = Buffer.alloc(4);
    payload.writeUInt32BE(code);
    this.#sender.frame(FrameType.rstStream, Flag.none, this.queue.streamId, payload);
    this.close();
  }

  /** The peer sent data, which with its padding takes so much of its window. After the last nobody needs a window. */
  receive(piece: Buffer, octets: number, isLast: boolean): void {
    if (this.#peerHasEnded) throw new ConnectionError(Code.streamClosed, "data came after its end");
    if (!isLast) {
      this.#window ??= new ReceiveWindow((more) => this.#sender.widenPeer(this.queue.streamId, more));
      this.#window.use(octets);
    }
    this.#listener?.data(piece);
  }

  /** The peer sent its last. */
  receiveEnd(): void {
    if (this.#peerHasEnded || this.#isClosed) return;
    this.#peerHasEnded = true;
    this.#listener?.end();
  }

  /** The peer takes so much more. */
  widen(octets: number): void {
    this.queue.widen(octets);
    this.#sender.pump(this.queue);
  }

  /** The stream is over: by both sides' word, by a reset, or with its connection. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#sender.drop(this.queue);
    this.#onClosed();
    this.#listener?.closed();
  }

  /** A peer that still sends is told that nobody reads (RFC 9113, section 8.1). */
  #ended(): void {
    this.#hasEnded = true;
    if (this.#peerHasEnded) this.close();
    else this.reset(Code.none);
  }
}
