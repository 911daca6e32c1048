import { writeSync } from "node:fs";
import type { BackendParts } from "./host/backend";
import { type Handshake, handshakeLine, NotServableError, readHandshake, reattachLine } from "./host/handshake";
import { createLog, logLevelOf, Secrets } from "./host/log";
import {
  errorOf,
  exitWhenOrphaned,
  guardStdout,
  keepMemoryOutOfCores,
  logUnhandled,
  messageWithoutData,
  stopOnTermination,
} from "./host/process-life";
import { type Backend, openReception } from "./host/reception";
import type { PreparedResponses, Provider } from "./provider";

interface ServeOptions {
  /**
   * The provider's source address, such as `registry.terraform.io/hashicorp/null`: what `--debug` without a value
   * serves as.
   */
  readonly source?: string;
  /**
   * The responses to the host's first calls, made by `preparedResponsesOf` when the provider was bundled. Without them
   * the provider makes them, which it has to be loaded for.
   */
  readonly prepared?: PreparedResponses;
  /** Serves for debugging from the start, as if started with `--debug=<source>`. */
  readonly debug?: { readonly source: string };
}

/**
 * Serves a provider to the Terraform or OpenTofu that started this process, until it sends this process away. `load` is
 * called when the host first asks for something that needs the provider, so that nothing of its own start-up delays the
 * handshake; import the provider in there. Started by a person, the process says so and exits with 1; with `--debug` it
 * prints what to export instead (docs/internals/terraform-protocol.md 2).
 */
export async function serve<Session>(
  load: () => Promise<Provider<Session>>,
  options: ServeOptions = {},
): Promise<void> {
  const secrets = new Secrets();
  const log = createLog({
    level: logLevelOf(process.env),
    module: "provider",
    write: (line) => process.stderr.write(secrets.redact(line)),
  });
  try {
    const source = debugSource(options, process.argv);
    const voice = { log, secrets };
    if (source === undefined) {
      await serveHost({ load, voice, ...options }, readHandshake(process.env));
    } else {
      await serveDebugger({ load, voice }, source);
    }
  } catch (thrown) {
    process.stderr.write(`${messageWithoutData(errorOf(thrown))}\n`);
    process.exit(1);
  }
}

type Served<Session> = Omit<BackendParts<Session>, "tls" | "shutdown">;

async function serveHost<Session>(served: Served<Session>, handshake: Handshake): Promise<void> {
  // Ctrl-C reaches every process of the group; Terraform then asks politely, and a write must be able to end
  // (docs/internals/terraform-protocol.md 2).
  process.on("SIGINT", () => undefined);
  keepMemoryOutOfCores();
  const host = process.ppid;
  const { log } = served.voice;
  logUnhandled(log);
  guardStdout(log);
  const tls = mutualTls(handshake);
  const reception = await openReception(process.env, process.platform).catch((error: unknown) => {
    // The engine shows the first line of standard output, and none of standard error.
    if (error instanceof NotServableError) {
      writeSync(1, `${error.message}\n`);
    }
    throw error;
  });
  writeSync(1, handshakeLine(reception.address, tls?.der, handshake));
  const backend = backendOf({ ...served, tls, shutdown: () => process.exit(0) });
  stopOnTermination(backend.stop);
  exitWhenOrphaned(host, backend.stop);
  reception.handOver(backend);
}

async function serveDebugger<Session>(served: Served<Session>, source: string): Promise<void> {
  logUnhandled(served.voice.log);
  const reception = await openReception(process.env, process.platform);
  const backend = backendOf({ ...served, tls: undefined, shutdown: () => undefined });
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => {
      backend.close();
      process.exit(0);
    });
  }
  reception.handOver(backend);
  const line = reattachLine(source, reception.address);
  process.stderr.write(
    `Serving ${source} until Ctrl-C. In the shell that runs Terraform or OpenTofu:\n\n  ${line}\n\n`,
  );
}

/**
 * What is not needed for the handshake line is loaded here: node:http2 and TLS cost more than the rest of the start.
 */
function backendOf<Session>(parts: BackendParts<Session>): Backend {
  const { createBackend } = require("./host/backend") as typeof import("./host/backend");
  return createBackend(parts);
}

/**
 * What connections are encrypted with, and this side's certificate as the handshake line has it; undefined where the
 * host wants no TLS.
 */
function mutualTls({ clientCertificate }: Handshake) {
  if (clientCertificate === undefined) {
    return undefined;
  }
  const { makeCertificate } = require("./host/certificate") as typeof import("./host/certificate");
  const { der, certificatePem, keyPem } = makeCertificate();
  return { der, certificate: certificatePem, key: keyPem, clientCertificate };
}

function debugSource({ source, debug }: ServeOptions, args: readonly string[]): string | undefined {
  if (debug) {
    return debug.source;
  }
  const asked = args.find((arg) => arg === "--debug" || arg.startsWith("--debug="));
  if (asked === undefined) {
    return undefined;
  }
  const named = asked.slice("--debug=".length) || source;
  if (named) {
    return named;
  }
  throw new NotServableError(
    "Say which provider this is: --debug=<host>/<namespace>/<type>, such as --debug=registry.terraform.io/hashicorp/null",
  );
}
