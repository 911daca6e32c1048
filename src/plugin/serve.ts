import { writeSync } from "node:fs";
import type { BackendParts } from "./host/backend";
import { formatHandshake, formatReattachment, type Handshake, NotServableError, readHandshake } from "./host/handshake";
import {
  exitWhenOrphaned,
  guardStdout,
  keepMemoryOutOfCores,
  logUnhandled,
  stopOnTermination,
} from "./host/process-life";
import { type Backend, openReception } from "./host/reception";
import { createLog, errorOf, logLevelOf, removeData, Secrets } from "./log/log";
import type { PreparedResponses, Provider } from "./provider/provider";

interface ServeOptions {
  /**
   * The provider's source address, such as `registry.terraform.io/hashicorp/null`. It is the default of `--debug`
   * without a value.
   */
  readonly source?: string;
  /**
   * Responses to the host's first calls, computed by `preparedResponsesOf` when the provider was bundled. Without them,
   * the first call loads the provider.
   */
  readonly prepared?: PreparedResponses;
}

/**
 * Serves a provider to the Terraform or OpenTofu process that started this process, until that process ends it. `load`
 * is called at the first request that needs the provider, so that the provider's start-up does not delay the handshake.
 * Import the provider in `load`. If a user started the program, it prints an explanation and exits with 1. With
 * `--debug` it prints the line to export (docs/internals/terraform-protocol.md 2).
 */
export async function serve(load: () => Promise<Provider>, options: ServeOptions = {}): Promise<void> {
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
    process.stderr.write(`${removeData(errorOf(thrown))}\n`);
    process.exit(1);
  }
}

type Served = Omit<BackendParts, "tls" | "shutdown">;

async function serveHost(served: Served, handshake: Handshake): Promise<void> {
  // Ctrl-C reaches every process of the group. Terraform then asks the provider to stop, and a write must be able to
  // finish (docs/internals/terraform-protocol.md 2).
  process.on("SIGINT", () => undefined);
  keepMemoryOutOfCores();
  const host = process.ppid;
  const { log } = served.voice;
  logUnhandled(log);
  guardStdout(log);
  const tls = mutualTls(handshake);
  const reception = await openReception(process.env, process.platform).catch((error: unknown) => {
    // The engine shows the first line of standard output and nothing of standard error.
    if (error instanceof NotServableError) {
      writeSync(1, `${error.message}\n`);
    }
    throw error;
  });
  writeSync(1, formatHandshake(reception.address, tls?.der, handshake));
  const backend = backendOf({ ...served, tls, shutdown: () => process.exit(0) });
  stopOnTermination(backend);
  exitWhenOrphaned(host, backend.stop);
  reception.handOver(backend);
}

async function serveDebugger(served: Served, source: string): Promise<void> {
  logUnhandled(served.voice.log);
  const reception = await openReception(process.env, process.platform);
  const backend = backendOf({ ...served, tls: undefined, shutdown: () => undefined });
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, () => void backend.close().finally(() => process.exit(0)));
  }
  reception.handOver(backend);
  const line = formatReattachment(source, reception.address);
  process.stderr.write(
    `Serving ${source} until Ctrl-C. In the shell that runs Terraform or OpenTofu:\n\n  ${line}\n\n`,
  );
}

/** Loads modules that the handshake line does not need: node:http2 and TLS take most of the start-up time. */
function backendOf(parts: BackendParts): Backend {
  const { createBackend } = require("./host/backend") as typeof import("./host/backend");
  return createBackend(parts);
}

/** Includes this side's certificate for the handshake line. Returns undefined if the host uses no TLS. */
function mutualTls({ clientCertificate }: Handshake) {
  if (clientCertificate === undefined) {
    return undefined;
  }
  const { makeCertificate } = require("./host/certificate") as typeof import("./host/certificate");
  const { der, certificatePem, keyPem } = makeCertificate();
  return { der, certificate: certificatePem, key: keyPem, clientCertificate };
}

function debugSource({ source }: ServeOptions, args: readonly string[]): string | undefined {
  const asked = args.find((arg) => arg === "--debug" || arg.startsWith("--debug="));
  if (asked === undefined) {
    return undefined;
  }
  const named = asked.slice("--debug=".length) || source;
  if (named) {
    return named;
  }
  throw new NotServableError(
    "The provider address is missing. Fix: Use --debug=<host>/<namespace>/<type>, such as --debug=registry.terraform.io/hashicorp/null",
  );
}
