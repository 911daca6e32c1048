import { createServer as createHttpServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";

interface ProxyOptions {
  /** Port of this machine to which every request and every tunnel is forwarded. */
  readonly target: number;
  /** The only `Proxy-Authorization` that the proxy accepts. */
  readonly authorization?: string;
  /** Requires clients to use TLS for the connection to the proxy. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Status that the proxy returns to every request, instead of forwarding it. */
  readonly refusal?: number;
}

/** Forward proxy on a free port of this machine. */
export class ConnectProxy implements AsyncDisposable {
  /** Request lines with the `Proxy-Authorization` header, in order. */
  readonly seen: string[] = [];
  /** All data in the tunnels, as the proxy can read it. */
  readonly tunneled: Buffer[] = [];
  readonly #sockets = new Set<Duplex>();
  readonly #server;

  private constructor(private readonly options: ProxyOptions) {
    this.#server = options.tls ? createHttpsServer(options.tls) : createHttpServer();
    this.#server.on("request", (incoming, response) => this.#forward(incoming, response));
    this.#server.on("connect", (incoming, socket) => this.#tunnel(incoming, socket));
    this.#server.on("connection", (socket: Socket) => this.#keep(socket));
  }

  static async start(options: ProxyOptions): Promise<ConnectProxy> {
    const proxy = new ConnectProxy(options);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Returns the status with which the proxy refuses the request. Undefined if it does not refuse it. */
  #refusalOf({ method, url, headers }: IncomingMessage): number | undefined {
    const { authorization, refusal } = this.options;
    const given = headers["proxy-authorization"];
    this.seen.push(`${method} ${url} ${given ?? "-"}`);
    return authorization !== undefined && given !== authorization ? 407 : refusal;
  }

  #forward(incoming: IncomingMessage, response: ServerResponse): void {
    const refusal = this.#refusalOf(incoming);
    if (refusal !== undefined) {
      response.writeHead(refusal, { "proxy-authenticate": 'Basic realm="proxy"' }).end("refused by the proxy");
      return;
    }
    const { pathname, search } = new URL(incoming.url ?? "", "http://relative.invalid");
    const { "proxy-authorization": _, ...headers } = incoming.headers;
    const outgoing = request(
      { host: "127.0.0.1", port: this.options.target, method: incoming.method, path: pathname + search, headers },
      (received) => {
        response.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(response);
      },
    );
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  }

  #tunnel(incoming: IncomingMessage, socket: Duplex): void {
    this.#keep(socket);
    const refusal = this.#refusalOf(incoming);
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal} Refused\r\nproxy-authenticate: Basic realm="proxy"\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const upstream = connect(this.options.target, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.on("data", (piece: Buffer) => this.tunneled.push(piece));
      upstream.pipe(socket).pipe(upstream);
    });
    this.#keep(upstream);
    upstream.on("close", () => socket.destroy());
  }

  #keep(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
  }
}
