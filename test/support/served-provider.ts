import { appendFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { createLog, preparedResponsesOf } from "../../src/plugin";
import { createBackend } from "../../src/plugin/host/backend";
import { formatReattachment } from "../../src/plugin/host/handshake";
import { Secrets } from "../../src/plugin/log/log";
import { createConfigure, provider } from "../../src/provider/provider";

const SOURCE = "registry.terraform.io/cdk-clickstack/clickstack";

const prepared = preparedResponsesOf(provider);

/**
 * Serves the provider in this process to engines that run in a folder. Each connection has a separate provider, as if
 * the engine had started a process for it. The log is in the folder.
 */
export class ServedProvider {
  readonly #server = createServer({ pauseOnConnect: true, noDelay: true }, (connection) => this.#take(connection));
  readonly #listening = new Promise<void>((resolve) => {
    this.#server.listen({ host: "127.0.0.1", port: 0 }, resolve);
  });

  constructor(
    private readonly folder: string,
    private readonly variables: Readonly<Record<string, string>>,
  ) {}

  /** Returns the variables that let an engine use this provider. */
  async environment(): Promise<Record<string, string>> {
    await this.#listening;
    const { port } = this.#server.address() as AddressInfo;
    const line = formatReattachment(SOURCE, { network: "tcp", text: `127.0.0.1:${port}` });
    const [, value = ""] = /='(.*)'$/.exec(line) ?? [];
    return { TF_REATTACH_PROVIDERS: value };
  }

  close(): void {
    this.#server.close();
  }

  #take(connection: Socket): void {
    const configure = createConfigure({ env: { ...process.env, ...this.variables }, cwd: () => this.folder });
    const secrets = new Secrets();
    const write = (line: string) => appendFileSync(join(this.folder, "provider.log"), secrets.redact(line));
    const backend = createBackend({
      load: async () => ({ ...provider, configure }),
      prepared,
      tls: undefined,
      voice: { log: createLog({ level: "trace", module: "provider", write }), secrets },
      shutdown: () => undefined,
    });
    connection.once("close", () => backend.stop());
    backend.take(connection);
  }
}
