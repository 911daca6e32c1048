import { connect, type Socket } from "node:net";
import { type Frame, FrameReader, frameBytes } from "../../../src/plugin/http2/frame";

export const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

/** Says to a server whatever a test wants, also what no client would. */
export class RawClient {
  readonly #socket: Socket;
  readonly #frames: Frame[] = [];
  readonly #closed: Promise<void>;
  #wake: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    const reader = new FrameReader();
    socket
      .on("error", () => undefined)
      .on("data", (piece: Buffer) => {
        reader.read(piece, (frame) => this.#frames.push(frame));
        this.#wake();
      });
    this.#closed = new Promise((resolve) =>
      socket.once("close", () => {
        resolve();
        this.#wake();
      }),
    );
  }

  /** A client that has said nothing yet. */
  static async connect(path: string): Promise<RawClient> {
    const socket = connect(path);
    await new Promise((resolve) => socket.once("connect", resolve));
    return new RawClient(socket);
  }

  /** A client whose settings the server knows. */
  static async greeted(path: string, settings = Buffer.alloc(0)): Promise<RawClient> {
    const client = await RawClient.connect(path);
    client.write(PREFACE);
    client.send(0x4, 0, 0, settings);
    await client.frame(({ type, flags }) => type === 0x4 && flags === 0x1);
    return client;
  }

  write(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  send(type: number, flags: number, streamId: number, payload: Uint8Array = Buffer.alloc(0)): void {
    this.write(frameBytes(type, flags, streamId, payload));
  }

  /** The next frame of the kind, now or when it comes. Others before it are dropped. */
  async frame(wanted: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      for (let frame = this.#frames.shift(); frame; frame = this.#frames.shift()) if (wanted(frame)) return frame;
      if (this.#socket.destroyed) throw new Error("The connection was closed before that frame.");
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Resolves when everything sent so far has been worked on, with the data that came in the meantime. */
  async settled(): Promise<number> {
    this.send(0x6, 0, 0, Buffer.alloc(8, 7));
    let octets = 0;
    await this.frame(({ type, flags, payload }) => {
      if (type === 0x0) octets += payload.byteLength;
      return type === 0x6 && flags === 0x1;
    });
    return octets;
  }

  /** The code of the server's last word, after which it has closed. */
  async brokenOff(): Promise<number> {
    const { payload } = await this.frame(({ type }) => type === 0x7);
    await this.#closed;
    return payload.readUInt32BE(4);
  }

  close(): void {
    this.#socket.destroy();
  }
}
