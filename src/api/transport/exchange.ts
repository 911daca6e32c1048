import type { Dispatcher } from "undici";
import type { Clock } from "../clock";
import type { Reply, WireRequest } from "./reply";

/** Why an exchange failed, and whether the server can have seen the request. */
export class ExchangeFailure {
  constructor(
    readonly error: unknown,
    readonly started: boolean,
  ) {}
}

/**
 * One request and its reply. Redirects are replies like any other: following one would hand the credentials on.
 * Throws an `ExchangeFailure`, or the signal's reason.
 */
export function exchange(
  dispatcher: Dispatcher,
  origin: string,
  request: WireRequest,
  clock: Clock,
  announce: (head: Omit<Reply, "text">) => void,
): Promise<Reply> {
  const { signal } = request;
  if (signal?.aborted) {
    return Promise.reject(signal.reason);
  }
  return new Promise<Reply>((resolve, reject) => {
    const handler = new ExchangeHandler(clock, announce, signal, resolve, reject);
    const { method, path, headers, body } = request;
    try {
      dispatcher.dispatch({ origin, method, path, headers: { ...headers }, body: body ?? null }, handler);
    } catch (error) {
      handler.onResponseError(undefined, error);
    }
  });
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined;
  #head: Omit<Reply, "text"> | undefined;
  readonly #pieces: Buffer[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly announce: (head: Omit<Reply, "text">) => void,
    private readonly signal: AbortSignal | undefined,
    private readonly resolve: (reply: Reply) => void,
    private readonly reject: (reason: unknown) => void,
  ) {
    signal?.addEventListener("abort", this.#abort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.signal?.aborted) {
      controller.abort(asError(this.signal.reason));
    }
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) {
      return;
    }
    const flat = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        Array.isArray(value) ? value.join(", ") : value,
      ]),
    );
    this.#head = { status, headers: flat, headersAt: this.clock.now() };
    this.announce(this.#head);
  }

  onResponseData(_controller: Dispatcher.DispatchController, piece: Buffer): void {
    this.#pieces.push(Buffer.from(piece));
  }

  onResponseEnd(): void {
    this.#done();
    if (this.#head !== undefined) {
      this.resolve({ ...this.#head, text: Buffer.concat(this.#pieces).toString("utf8") });
    }
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.#done();
    this.reject(this.signal?.aborted ? this.signal.reason : new ExchangeFailure(error, this.#controller !== undefined));
  }

  readonly #abort = (): void => {
    this.reject(this.signal?.reason);
    this.#controller?.abort(asError(this.signal?.reason));
  };

  #done(): void {
    this.signal?.removeEventListener("abort", this.#abort);
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("aborted");
}
