import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/**
 * A port of this machine at which nobody listens, and nobody can begin to until it is given up: it is the own end of an
 * open connection. A port that a server has closed may be another program's a moment later.
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
