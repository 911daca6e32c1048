import type { Socket } from "node:net";
import type { Address } from "./handshake";
import { type Listener, listen } from "./listen";

/** What answers on connections, and how to end its work. */
export interface Backend {
  take(connection: Socket): void;
  /** Aborts what can be aborted and waits for the writes in flight. */
  stop(): Promise<void>;
}

/** Accepts connections from the first moment on, and keeps them waiting until there is a backend. */
export class Reception {
  readonly #waiting: Socket[] = [];
  #backend: Backend | undefined;
  #listener: Listener | undefined;

  static async open(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): Promise<Reception> {
    const reception = new Reception();
    const listener = await listen(environment, platform, (socket) => reception.#arrive(socket));
    reception.#listener = listener;
    process.once("exit", () => listener.cleanUp());
    return reception;
  }

  get address(): Address {
    if (!this.#listener) throw new Error("The reception is not open.");
    return this.#listener.address;
  }

  handOver(backend: Backend): void {
    this.#backend = backend;
    for (const socket of this.#waiting.splice(0)) backend.take(socket);
  }

  /** Accepts no more, and leaves nothing behind. */
  async close(): Promise<void> {
    await this.#listener?.close();
  }

  #arrive(socket: Socket): void {
    if (this.#backend) this.#backend.take(socket);
    else this.#waiting.push(socket);
  }
}
