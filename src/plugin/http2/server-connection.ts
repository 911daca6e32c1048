import type { Duplex } from "node:stream";
import { ConnectionError, ErrorCode } from "./connection-error";
import { Flag, type Frame, FrameReader, FrameType, unpadded } from "./frame";
import { HeaderDecoder, type Headers } from "./hpack/header-decoder";
import { ReceiveWindow } from "./receive-window";
import { Sender } from "./sender";
import { ServerStream, type StreamListener } from "./server-stream";
import { DEFAULT_WINDOW, ownSettings, RECEIVE_WINDOW, readSettings } from "./settings";

/** What a client's first octets are (RFC 9113, section 3.4). */
const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** Whoever sends longer headers means no good. */
const HEADER_BYTES = 64 * 1024;
const MOST_HEADER_FRAMES = 64;

const PRIORITY_BYTES = 5;
const PING_BYTES = 8;

/** Whom a connection tells. */
export interface ConnectionListener {
  /** A request begins. The listener hears the rest of it. */
  request(stream: ServerStream, headers: Headers): StreamListener;
  /** The connection broke, or was broken off for what the peer did. */
  lost(error: Error): void;
}

/**
 * The server's side of one HTTP/2 connection (RFC 9113), as far as gRPC needs it: no pushes, no priorities, nothing of HTTP/1.
 * Node's own took a quarter of the provider's time in a plan over 400 objects: streams, events, and several writes for each answer.
 */
