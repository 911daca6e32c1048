import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/**
 * A port of this machine on which no process can listen until it is released, because it is the local end of an open
 * connection. A port that a server has closed may belong to another program a moment later.
 */
export class RefusingPort implements AsyncDisposable {
  readonly port: number;

  private constructor(
    private readonly server: Server,
    private readonly held: Socket,
  ) {
    this.port = held.localPort ?? 0;
  }

  static async hold(): Promise<RefusingPort> {
    const server = createServer((socket) => socket.on("error", () => undefined).resume()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const held = connect((server.address() as AddressInfo).port, "127.0.0.1");
    await once(held, "connect");
    return new RefusingPort(server, held);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.held.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
