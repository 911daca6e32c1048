import { appendFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
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
  /** Variables that let an engine use this provider. */
  readonly reattachment: Readonly<Record<string, string>>;

  constructor(
    private readonly folder: string,
    private readonly variables: Readonly<Record<string, string>>,
  ) {
    const socket = join(folder, "provider.sock");
    this.#server.listen(socket);
    const line = formatReattachment(SOURCE, { network: "unix", text: socket });
    const [, value = ""] = /='(.*)'$/.exec(line) ?? [];
    this.reattachment = { TF_REATTACH_PROVIDERS: value };
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
    connection.once("close", () => {
      // An engine shuts down only a process that it started.
      backend.close();
      return backend.stop();
    });
    backend.take(connection);
  }
}
