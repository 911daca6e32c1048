import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HostileResponse } from "../generators/responses";

/** A real HTTP server that sends the given responses to the requests of a case. It repeats the last response. */
export class HostileServer implements AsyncDisposable {
  readonly #server: Server;
  #responses: readonly HostileResponse[] = [];
  #requests = 0;

  private constructor() {
    this.#server = createServer((request, response) => {
      request.resume().on("end", () => this.#respond(response));
    });
  }

  static async start(): Promise<HostileServer> {
    const started = new HostileServer();
    started.#server.listen(0, "127.0.0.1");
    await once(started.#server, "listening");
    return started;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The requests since the responses were set. */
  get requests(): number {
    return this.#requests;
  }

  play(responses: readonly HostileResponse[]): void {
    this.#responses = responses;
    this.#requests = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #respond(response: ServerResponse): void {
    const planned = this.#responses[this.#requests] ?? this.#responses.at(-1);
    this.#requests += 1;
    if (!planned) {
      response.destroy();
      return;
    }
    const { status, headers, body, isCut } = planned;
    const bytes = Buffer.from(body);
    response.writeHead(status, { ...headers, "content-length": bytes.byteLength });
    if (!isCut) {
      response.end(bytes);
    } else {
      response.write(bytes.subarray(0, bytes.byteLength / 2), () => response.destroy());
    }
  }
}
