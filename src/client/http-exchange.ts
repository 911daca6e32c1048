import type { Dispatcher } from "undici";
import type { Clock } from "./clock";

/** Everything that waits for one signal, behind one listener: hundreds of calls share the stop signal. */
class AbortWatch {
  static readonly #watches = new WeakMap<AbortSignal, AbortWatch>();
  readonly #callbacks = new Set<{ readonly call: () => void }>();

  private constructor(private readonly signal: AbortSignal) {
    signal.addEventListener("abort", this.#run);
  }

  static of(signal: AbortSignal): AbortWatch {
    const watch = AbortWatch.#watches.get(signal) ?? new AbortWatch(signal);
    AbortWatch.#watches.set(signal, watch);
    return watch;
  }

  /** @returns takes the callback back. */
  add(call: () => void): () => void {
    const entry = { call };
    this.#callbacks.add(entry);
    return () => {
      if (this.#callbacks.delete(entry) && this.#callbacks.size === 0) this.#end();
    };
  }

  readonly #run = (): void => {
    const entries = [...this.#callbacks];
    this.#callbacks.clear();
    this.#end();
    for (const { call } of entries) call();
  };

  #end(): void {
    this.signal.removeEventListener("abort", this.#run);
    AbortWatch.#watches.delete(this.signal);
  }
}

/**
 * Calls back once when the signal aborts, at once where it has aborted already.
 * @returns takes the callback back; call it when the work is done.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (signal?.aborted) callback();
  return signal === undefined || signal.aborted ? () => undefined : AbortWatch.of(signal).add(callback);
}

/** Waits for work that others share: an abort ends the waiting, not the work. */
export function abandonable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(forget);
  });
}

/**
 * Works under a signal that aborts with the first of those given, and takes its listeners away again when the work has ended.
 * Not `AbortSignal.any`: signals that it makes stay registered with a long-lived signal.
 */
export async function withAnySignal<T>(
  signals: readonly (AbortSignal | undefined)[],
  work: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  const given = new Set(signals.filter((signal) => signal !== undefined));
  const [first] = given;
  if (first === undefined || given.size === 1) return work(first);
  const either = new AbortController();
  const forget = [...given].map((signal) => onAbort(signal, () => either.abort(signal.reason)));
  try {
    return await work(either.signal);
  } finally {
    for (const each of forget) each();
  }
}

/** What came back over HTTP. Times are the clock's. */
export interface RawResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** When the headers had arrived. */
  readonly headersAt: number;
}

/** What is sent. The path holds prefix and query already. */
export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** An abort ends it only as long as nothing of it was sent. */
  readonly finishOnceSent?: boolean;
}

/**
 * The largest body that is taken: a page of 1000 alerts with every text at its limit has about 30 MB, and the open-source server takes no
 * dashboard above 32 MiB (docs/internals/api-behavior.md 3.2, 3.6). Without a limit a response that never ends would fill the memory.
 */
export const LARGEST_BODY_MIB = 128;
const LARGEST_BODY = LARGEST_BODY_MIB * 1024 * 1024;

/** How long a response to a write is waited for after a stop: it may have been carried out, and a person waits for the end of the run. */
const AFTER_STOP_MS = 6000;

/** Why an exchange failed, and whether the server can have seen the request. */
export class ExchangeFailure {
  constructor(
    readonly error: unknown,
    readonly started: boolean,
  ) {}
}

/** What an exchange goes through, and for how long. */
interface Exchanger {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly clock: Clock;
  /** From sending to the response's end, in milliseconds of real time. */
  readonly totalMs: number;
}

/**
 * One request and its response. Redirects are responses like any other: following one would hand the credentials on.
 * Throws an `ExchangeFailure`, or the signal's reason.
 */
export function exchange(
  { dispatcher, origin, clock, totalMs }: Exchanger,
  request: WireRequest,
  announce: (head: Omit<RawResponse, "text">) => void,
): Promise<RawResponse> {
  const { signal, finishOnceSent = false } = request;
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise<RawResponse>((resolve, reject) => {
    const handler = new ExchangeHandler({ clock, totalMs, announce, signal, finishOnceSent, resolve, reject });
    const { method, path, body } = request;
    // Bodies are not decoded, so none may be encoded.
    const headers = { "accept-encoding": "identity", ...request.headers };
    try {
      dispatcher.dispatch({ origin, method, path, headers, body: body ?? null }, handler);
    } catch (error) {
      handler.onResponseError(undefined, error);
    }
  });
}

interface ExchangeParts {
  readonly clock: Clock;
  readonly totalMs: number;
  readonly announce: (head: Omit<RawResponse, "text">) => void;
  readonly signal: AbortSignal | undefined;
  readonly finishOnceSent: boolean;
  readonly resolve: (response: RawResponse) => void;
  readonly reject: (reason: unknown) => void;
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined;
  #head: Omit<RawResponse, "text"> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #length = 0;
  readonly #pieces: Buffer[] = [];
  readonly #forgetSignal: () => void;

  constructor(private readonly parts: ExchangeParts) {
    this.#forgetSignal = onAbort(parts.signal, () => this.#abort());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { signal, totalMs } = this.parts;
    if (signal?.aborted && this.#controller === undefined) {
      controller.abort(asError(signal.reason));
      return;
    }
    this.#controller = controller;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail("RESPONSE_TIMEOUT"), totalMs);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    const flat = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        Array.isArray(value) ? value.join(", ") : value,
      ]),
    );
    this.#head = { status, headers: flat, headersAt: this.parts.clock.now() };
    this.parts.announce(this.#head);
    if (Number(flat["content-length"]) > LARGEST_BODY) {
      this.#fail("RESPONSE_TOO_LARGE");
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length > LARGEST_BODY) {
      this.#fail("RESPONSE_TOO_LARGE");
      return;
    }
    this.#pieces.push(Buffer.from(piece));
  }

  onResponseEnd(): void {
    this.#done();
    if (this.#head !== undefined) {
      this.parts.resolve({ ...this.#head, text: Buffer.concat(this.#pieces).toString("utf8") });
    }
  }

  onResponseError(_controller: unknown, error: unknown): void {
    this.#done();
    this.parts.reject(new ExchangeFailure(error, this.#controller !== undefined));
  }

  #abort(): void {
    const { signal, finishOnceSent } = this.parts;
    if (!finishOnceSent || this.#controller === undefined) {
      this.#end(signal?.reason, signal?.reason);
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail("RESPONSE_TIMEOUT"), AFTER_STOP_MS);
  }

  #fail(code: string): void {
    this.#end(new ExchangeFailure({ code }, true), new Error(code));
  }

  /** Ends the exchange from this side: the connection is dropped, and what came so far is let go. */
  #end(reason: unknown, abortReason: unknown): void {
    this.#done();
    this.parts.reject(reason);
    this.#pieces.length = 0;
    this.#controller?.abort(asError(abortReason));
  }

  #done(): void {
    clearTimeout(this.#timer);
    this.#forgetSignal();
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error("aborted");
}
