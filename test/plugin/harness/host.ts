import { type ChildProcess, spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  create,
  type DescService,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import { Client, credentials, type ServiceError } from "@grpc/grpc-js";
import { makeCertificate } from "../../../src/plugin/host/certificate";
import { GRPCController, GRPCStdio } from "../../../src/plugin/protocol/go_plugin_pb";
import { Provider } from "../../../src/plugin/protocol/tfplugin6_pb";

export const MAGIC_COOKIE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

type Methods = (typeof Provider)["method"];
type UnaryName = { [N in keyof Methods]: Methods[N]["methodKind"] extends "unary" ? N : never }[keyof Methods];

/** The parts of the one line that a provider writes to stdout. */
export interface HandshakeLine {
  readonly fields: readonly string[];
  readonly network: string;
  readonly address: string;
  readonly certificate: X509Certificate;
}

/** Plays Terraform: starts a provider, does the handshake with mutual TLS, and calls it. */
export class Host {
  readonly #chunks: { readonly out: string[]; readonly err: string[] } = { out: [], err: [] };
  readonly #own = makeCertificate();
  /** A killed provider cannot remove its socket. */
  readonly #sockets = mkdtempSync(join(tmpdir(), "host-"));
  readonly process: ChildProcess;
  /** The exit code, or the signal's name. */
  readonly ended: Promise<number | string>;
  #client: Client | undefined;

  /** @param program a script for Node, or a native executable */
  constructor(program: string, environment: NodeJS.ProcessEnv = {}, args: readonly string[] = []) {
    const [command, first] = program.endsWith(".js") ? [process.execPath, [program]] : [program, []];
    this.process = spawn(command, [...first, ...args], {
      env: {
        PATH: process.env.PATH,
        TF_PLUGIN_MAGIC_COOKIE: MAGIC_COOKIE,
        PLUGIN_PROTOCOL_VERSIONS: "5,6",
        PLUGIN_CLIENT_CERT: this.#own.certificatePem,
        PLUGIN_UNIX_SOCKET_DIR: this.#sockets,
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.process.stdout?.on("data", (chunk) => this.#chunks.out.push(String(chunk)));
    this.process.stderr?.on("data", (chunk) => this.#chunks.err.push(String(chunk)));
    this.ended = new Promise((resolve) =>
      this.process.once("close", (code, signal) => resolve(code ?? String(signal))),
    );
  }

  get stdout(): string {
    return this.#chunks.out.join("");
  }

  get stderr(): string {
    return this.#chunks.err.join("");
  }

  /** The log entries written so far. */
  get logged(): readonly Readonly<Record<string, unknown>>[] {
    const lines = this.stderr.split("\n").filter((line) => line.startsWith("{"));
    return lines.map((line) => JSON.parse(line));
  }

  /** The handshake line, as soon as it is there. */
  async handshake(): Promise<HandshakeLine> {
    const early = this.ended.then((code) =>
      Promise.reject(new Error(`no handshake, ended with ${code}: ${this.stderr}`)),
    );
    early.catch(() => undefined);
    while (!this.stdout.includes("\n")) await Promise.race([once(this.process.stdout, "data"), early]);
    const fields = this.stdout.split("\n", 1).join().split("|");
    const [, , network = "", address = "", , certificate = ""] = fields;
    return { fields, network, address, certificate: new X509Certificate(Buffer.from(certificate, "base64")) };
  }

  /** Waits until the provider has logged that message. */
  async loggedMessage(message: string): Promise<void> {
    while (!this.logged.some((entry) => entry["@message"] === message)) await once(this.process.stderr, "data");
  }

  /** The value of TF_REATTACH_PROVIDERS that a debugged provider prints. */
  async reattach(): Promise<string> {
    for (;;) {
      const [, value] = /TF_REATTACH_PROVIDERS='(.*)'/.exec(this.stderr) ?? [];
      if (value !== undefined) return value;
      await once(this.process.stderr, "data");
    }
  }

  /** Connects with this host's certificate, or with another one, or with none. */
  async connect(
    shown: { readonly keyPem: string; readonly certificatePem: string } | "none" | "own" = "own",
  ): Promise<this> {
    const { network, address, certificate } = await this.handshake();
    const pair = shown === "own" ? this.#own : shown === "none" ? undefined : shown;
    const root = Buffer.from(certificate.toString());
    const secure = pair
      ? credentials.createSsl(root, Buffer.from(pair.keyPem), Buffer.from(pair.certificatePem))
      : credentials.createSsl(root);
    this.#client?.close();
    this.#client = new Client(network === "unix" ? `unix:${address}` : address, secure, {
      "grpc.ssl_target_name_override": "localhost",
      "grpc.default_authority": "localhost",
      "grpc.max_receive_message_length": -1,
    });
    return this;
  }

  /** Calls the provider and waits for its answer. */
  call<N extends UnaryName>(
    name: N,
    request: MessageInitShape<Methods[N]["input"]>,
  ): Promise<MessageShape<Methods[N]["output"]>>;
  call(name: UnaryName, request: Record<string, unknown>): Promise<unknown> {
    return this.#unary(Provider, name, request);
  }

  /** Asks the process to end, as a host does. */
  async shutdown(): Promise<number | string> {
    await this.#unary(GRPCController, "shutdown", {}).catch(() => undefined);
    return this.ended;
  }

  /** The events of a list. */
  list(request: MessageInitShape<Methods["listResource"]["input"]>) {
    const { input, output } = Provider.method.listResource;
    const stream = this.#required.makeServerStreamRequest(
      "/tfplugin6.Provider/ListResource",
      (bytes: Uint8Array) => Buffer.from(bytes),
      (bytes) => fromBinary(output, bytes),
      toBinary(input, create(input, request)),
    );
    return stream as AsyncIterable<MessageShape<Methods["listResource"]["output"]>>;
  }

  /** The stream of the provider's output. */
  stdio() {
    return this.#required.makeServerStreamRequest(
      `/${GRPCStdio.typeName}/StreamStdio`,
      (bytes: Buffer) => bytes,
      (bytes) => bytes,
      Buffer.alloc(0),
    );
  }

  /** Ends the process whatever it does. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#client?.close();
    this.process.kill("SIGKILL");
    await this.ended;
    rmSync(this.#sockets, { recursive: true, force: true });
  }

  get #required(): Client {
    if (!this.#client) throw new Error("connect first");
    return this.#client;
  }

  #unary(service: DescService, name: string, request: Record<string, unknown>): Promise<unknown> {
    const method = service.methods.find(({ localName }) => localName === name);
    if (!method) throw new Error(`no method ${name}`);
    return new Promise((resolve, reject) => {
      this.#required.makeUnaryRequest(
        `/${service.typeName}/${method.name}`,
        (bytes: Uint8Array) => Buffer.from(bytes),
        (bytes) => fromBinary(method.output, bytes),
        toBinary(method.input, create(method.input, request)),
        (error: ServiceError | null, response) => (error ? reject(error) : resolve(response)),
      );
    });
  }
}

function once(emitter: NodeJS.EventEmitter | null, event: string): Promise<unknown> {
  return new Promise((resolve) => emitter?.once(event, resolve));
}
