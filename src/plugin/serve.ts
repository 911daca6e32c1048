import { writeSync } from "node:fs";
import type { Voice } from "./host/backend";
import { errorOf } from "./host/error-of";
import type { MutualTls } from "./host/grpc-server";
import { guardStdout } from "./host/guard-stdout";
import { type Handshake, handshakeLine, NotServableError, readHandshake } from "./host/handshake";
import { createLog } from "./host/log";
import { logLevelOf } from "./host/log-level";
import { exitWhenOrphaned, keepMemoryOutOfCores, logUnhandled, stopOnTermination } from "./host/process-life";
import { reattachLine } from "./host/reattach";
import { type Backend, Reception } from "./host/reception";
import { Secrets } from "./host/secrets";
import type { Provider } from "./provider";

export interface ServeOptions {
  /** The provider's source address, such as `registry.terraform.io/hashicorp/null`: what `--debug` without a value serves as. */
  readonly source?: string;
  /** Serves for debugging from the start, as if started with `--debug=<source>`. */
  readonly debug?: { readonly source: string };
}

/**
 * Serves a provider to the Terraform or OpenTofu that started this process, until it sends this process away.
 * `load` is called after the handshake line is out, so that nothing of the provider's own start-up delays it; import the provider in there.
 * Started by a person, the process says so and exits with 1; with `--debug` it prints what to export instead (facts/terraform-protocol.md, section 2).
 */
export async function serve<Client>(load: () => Promise<Provider<Client>>, options: ServeOptions = {}): Promise<void> {
  const secrets = new Secrets();
  const log = createLog({
    level: logLevelOf(process.env),
    module: "provider",
    write: (line) => process.stderr.write(secrets.redact(line)),
  });
  try {
    const source = debugSource(options, process.argv);
    if (source === undefined) await serveHost(load, readHandshake(process.env), { log, secrets });
    else await serveDebugger(load, source, { log, secrets });
  } catch (thrown) {
    process.stderr.write(`${errorOf(thrown).message}\n`);
    process.exit(1);
  }
}

async function serveHost<Client>(
  load: () => Promise<Provider<Client>>,
  handshake: Handshake,
  voice: Voice,
): Promise<void> {
  // Ctrl-C reaches every process of the group; Terraform then asks politely, and a write must be able to end (facts/peers.md 4.2).
  process.on("SIGINT", () => undefined);
  keepMemoryOutOfCores();
  const host = process.ppid;
  logUnhandled(voice.log);
  guardStdout(voice.log);
  const tls = mutualTls(handshake);
  const reception = await Reception.open(process.env, process.platform);
  writeSync(1, handshakeLine(reception.address, tls?.own.der, handshake));
  const backend = await backendOf(load, tls, voice, () => process.exit(0));
  stopOnTermination(backend.stop);
  exitWhenOrphaned(host, backend.stop);
  reception.handOver(backend);
}

async function serveDebugger<Client>(
  load: () => Promise<Provider<Client>>,
  source: string,
  voice: Voice,
): Promise<void> {
  logUnhandled(voice.log);
  const reception = await Reception.open(process.env, process.platform);
  const backend = await backendOf(load, undefined, voice, () => undefined);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
  reception.handOver(backend);
  const line = reattachLine(source, reception.address);
  process.stderr.write(`Serving ${source} until Ctrl-C. In the shell that runs Terraform:\n\n  ${line}\n\n`);
}

/** What is not needed for the handshake line is loaded here: gRPC and protobuf cost more than the rest of the start. */
async function backendOf<Client>(
  load: () => Promise<Provider<Client>>,
  tls: MutualTls | undefined,
  voice: Voice,
  shutdown: () => void,
): Promise<Backend> {
  const { createBackend } = require("./host/backend") as typeof import("./host/backend");
  return createBackend(load, tls, voice, shutdown);
}

function mutualTls({ clientCertificate }: Handshake): MutualTls | undefined {
  if (clientCertificate === undefined) return undefined;
  const { makeCertificate } = require("./host/certificate") as typeof import("./host/certificate");
  return { own: makeCertificate(), clientCertificate };
}

function debugSource({ source, debug }: ServeOptions, args: readonly string[]): string | undefined {
  if (debug) return debug.source;
  const asked = args.find((arg) => arg === "--debug" || arg.startsWith("--debug="));
  if (asked === undefined) return undefined;
  const named = asked.slice("--debug=".length) || source;
  if (named) return named;
  throw new NotServableError(
    "Say which provider this is: --debug=<host>/<namespace>/<type>, such as --debug=registry.terraform.io/hashicorp/null",
  );
}
