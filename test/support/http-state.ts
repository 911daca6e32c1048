import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** The state of one stack over HTTP with a lock, as GitLab stores it. */
export class HttpState {
  state: string | undefined;
  /** The completed operations in their order, such as `LOCK` and `POST`. */
  readonly operations: string[] = [];
  #lock: string | undefined;
  readonly #server: Server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
    request.on("end", () => {
      const isLock = new URL(request.url ?? "", "http://localhost").pathname.endsWith("/lock");
      const [status, content] = isLock ? this.#locking(request.method, text) : this.#storing(request.method, text);
      response.statusCode = status;
      response.end(content);
    });
  });

  static async start(): Promise<HttpState> {
    const state = new HttpState();
    await new Promise<void>((resolve) => state.#server.listen(0, "127.0.0.1", resolve));
    return state;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/state`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #locking(method: string | undefined, text: string): [number, string] {
    this.operations.push(method === "POST" ? "lock" : "unlock");
    if (method === "POST" && this.#lock !== undefined) {
      return [423, this.#lock];
    }
    this.#lock = method === "POST" ? text : undefined;
    return [200, ""];
  }

  #storing(method: string | undefined, text: string): [number, string] {
    if (method !== "POST") {
      return this.state === undefined ? [404, ""] : [200, this.state];
    }
    this.operations.push("write");
    this.state = text;
    return [200, ""];
  }
}
