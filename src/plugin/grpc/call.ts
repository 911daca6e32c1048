import type { IncomingHttpHeaders, ServerHttp2Stream } from "node:http2";
import { timeoutMs } from "./deadline";
import { framed, RequestBuffer } from "./framing";
import { type Status, StatusCode, StatusError, trailersOf } from "./status";

/** Answers a call: with one message, or with any number of them. */
export type Route = (request: Uint8Array) => Promise<Uint8Array> | AsyncIterable<Uint8Array>;

const responseHeaders = {
  ":status": 200,
  "content-type": "application/grpc+proto",
  "grpc-accept-encoding": "identity",
} as const;

/** One call on an HTTP/2 stream, from its headers to its trailers. */
export class Call {
  readonly #stream: ServerHttp2Stream;
  #ended = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: ServerHttp2Stream) {
    this.#stream = stream;
    // The host has cancelled, or the connection is gone: there is nobody to answer.
    stream.once("close", () => this.#end());
    stream.on("error", () => this.#end());
  }

  /** Answers the request when it is complete. `failed` hears of errors that are no StatusError, and says how the call ends then. */
  serve(headers: IncomingHttpHeaders, route: Route, failed: (thrown: unknown) => Status): void {
    const request = new RequestBuffer();
    const guarded = (work: () => void) => {
      try {
        work();
      } catch (thrown) {
        this.finish(statusOf(thrown, failed));
      }
    };
    guarded(() => this.#limit(timeoutMs(header(headers, "grpc-timeout"))));
    this.#stream.on("data", (piece: Buffer) => {
      // What still comes after the end is read and dropped, so that the connection goes on.
      if (!this.#isOver) guarded(() => request.add(piece));
    });
    this.#stream.once("end", () => {
      if (!this.#isOver) guarded(() => void this.#answer(route(request.message()), failed));
    });
  }

  /** Ends the call, unless it has ended. */
  finish(status: Status): void {
    if (this.#isOver) return;
    this.#end();
    if (!this.#stream.headersSent && status.code !== StatusCode.ok) {
      this.#stream.respond({ ...responseHeaders, ...trailersOf(status) }, { endStream: true });
      this.#stream.resume();
      return;
    }
    this.#begin();
    this.#stream.once("wantTrailers", () => this.#stream.sendTrailers(trailersOf(status)));
    this.#stream.end();
  }

  async #answer(answer: ReturnType<Route>, failed: (thrown: unknown) => Status): Promise<void> {
    try {
      if (!(Symbol.asyncIterator in answer)) {
        await this.#write(await answer);
      } else {
        for await (const message of answer) {
          if (this.#isOver) return;
          await this.#write(message);
        }
      }
      this.finish({ code: StatusCode.ok });
    } catch (thrown) {
      this.finish(statusOf(thrown, failed));
    }
  }

  /** Resolves when the host can take more. */
  async #write(message: Uint8Array): Promise<void> {
    if (this.#isOver) return;
    const frame = framed(message);
    this.#begin();
    if (this.#stream.write(frame)) return;
    await new Promise<void>((resolve) => {
      const goOn = () => {
        this.#stream.off("drain", goOn).off("close", goOn);
        resolve();
      };
      this.#stream.on("drain", goOn).on("close", goOn);
    });
  }

  #begin(): void {
    if (!this.#stream.headersSent) this.#stream.respond(responseHeaders, { waitForTrailers: true });
  }

  #limit(ms: number | undefined): void {
    if (ms === undefined) return;
    this.#timer = setTimeout(() => {
      this.finish({ code: StatusCode.deadlineExceeded, message: "The host did not wait any longer." });
    }, ms);
  }

  /** A connection that breaks takes its streams away before any of them hears of it. */
  get #isOver(): boolean {
    return this.#ended || this.#stream.destroyed || this.#stream.closed;
  }

  #end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }
}

function statusOf(thrown: unknown, failed: (thrown: unknown) => Status): Status {
  return thrown instanceof StatusError ? thrown : failed(thrown);
}

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
