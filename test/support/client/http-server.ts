import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request that a test server received. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}

export type RequestHandler = (request: SeenRequest, response: ServerResponse, count: number) => void;

/** A real HTTP server on a free port of this machine. `count` is 1 for its first request. */
export class TestServer implements AsyncDisposable {
  readonly seen: SeenRequest[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(handle: RequestHandler): Promise<TestServer> {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const text = Buffer.concat(pieces).toString("utf8");
        const seen = {
          method: request.method ?? "",
          path: request.url ?? "",
          headers: request.headers,
          body: text === "" ? undefined : JSON.parse(text),
        };
        started.seen.push(seen);
        handle(seen, response, started.seen.length);
      });
    });
    const started = new TestServer(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return started;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Methods and paths of the requests, in their order. */
  get lines(): readonly string[] {
    return this.seen.map(({ method, path }) => `${method} ${path}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(JSON.stringify(body));
}

export function text(response: ServerResponse, status: number, body: string, type = "text/plain; charset=utf-8"): void {
  response.writeHead(status, { "content-type": type });
  response.end(body);
}

export function html(response: ServerResponse, status: number, body: string): void {
  text(response, status, `<!DOCTYPE html><html><head><title>t</title></head><body>${body}</body></html>`, "text/html");
}