export class ServerConnection {
  readonly #listener: ConnectionListener;
  readonly #sender: Sender;
  readonly #window: ReceiveWindow;
  readonly #reader = new FrameReader();
  readonly #decoder = new HeaderDecoder();
  readonly #streams = new Map<number, ServerStream>();
  #preface: Buffer | undefined = PREFACE;
  #lastStreamId = 0;
  /** Headers whose continuation has still to come. */
  #headers: { readonly streamId: number; readonly endStream: boolean; readonly pieces: Buffer[] } | undefined;
  #isOver = false;
  readonly #take = (frame: Frame) => this.#frame(frame);
  readonly #handlers: ReadonlyMap<number, (frame: Frame) => void> = new Map([
    [FrameType.data, (frame: Frame) => this.#data(frame)],
    [FrameType.headers, (frame: Frame) => this.#begin(frame)],
    [FrameType.continuation, (frame: Frame) => this.#continue(frame)],
    [FrameType.rstStream, (frame: Frame) => this.#reset(frame)],
    [FrameType.settings, (frame: Frame) => this.#settings(frame)],
    [FrameType.pushPromise, () => this.#push()],
    [FrameType.ping, (frame: Frame) => this.#ping(frame)],
    [FrameType.windowUpdate, (frame: Frame) => this.#widen(frame)],
  ]);

  constructor(socket: Duplex, listener: ConnectionListener) {
    this.#listener = listener;
    this.#sender = new Sender(socket);
    this.#window = new ReceiveWindow((octets) => this.#sender.widenPeer(0, octets));
    socket.on("data", (piece: Buffer) => this.#receive(piece));
    socket.once("close", () => this.#close());
    socket.on("error", (error) => listener.lost(error));
    this.#sender.frame(FrameType.settings, Flag.none, 0, ownSettings());
    this.#sender.widenPeer(0, RECEIVE_WINDOW - DEFAULT_WINDOW);
  }

  #receive(piece: Buffer): void {
    if (this.#isOver) return;
    try {
      this.#reader.read(this.#preface ? this.#afterPreface(piece, this.#preface) : piece, this.#take);
    } catch (thrown) {
      this.#breakOff(thrown);
    }
  }

  /** What came after the preface. */
  #afterPreface(piece: Buffer, awaited: Buffer): Buffer {
    const length = Math.min(awaited.byteLength, piece.byteLength);
    if (!piece.subarray(0, length).equals(awaited.subarray(0, length)))
      throw new ConnectionError(ErrorCode.protocol, "what came is no HTTP/2");
    this.#preface = length < awaited.byteLength ? awaited.subarray(length) : undefined;
    return piece.subarray(length);
  }

  #frame(frame: Frame): void {
    const awaited = this.#headers;
    if (awaited && (frame.type !== FrameType.continuation || frame.streamId !== awaited.streamId))
      throw new ConnectionError(ErrorCode.protocol, "headers were not continued");
    // GOAWAY says that no more requests come, and priorities are advice; of what is not known nothing is expected.
    this.#handlers.get(frame.type)?.(frame);
  }

  #data(frame: Frame): void {
    const { streamId, flags, payload } = frame;
    this.#requireBegun(streamId);
    // Also what nobody reads any more was sent, padding and all.
    this.#window.use(payload.byteLength);
    const stream = this.#streams.get(streamId);
    if (!stream) return;
    const isLast = (flags & Flag.endStream) !== 0;
    stream.receive(unpadded(frame), payload.byteLength, isLast);
    if (isLast) stream.receiveEnd();
  }

  #begin(frame: Frame): void {
    const { streamId, flags } = frame;
    if (streamId % 2 === 0) throw new ConnectionError(ErrorCode.protocol, "a request has an even number");
    const body = unpadded(frame);
    const block = flags & Flag.priority ? body.subarray(PRIORITY_BYTES) : body;
    const endStream = (flags & Flag.endStream) !== 0;
    if (flags & Flag.endHeaders) this.#request(streamId, block, endStream);
    else this.#headers = { streamId, endStream, pieces: [block] };
  }

  #continue({ flags, payload }: Frame): void {
    if (!this.#headers) throw new ConnectionError(ErrorCode.protocol, "there is nothing to continue");
    const { streamId, endStream, pieces } = this.#headers;
    pieces.push(payload);
    const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (length > HEADER_BYTES || pieces.length > MOST_HEADER_FRAMES)
      throw new ConnectionError(ErrorCode.enhanceYourCalm, "headers are too long");
    if (!(flags & Flag.endHeaders)) return;
    this.#headers = undefined;
    this.#request(streamId, Buffer.concat(pieces), endStream);
  }

  #request(id: number, block: Buffer, endStream: boolean): void {
    const headers = this.#decoder.decode(block);
    // Headers of a stream that has begun are trailers, which no call here has a use for.
    if (id > this.#lastStreamId) {
      this.#lastStreamId = id;
      const stream = new ServerStream(id, this.#sender, () => this.#streams.delete(id));
      this.#streams.set(id, stream);
      stream.listen(this.#listener.request(stream, headers));
    }
    if (endStream) this.#streams.get(id)?.receiveEnd();
  }

  #reset({ streamId, payload }: Frame): void {
    this.#requireBegun(streamId);
    if (payload.byteLength !== 4) throw new ConnectionError(ErrorCode.frameSize, "a reset is cut off");
    this.#streams.get(streamId)?.close();
  }

  #settings({ streamId, flags, payload }: Frame): void {
    if (streamId !== 0) throw new ConnectionError(ErrorCode.protocol, "SETTINGS are for one stream");
    if (flags & Flag.ack) return;
    this.#sender.frame(FrameType.settings, Flag.ack, 0, Buffer.alloc(0));
    this.#sender.apply(
      readSettings(payload),
      Array.from(this.#streams.values(), ({ queue }) => queue),
    );
  }

  #push(): never {
    throw new ConnectionError(ErrorCode.protocol, "a client cannot push");
  }

  #ping({ streamId, flags, payload }: Frame): void {
    if (streamId !== 0) throw new ConnectionError(ErrorCode.protocol, "a ping is for one stream");
    if (payload.byteLength !== PING_BYTES) throw new ConnectionError(ErrorCode.frameSize, "a ping is cut off");
    if (!(flags & Flag.ack)) this.#sender.frame(FrameType.ping, Flag.ack, 0, payload);
  }

  #widen({ streamId, payload }: Frame): void {
    if (payload.byteLength !== 4) throw new ConnectionError(ErrorCode.frameSize, "a window's update is cut off");
    const octets = payload.readUInt32BE() & 0x7fffffff;
    if (octets === 0) throw new ConnectionError(ErrorCode.protocol, "a window is widened by nothing");
    if (streamId === 0) {
      this.#sender.widen(octets);
    } else {
      this.#requireBegun(streamId);
      this.#streams.get(streamId)?.widen(octets);
    }
  }

  #requireBegun(streamId: number): void {
    if (streamId === 0 || streamId > this.#lastStreamId)
      throw new ConnectionError(ErrorCode.protocol, `there is no stream ${streamId}`);
  }

  #breakOff(thrown: unknown): void {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const code = error instanceof ConnectionError ? error.code : ErrorCode.internal;
    const payload = Buffer.alloc(8);
    payload.writeUInt32BE(this.#lastStreamId, 0);
    payload.writeUInt32BE(code, 4);
    this.#listener.lost(error);
    this.#sender.end(FrameType.goaway, payload);
    this.#close();
  }

  #close(): void {
    this.#isOver = true;
    for (const stream of [...this.#streams.values()]) stream.close();
  }
}
