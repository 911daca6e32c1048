import type { Dispatcher } from "undici";
import type { Clock } from "./clock";
import {
  connectionError,
  type ExtraCertificates,
  extraCertificates,
  openDispatcher,
  proxyFor,
  proxyHost,
} from "./connections";
import { InsecureEndpointError } from "./errors";
import { ExchangeFailure, exchange, type RawResponse, type WireRequest } from "./http-exchange";
import { isLoopback, type Timeouts } from "./settings";

const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 10_000, headersMs: 90_000, bodyMs: 60_000, totalMs: 300_000 };

interface HttpLinkSettings {
  readonly endpoint: string;
  readonly allowInsecureHttp: boolean;
  readonly timeouts: Partial<Timeouts> | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}

/** The connections to one server. Opened with the first request. */
export class HttpLink {
  readonly origin: string;
  /** Path of the base address, without trailing slash. */
  readonly prefix: string;
  readonly #endpoint: URL;
  readonly #settings: HttpLinkSettings;
  readonly #certificates: ExtraCertificates;
  #dispatcher: Promise<Dispatcher> | undefined;

  constructor(settings: HttpLinkSettings) {
    this.#settings = settings;
    this.#endpoint = new URL(settings.endpoint);
    this.origin = this.#endpoint.origin;
    this.prefix = this.#endpoint.pathname.replace(/\/+$/, "");
    this.#certificates = extraCertificates(settings.environment);
  }

  /** Throws before any request when credentials would cross a network in clear text. */
  assertSafe(): void {
    const { protocol, hostname, host } = this.#endpoint;
    if (protocol !== "https:" && !isLoopback(hostname) && !this.#settings.allowInsecureHttp) {
      throw new InsecureEndpointError(host);
    }
  }

  /** One exchange. Throws a `ConnectionError` when no whole response comes, or the signal's reason. */
  async send(request: WireRequest, announce: (head: Omit<RawResponse, "text">) => void): Promise<RawResponse> {
    this.assertSafe();
    const { environment, clock } = this.#settings;
    const timeouts = { ...DEFAULT_TIMEOUTS, ...this.#settings.timeouts };
    this.#dispatcher ??= openDispatcher({
      endpoint: this.#endpoint,
      timeouts,
      certificates: this.#certificates,
      environment,
    });
    try {
      const { origin } = this;
      const { totalMs } = timeouts;
      return await exchange({ dispatcher: await this.#dispatcher, origin, clock, totalMs }, request, announce);
    } catch (error) {
      if (error instanceof ExchangeFailure) {
        const proxy = proxyHost(proxyFor(this.#endpoint, environment));
        throw connectionError(error, this.#endpoint.host, { certificate: this.#certificates.hint, proxy });
      }
      throw error;
    }
  }

  async close(): Promise<void> {
    const dispatcher = await this.#dispatcher?.catch(() => undefined);
    await dispatcher?.destroy();
  }
}
