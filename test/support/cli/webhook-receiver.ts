import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Receiver of webhooks over real HTTP. */
export class WebhookReceiver {
  /** Bodies of all requests. */
  readonly received: string[] = [];
  /** The response to the next requests. */
  answer: { readonly status: number; readonly text?: string; readonly location?: string } = { status: 200, text: "ok" };
  readonly #server: Server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
    request.on("end", () => {
      this.received.push(text);
      const { status, text: content = "", location } = this.answer;
      response.writeHead(status, location === undefined ? {} : { location });
      response.end(content);
    });
  });

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  /** Address with a path that is a secret. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/services/T0AAAA1/B0BBBB2/secret-path-7712`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
