import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** One API request that passes the proxy. */
export interface ProxiedRequest {
  /** Counts API requests from 1 since the start or the last `resetCount`. */
  readonly number: number;
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly deployment: "managed" | "open_source";
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface ProxiedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/** Handles a request. It is called before the server receives it. */
type HandleExchange = (exchange: Exchange) => Promise<void> | void;

/** Headers of a single connection, which are not passed on. */
const OF_THE_CONNECTION = ["connection", "keep-alive", "transfer-encoding", "content-length"];

/** Operations on one request for a handler. */
export class Exchange {
  /** Resolves when the caller has closed the connection or received a response. */
  readonly callerDone: Promise<void>;
  #proxied: Promise<ProxiedResponse> | undefined;

  constructor(
    readonly request: ProxiedRequest,
    private readonly response: ServerResponse,
    private readonly askServer: (request: ProxiedRequest) => Promise<ProxiedResponse>,
  ) {
    this.callerDone = new Promise((resolve) => response.once("close", resolve));
  }

  /**
   * Forwards the request to the server, and returns its response without passing it on. A second call returns the same
   * response.
   */
  forward(): Promise<ProxiedResponse> {
    this.#proxied ??= this.askServer(this.request);
    return this.#proxied;
  }

  /** Forwards the request and passes the server's response on. */
  async pass(): Promise<void> {
    this.send(await this.forward());
  }

  send({ status, headers, body }: ProxiedResponse): void {
    if (this.response.destroyed) {
      return;
    }
    this.response.writeHead(status, { ...withoutConnection(headers), "content-length": body.length });
    this.response.end(body);
  }

  /** Sends the headers for the complete response, sends half of the body, and closes the connection. */
  async sendHalf({ status, headers, body }: ProxiedResponse): Promise<void> {
    if (this.response.destroyed) {
      return;
    }
    this.response.writeHead(status, { ...withoutConnection(headers), "content-length": body.length });
    await new Promise<void>((resolve) =>
      this.response.write(body.subarray(0, Math.floor(body.length / 2)), () => resolve()),
    );
    this.response.destroy();
  }

  /** Closes the connection without a response. */
  cut(): void {
    this.response.destroy();
  }
}

/**
 * A reverse proxy for the emulator. Each API request is passed to a handler, which forwards it or plays a fault.
 * Requests of a UI user (`/ui`) are always forwarded and not counted. Use its address instead of the emulator's.
 */
export class FaultProxy {
  /** Handler of the next requests. */
  handle: HandleExchange = (exchange) => exchange.pass();
  /** Called with each response of the server, even if the response is not passed on. */
  observe: (request: ProxiedRequest, proxied: ProxiedResponse) => void = () => undefined;

  readonly #server: Server;
  /**
   * Every request has a separate connection, because a server may close a kept connection when the next request is
   * sent.
   */
  readonly #agent = new Agent({ keepAlive: false });
  readonly #target: URL;
  readonly #running = new Set<Promise<void>>();
  readonly #failures: unknown[] = [];
  readonly #sockets = new Set<Socket>();
  #count = 0;
  #port = 0;

  /** @param target base address of the emulator */
  constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((incoming, response) => this.#accept(incoming, response));
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens on a free port. Returns the base address. */
  async start(): Promise<string> {
    await this.#listen();
    return this.endpoint;
  }

  /** Refuses all connections until `reopen`. */
  async refuse(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    await closed;
  }

  /** Listens again on the same port. */
  async reopen(): Promise<void> {
    if (!this.#server.listening) {
      await this.#listen();
    }
  }

  /** The next API request has number 1. */
  resetCount(): void {
    this.#count = 0;
  }

  /** Resolves when no request is in progress on either side. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.all(this.#running);
    }
  }

  /** Stops. Throws an error of a handler. */
  async stop(): Promise<void> {
    if (this.#server.listening) {
      await this.refuse();
    }
    await this.settled();
    this.#agent.destroy();
    if (this.#failures.length > 0) {
      throw this.#failures[0];
    }
  }

  #listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(this.#port, "127.0.0.1", () => {
        this.#server.off("error", reject);
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  #accept(incoming: IncomingMessage, response: ServerResponse): void {
    const running: Promise<void> = this.#exchange(incoming, response)
      .catch((error: unknown) => {
        this.#failures.push(error);
        response.destroy();
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #exchange(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(incoming);
    if (body === undefined) {
      return;
    }
    const path = incoming.url ?? "/";
    const isApi = !path.startsWith("/ui");
    if (isApi) {
      this.#count += 1;
    }
    const exchange = new Exchange(
      {
        number: this.#count,
        method: incoming.method ?? "GET",
        path,
        deployment: path.startsWith("/v1/") ? "managed" : "open_source",
        headers: incoming.headers,
        body,
      },
      response,
      (asked) => this.#ask(asked, isApi),
    );
    await (isApi ? this.handle(exchange) : exchange.pass());
  }

  #ask(asked: ProxiedRequest, isApi: boolean): Promise<ProxiedResponse> {
    const { method, path, headers, body } = asked;
    return new Promise((resolve, reject) => {
      const outgoing = request(
        new URL(path, this.#target),
        { method, headers: { ...withoutConnection(headers), host: this.#target.host }, agent: this.#agent },
        (upstream) => {
          const pieces: Buffer[] = [];
          upstream.on("data", (piece: Buffer) => pieces.push(piece));
          upstream.on("error", reject);
          upstream.on("end", () => {
            const proxied = {
              status: upstream.statusCode ?? 0,
              headers: withoutConnection(upstream.headers),
              body: Buffer.concat(pieces),
            };
            if (isApi) {
              this.observe(asked, proxied);
            }
            resolve(proxied);
          });
        },
      );
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  }
}

/** Returns the body of a request, or undefined if the caller closed the connection before its end. */
function bodyOf(incoming: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    incoming.on("data", (piece: Buffer) => pieces.push(piece));
    incoming.on("end", () => resolve(Buffer.concat(pieces).toString("utf8")));
    incoming.on("close", () => resolve(undefined));
    incoming.on("error", () => resolve(undefined));
  });
}

function withoutConnection(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string | string[]> {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string | string[]][] => {
    if (value === undefined || OF_THE_CONNECTION.includes(name)) {
      return [];
    }
    return [[name, typeof value === "string" ? value : [...value]]];
  });
  return Object.fromEntries(kept);
}
