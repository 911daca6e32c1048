import { isUtf8 } from "node:buffer";
import type { LookupAddress } from "node:dns";
import type { Dispatcher } from "undici";
import { isLoopback, type Timeouts } from "../settings";
import { type Clock, onAbort } from "../waiting";
import { connectionError, ExchangeFailure, extraCertificates, MAX_BODY_BYTES, openDispatcher } from "./connections";
import { InsecureEndpointError } from "./errors";
import { proxyFor } from "./proxy";
import type { ApiRequest, ApiResponse } from "./request";

/** Names of the headers are in lower case. */
type ResponseHead = Pick<ApiResponse, "headers" | "headersAt"> & { readonly status: number };

/** Complete response, not yet interpreted. */
export interface RawResponse extends ResponseHead {
  /** Body without a byte order mark. */
  readonly text: string;
  /** False if `text` contains replacements for bytes that are not UTF-8. */
  readonly isUtf8?: boolean;
}

/** Request as it is sent. The path contains prefix and query. */
interface WireRequest {
  readonly method: ApiRequest["method"];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** True if an abort ends the request only before any part of it was sent. */
  readonly finishOnceSent?: boolean;
}

/**
 * Maximum wait for the response to a sent write after a stop. The response shows the result of the write, but a user
 * waits for the end of the run.
 */
const AFTER_STOP_MS = 6000;

const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 10_000, headersMs: 90_000, bodyMs: 60_000, totalMs: 300_000 };

interface HttpLinkSettings {
  readonly endpoint: string;
  readonly allowInsecureHttp: boolean;
  readonly timeouts: Partial<Timeouts> | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Addresses of the endpoint's host. Default: the addresses that the system resolves. */
  readonly addresses?: readonly LookupAddress[] | undefined;
  readonly clock: Clock;
}

/** Connections to one server, opened with the first request. */
export class HttpLink {
  readonly origin: string;
  /** Path of the base address, without trailing slash. */
  readonly prefix: string;
  readonly #endpoint: URL;
  readonly #timeouts: Timeouts;
  readonly #certificates: ReturnType<typeof extraCertificates>;
  #dispatcher: Promise<Dispatcher> | undefined;

  constructor(private readonly settings: HttpLinkSettings) {
    this.#endpoint = new URL(settings.endpoint);
    this.origin = this.#endpoint.origin;
    this.prefix = this.#endpoint.pathname.replace(/(?<!\/)\/+$/, "");
    this.#timeouts = { ...DEFAULT_TIMEOUTS, ...settings.timeouts };
    this.#certificates = extraCertificates(settings.environment);
  }

  /** Throws before any request if credentials would cross a network in clear text. */
  assertSafe(): void {
    const { protocol, hostname, host } = this.#endpoint;
    if (protocol !== "https:" && !isLoopback(hostname) && !this.settings.allowInsecureHttp) {
      throw new InsecureEndpointError(host);
    }
  }

  /**
   * Sends one request and returns its response. Redirects are not followed, because that would pass the credentials on.
   * Throws a `ConnectionError` if no complete response arrives, or the signal's reason.
   * @param announce called when the headers have arrived
   */
  async send(request: WireRequest, announce: (head: ResponseHead) => void): Promise<RawResponse> {
    this.assertSafe();
    const { environment, addresses } = this.settings;
    this.#dispatcher ??= openDispatcher({
      addresses,
      endpoint: this.#endpoint,
      timeouts: this.#timeouts,
      certificates: this.#certificates,
      environment,
    });
    try {
      const dispatcher = await this.#dispatcher;
      request.signal?.throwIfAborted();
      return await new Promise((resolve, reject) => this.#dispatch(dispatcher, request, { announce, resolve, reject }));
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) {
        throw error;
      }
      const proxy = proxyFor(this.#endpoint, environment);
      throw connectionError(error, this.#endpoint.host, { certificate: this.#certificates.hint, proxy });
    }
  }

  #dispatch(
    dispatcher: Dispatcher,
    request: WireRequest,
    outcome: Pick<Exchange, "announce" | "resolve" | "reject">,
  ): void {
    const { method, path, body } = request;
    const { clock } = this.settings;
    const handler = new ExchangeHandler({ ...request, ...outcome, clock, totalMs: this.#timeouts.totalMs });
    // Bodies are not decoded, so the server must not encode them.
    const headers = { "accept-encoding": "identity", ...request.headers };
    try {
      dispatcher.dispatch({ origin: this.origin, method, path, headers, body: body ?? null }, handler);
    } catch (error) {
      handler.onResponseError(undefined, error);
    }
  }

  async close(): Promise<void> {
    const dispatcher = await this.#dispatcher?.catch(() => undefined);
    await dispatcher?.destroy();
  }
}

interface Exchange extends Pick<WireRequest, "signal" | "finishOnceSent"> {
  readonly announce: (head: ResponseHead) => void;
  readonly resolve: (response: RawResponse) => void;
  readonly reject: (reason: unknown) => void;
  readonly clock: Clock;
  /** Maximum time from sending to the end of the response, in milliseconds of real time. */
  readonly totalMs: number;
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined;
  #head: ResponseHead | undefined;
  #timer: NodeJS.Timeout | undefined;
  #length = 0;
  readonly #pieces: Buffer[] = [];
  readonly #forgetSignal: () => void;

  constructor(private readonly parts: Exchange) {
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
    if (status < 200) {
      return;
    }
    const flat = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        Array.isArray(value) ? value.join(", ") : value,
      ]),
    );
    this.#head = { status, headers: flat, headersAt: this.parts.clock.now() };
    this.parts.announce(this.#head);
    if (Number(flat["content-length"]) > MAX_BODY_BYTES) {
      this.#fail("RESPONSE_TOO_LARGE");
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, piece: Buffer): void {
    this.#length += piece.length;
    if (this.#length > MAX_BODY_BYTES) {
      this.#fail("RESPONSE_TOO_LARGE");
      return;
    }
    this.#pieces.push(Buffer.from(piece));
  }

  onResponseEnd(): void {
    this.#done();
    if (this.#head !== undefined) {
      const bytes = Buffer.concat(this.#pieces);
      const text = bytes.toString("utf8").replace(/^\ufeff/, "");
      this.parts.resolve({ ...this.#head, text, ...(isUtf8(bytes) ? {} : { isUtf8: false }) });
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

  /** Ends the exchange from this side: drops the connection and the received data. */
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
