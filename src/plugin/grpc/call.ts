import { type HeaderBlock, headerBlock } from "../http2/hpack/header-block";
import type { Headers } from "../http2/hpack/header-decoder";
import type { ServerStream, StreamListener } from "../http2/server-stream";
import { timeoutMs } from "./deadline";
import { framed, RequestBuffer } from "./framing";
import { type Status, StatusCode, StatusError, trailersOf } from "./status";

/** Answers a call: with one message, or with any number of them. */
export type Route = (request: Uint8Array) => Promise<Uint8Array> | AsyncIterable<Uint8Array>;

const responseHeaders = {
  ":status": "200",
  "content-type": "application/grpc+proto",
  "grpc-accept-encoding": "identity",
} as const;

const head: HeaderBlock = headerBlock(responseHeaders);

const okTrailers: HeaderBlock = headerBlock(trailersOf({ code: StatusCode.ok }));

/** One call on an HTTP/2 stream, from its headers to its trailers. */
export class Call implements StreamListener {
  readonly #stream: ServerStream;
  readonly #route: Route;
  readonly #failed: (thrown: unknown) => Status;
  readonly #request = new RequestBuffer();
  #hasBegun = false;
  #hasEnded = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param failed hears of errors that are no StatusError, and says how the call ends then */
  constructor(stream: ServerStream, headers: Headers, route: Route, failed: (thrown: unknown) => Status) {
    this.#stream = stream;
    this.#route = route;
    this.#failed = failed;
    this.#guarded(() => this.#limit(timeoutMs(headers.get("grpc-timeout"))));
  }

  data(piece: Buffer): void {
    // What still comes after the end is read and dropped, so that the connection goes on.
    if (!this.#hasEnded) this.#guarded(() => this.#request.add(piece));
  }

  end(): void {
    if (!this.#hasEnded) this.#guarded(() => void this.#answer(this.#route(this.#request.message())));
  }

  /** The host has cancelled, or the connection is gone: there is nobody to answer. */
  closed(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
  }

  async #answer(answer: ReturnType<Route>): Promise<void> {
    try {
      if (!(Symbol.asyncIterator in answer)) {
        this.#write(await answer);
      } else {
        for await (const message of answer) {
          if (this.#hasEnded) return;
          await new Promise<void>((resolve) => this.#write(message, resolve));
        }
      }
      this.#finish({ code: StatusCode.ok });
    } catch (thrown) {
      this.#finish(this.#statusOf(thrown));
    }
  }

  /** `done` is called when the host can take more, or nothing any more. */
  #write(message: Uint8Array, done?: () => void): void {
    if (this.#hasEnded) {
      done?.();
      return;
    }
    const frame = framed(message);
    this.#begin();
    this.#stream.write(frame, done);
  }

  #begin(): void {
    if (!this.#hasBegun) this.#stream.respond(head);
    this.#hasBegun = true;
  }

  /** Ends the call, unless it has ended. */
  #finish(status: Status): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    if (!this.#hasBegun && status.code !== StatusCode.ok) {
      this.#stream.respondAndEnd(headerBlock({ ...responseHeaders, ...trailersOf(status) }));
      return;
    }
    this.#begin();
    this.#stream.end(status.code === StatusCode.ok ? okTrailers : headerBlock(trailersOf(status)));
  }

  #limit(ms: number | undefined): void {
    if (ms === undefined) return;
    this.#timer = setTimeout(() => {
      this.#finish({ code: StatusCode.deadlineExceeded, message: "The host did not wait any longer." });
    }, ms);
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (thrown) {
      this.#finish(this.#statusOf(thrown));
    }
  }

  #statusOf(thrown: unknown): Status {
    if (thrown instanceof StatusError) return thrown;
    try {
      return this.#failed(thrown);
    } catch {
      // Whatever it was, the host waits for an answer.
      return { code: StatusCode.internal, message: "The call failed." };
    }
  }
}
