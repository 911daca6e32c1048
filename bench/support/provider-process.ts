import { type ChildProcess, spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { create, toBinary } from "@bufbuild/protobuf";
import { Client, credentials } from "@grpc/grpc-js";
import { makeCertificate } from "../../src/plugin/host/certificate";
import { ValidateResourceConfig_RequestSchema } from "../../test/support/plugin/protocol/tfplugin6_pb";
import { processCpuMs } from "./cpu-time";

const MAGIC_COOKIE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

const HOST_CERTIFICATE = makeCertificate();

const EMPTY_DASHBOARD = toBinary(
  ValidateResourceConfig_RequestSchema,
  create(ValidateResourceConfig_RequestSchema, {
    typeName: "clickstack_dashboard",
    config: { json: Buffer.from("{}") },
  }),
);

/** Milliseconds since the start of the process. */
export interface StartUp {
  /** Time to the handshake line. */
  readonly handshake: number;
  /** Time to the response to the first call, for the schema. */
  readonly schema: number;
  /**
   * Time to the validation of a resource's configuration, as in Terraform's second start. At that time the provider and
   * one resource type are loaded.
   */
  readonly validation: number;
  /** CPU time of the process at the schema's response, and at the end. Undefined if the system does not report it. */
  readonly schemaCpu: number | undefined;
  readonly cpu: number | undefined;
}

/**
 * Starts a provider as Terraform does, with mutual TLS. Requests its schema, lets it validate an empty dashboard, and
 * ends it.
 * @param command the executable and its arguments
 * @param socketFolder folder for the provider's socket; the caller removes the files in it
 */
export async function startProvider(command: readonly [string, ...string[]], socketFolder: string): Promise<StartUp> {
  const [executable, ...args] = command;
  const startedAt = performance.now();
  const child = spawn(executable, args, {
    env: {
      ...process.env,
      TF_PLUGIN_MAGIC_COOKIE: MAGIC_COOKIE,
      PLUGIN_PROTOCOL_VERSIONS: "5,6",
      PLUGIN_CLIENT_CERT: HOST_CERTIFICATE.certificatePem,
      PLUGIN_UNIX_SOCKET_DIR: socketFolder,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  try {
    const line = await firstLine(child);
    const handshake = performance.now() - startedAt;
    const pid = child.pid ?? 0;
    using client = connect(line);
    await client.call("GetProviderSchema", new Uint8Array());
    const schema = performance.now() - startedAt;
    const schemaCpu = processCpuMs(pid);
    await client.call("ValidateResourceConfig", EMPTY_DASHBOARD);
    return { handshake, schema, schemaCpu, validation: performance.now() - startedAt, cpu: processCpuMs(pid) };
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

/** Runs a program to its end. Returns its milliseconds. */
export function runToExit(executable: string, args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(executable, args, { stdio: "ignore" });
    child.once("error", reject);
    child.once("exit", (code) => {
      if (code === 0) {
        resolve(performance.now() - startedAt);
      } else {
        reject(new Error(`${executable} ended with ${code}.`));
      }
    });
  });
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The provider ended with ${code} before its handshake.`)));
    child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
      const end = text.indexOf("\n");
      if (end >= 0) {
        resolve(text.slice(0, end));
      }
    });
  });
}

/** Connects to the provider of the handshake line. */
function connect(handshakeLine: string): { call(name: string, request: Uint8Array): Promise<void> } & Disposable {
  const [, , , socket, , der = ""] = handshakeLine.split("|");
  const root = Buffer.from(new X509Certificate(Buffer.from(der, "base64")).toString());
  const { keyPem, certificatePem } = HOST_CERTIFICATE;
  const client = new Client(
    `unix:${socket}`,
    credentials.createSsl(root, Buffer.from(keyPem), Buffer.from(certificatePem)),
    {
      "grpc.ssl_target_name_override": "localhost",
      "grpc.default_authority": "localhost",
      "grpc.max_receive_message_length": -1,
    },
  );
  return {
    call: (name, request) =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest(
          `/tfplugin6.Provider/${name}`,
          (bytes: Uint8Array) => Buffer.from(bytes),
          (bytes) => bytes,
          request,
          (error) => (error ? reject(error) : resolve()),
        );
      }),
    [Symbol.dispose]: () => client.close(),
  };
}
