import { type ChildProcess, spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  create,
  type DescService,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
  toJsonString,
} from "@bufbuild/protobuf";
import { Client, credentials, type ServiceError } from "@grpc/grpc-js";
import { makeCertificate } from "../../../../src/plugin/host/certificate";
import { GRPCController, GRPCStdio } from "../protocol/go_plugin_pb";
import { Provider } from "../protocol/tfplugin6_pb";

export const MAGIC_COOKIE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

type Methods = (typeof Provider)["method"];
type UnaryName = { [N in keyof Methods]: Methods[N]["methodKind"] extends "unary" ? N : never }[keyof Methods];

/** Parts of the line that a provider writes to stdout. */
interface HandshakeLine {
  readonly fields: readonly string[];
  readonly network: string;
  readonly address: string;
  readonly certificate: X509Certificate;
}

/** Complete output of a provider. */
interface ProviderOutput {
  /** The exit code, or the signal's name. */
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
  /** Entries of the log, which are a part of stderr. */
  readonly logged: readonly Readonly<Record<string, unknown>>[];
}

/** Simulates Terraform: starts a provider, does the handshake with mutual TLS, and calls it. */
export class Host {
  readonly #chunks: { readonly out: string[]; readonly err: string[] } = { out: [], err: [] };
  readonly #own = makeCertificate();
  /** A killed provider cannot remove its socket. */
  readonly #sockets = mkdtempSync(join(tmpdir(), "host-"));
  readonly process: ChildProcess;
  /** Resolves with the exit code or the signal's name when the streams of the process are closed too. */
  readonly ended: Promise<number | string>;
  #isOver = false;
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
    this.process.stdout?.setEncoding("utf8").on("data", (chunk) => this.#chunks.out.push(chunk));
    this.process.stderr?.setEncoding("utf8").on("data", (chunk) => this.#chunks.err.push(chunk));
    this.ended = new Promise((resolve) =>
      this.process.once("close", (code, signal) => {
        this.#isOver = true;
        resolve(code ?? String(signal));
      }),
    );
  }

  /**
   * Waits for the end of the process, after which its output is complete. Responses and output use different channels.
   */
  async output(): Promise<ProviderOutput> {
    const code = await this.ended;
    const stderr = textOf(this.#chunks.err);
    return { code, stdout: textOf(this.#chunks.out), stderr, logged: logEntries(stderr) };
  }

  /** Returns the handshake line when it is complete. */
  async handshake(): Promise<HandshakeLine> {
    const [line] = await this.#written("out", /^.*\n/);
    const fields = line.trimEnd().split("|");
    const [, , network = "", address = "", , certificate = ""] = fields;
    return { fields, network, address, certificate: new X509Certificate(Buffer.from(certificate, "base64")) };
  }

  /** Waits until the provider has logged this message. */
  async loggedMessage(message: string): Promise<void> {
    await this.#written("err", (text) =>
      logEntries(text).some((entry) => entry["@message"] === message) ? true : undefined,
    );
  }

  /** Returns the value of TF_REATTACH_PROVIDERS that a debugged provider prints. */
  async reattach(): Promise<string> {
    const [, value = ""] = await this.#written("err", /TF_REATTACH_PROVIDERS='(.*)'/);
    return value;
  }

  /** Connects with the certificate of this host, with another certificate, or without one. */
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

  /** Calls the provider and waits for the response. */
  call<N extends UnaryName>(
    name: N,
    request: MessageInitShape<Methods[N]["input"]>,
  ): Promise<MessageShape<Methods[N]["output"]>>;
  call(name: UnaryName, request: Record<string, unknown>): Promise<unknown> {
    return this.#unary(Provider, name, request);
  }

  /**
   * Sends any bytes as a request.
   * @returns the provider's error: the error of the call, or the diagnostics
   */
  async raw(name: keyof Methods, request: Uint8Array): Promise<string> {
    const { name: method, output } = Provider.method[name];
    const bytes = (each: Uint8Array) => Buffer.from(each);
    const response = await new Promise<Buffer | ServiceError>((resolve) => {
      const path = `/${Provider.typeName}/${method}`;
      this.#required.makeUnaryRequest(path, bytes, bytes, request, (error: ServiceError | null, answer) =>
        resolve(error ?? answer ?? Buffer.alloc(0)),
      );
    });
    if (!Buffer.isBuffer(response)) {
      return response.details;
    }
    return toJsonString(output, fromBinary(output, response));
  }

  /** The resident memory of the provider's process. */
  async memoryInMegabytes(): Promise<number> {
    const status = await readFile(`/proc/${this.process.pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  }

  /** Asks the process to end, as a host does, and waits for it. */
  async shutdown(): Promise<ProviderOutput> {
    await this.#unary(GRPCController, "shutdown", {}).catch(() => undefined);
    return this.output();
  }

  /** Returns the events of a list. */
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

  /** Returns the stream of the provider's output. */
  stdio() {
    return this.#required.makeServerStreamRequest(
      `/${GRPCStdio.typeName}/StreamStdio`,
      (bytes: Buffer) => bytes,
      (bytes) => bytes,
      Buffer.alloc(0),
    );
  }

  /** Kills the process. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#client?.close();
    this.process.kill("SIGKILL");
    await this.ended;
    rmSync(this.#sockets, { recursive: true, force: true });
  }

  /** Returns the match in the text so far, or waits for it. Rejects if the process ends without it. */
  async #written(stream: "out" | "err", wanted: RegExp): Promise<RegExpExecArray>;
  async #written<T>(stream: "out" | "err", wanted: (text: string) => T | undefined): Promise<T>;
  async #written(stream: "out" | "err", wanted: RegExp | ((text: string) => unknown)): Promise<unknown> {
    const find = typeof wanted === "function" ? wanted : (text: string) => wanted.exec(text) ?? undefined;
    const source = stream === "out" ? this.process.stdout : this.process.stderr;
    for (;;) {
      const found = find(textOf(this.#chunks[stream]));
      if (found !== undefined) {
        return found;
      }
      if (this.#isOver) {
        const { code, stdout, stderr } = await this.output();
        throw new Error(`the provider ended with ${code} before that\n${stdout}\n${stderr}`);
      }
      await Promise.race([once(source, "data"), this.ended]);
    }
  }

  get #required(): Client {
    if (!this.#client) {
      throw new Error("connect first");
    }
    return this.#client;
  }

  #unary(service: DescService, name: string, request: Record<string, unknown>): Promise<unknown> {
    const method = service.methods.find(({ localName }) => localName === name);
    if (!method) {
      throw new Error(`no method ${name}`);
    }
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

function textOf(chunks: readonly string[]): string {
  return chunks.join("");
}

/** Returns the complete lines. The last one may be incomplete. */
function logEntries(text: string): readonly Readonly<Record<string, unknown>>[] {
  const lines = text.split("\n").slice(0, -1);
  return lines.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
}
