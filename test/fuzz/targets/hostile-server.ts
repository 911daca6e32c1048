import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HostileReply } from "../generators/replies";

/** A real HTTP server that answers the requests of a case with the responses that are given, the last of them again and again. */
export class HostileServer implements AsyncDisposable {
  readonly #server: Server;
  #replies: readonly HostileReply[] = [];
  #requests = 0;

  private constructor() {
    this.#server = createServer((request, response) => {
      request.resume().on("end", () => this.#answer(response));
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

  /** The requests since the responses were given. */
  get requests(): number {
    return this.#requests;
  }

  play(replies: readonly HostileReply[]): void {
    this.#replies = replies;
    this.#requests = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(response: ServerResponse): void {
    const reply = this.#replies[this.#requests] ?? this.#replies.at(-1);
    this.#requests += 1;
    if (!reply) {
      response.destroy();
      return;
    }
    const { status, headers, body, isCut } = reply;
    const bytes = Buffer.from(body);
    response.writeHead(status, { ...headers, "content-length": bytes.byteLength });
    if (!isCut) response.end(bytes);
    else response.write(bytes.subarray(0, bytes.byteLength / 2), () => response.destroy());
  }
}
