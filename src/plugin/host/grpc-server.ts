import type { Socket } from "node:net";
import { create, type DescService, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  status,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { GRPCController, GRPCStdio } from "../protocol/go_plugin_pb";
import { Provider as ProviderService } from "../protocol/tfplugin6_pb";
import type { Handlers } from "../rpc/handlers";
import type { OwnCertificate } from "./certificate";
import { errorOf } from "./error-of";
import type { Log } from "./log";

/** As much as Terraform itself takes; grpc-js would stop at 4 MB. */
const mostBytes = 256 * 1024 * 1024;

/** How the server knows its host. Undefined: no TLS. */
export interface MutualTls {
  readonly own: OwnCertificate;
  /** PEM of the one certificate that a client may show. */
  readonly clientCertificate: string;
}

/** Serves calls on connections that somebody else accepts. */
export interface GrpcServer {
  take(connection: Socket): void;
}

/** A gRPC server for the provider's calls and those of go-plugin. `shutdown` is called when the host is done with this process. */
export function createGrpcServer(
  handlers: Handlers,
  tls: MutualTls | undefined,
  log: Log,
  shutdown: () => void,
): GrpcServer {
  const server = new Server({
    "grpc.max_receive_message_length": mostBytes,
    "grpc.max_send_message_length": mostBytes,
  });
  server.addService(definitionOf(ProviderService), implementation(ProviderService, handlers, log));
  server.addService(definitionOf(GRPCController), {
    shutdown: ((_, done) => {
      done(null, {});
      setImmediate(shutdown);
    }) as handleUnaryCall<unknown, unknown>,
  });
  // What the provider has to say goes to stderr, so this stream stays open and silent.
  server.addService(definitionOf(GRPCStdio), { streamStdio: () => undefined });
  const injector = server.createConnectionInjector(credentials(tls));
  return {
    take: (connection) => {
      injector.injectConnection(connection);
      // TLS begins to read by itself; HTTP/2 without it takes the connection as it comes, which is paused.
      if (!tls) connection.resume();
    },
  };
}

/** The gRPC form of a service that the protocol's files describe. */
export function definitionOf(service: DescService): ServiceDefinition {
  return Object.fromEntries(
    service.methods.map((method) => [
      method.localName,
      {
        path: `/${service.typeName}/${method.name}`,
        requestStream: method.methodKind === "client_streaming" || method.methodKind === "bidi_streaming",
        responseStream: method.methodKind === "server_streaming" || method.methodKind === "bidi_streaming",
        requestSerialize: (request) => Buffer.from(toBinary(method.input, create(method.input, request))),
        requestDeserialize: (bytes) => fromBinary(method.input, bytes),
        responseSerialize: (response) => Buffer.from(toBinary(method.output, create(method.output, response))),
        responseDeserialize: (bytes) => fromBinary(method.output, bytes),
      },
    ]),
  );
}

type AnyHandler = (request: unknown) => Promise<unknown> | AsyncIterable<unknown>;

function implementation(service: DescService, handlers: Handlers, log: Log): UntypedServiceImplementation {
  const byName: Readonly<Record<string, unknown>> = handlers;
  const present = service.methods.flatMap(({ localName, methodKind }) => {
    const handler = byName[localName];
    if (!isHandler(handler)) return [];
    return [
      [
        localName,
        methodKind === "server_streaming" ? streaming(handler, localName, log) : unary(handler, localName, log),
      ] as const,
    ];
  });
  return Object.fromEntries(present);
}

function isHandler(candidate: unknown): candidate is AnyHandler {
  return typeof candidate === "function";
}

function unary(handler: AnyHandler, name: string, log: Log): handleUnaryCall<unknown, unknown> {
  return async (call, done) => {
    try {
      done(null, await handler(call.request));
    } catch (thrown) {
      done(internal(thrown, name, log));
    }
  };
}

function streaming(handler: AnyHandler, name: string, log: Log): handleServerStreamingCall<unknown, unknown> {
  return async (call) => {
    try {
      for await (const event of handler(call.request) as AsyncIterable<unknown>) {
        if (call.cancelled) return;
        if (!call.write(event)) await new Promise((resolve) => call.once("drain", resolve).once("cancelled", resolve));
      }
      call.end();
    } catch (thrown) {
      call.destroy(internal(thrown, name, log));
    }
  };
}

/** Handlers turn their own errors into diagnostics, so whatever comes here is a defect of the runtime or a provider that did not load. */
function internal(thrown: unknown, name: string, log: Log) {
  const error = errorOf(thrown);
  log.error(`${name} failed: ${error.message}`, { stack: error.stack });
  return Object.assign(new Error(error.message), { code: status.INTERNAL, details: error.message });
}

function credentials(tls: MutualTls | undefined): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure();
  const { own, clientCertificate } = tls;
  const pair = { cert_chain: Buffer.from(own.certificatePem), private_key: Buffer.from(own.keyPem) };
  return ServerCredentials.createSsl(Buffer.from(clientCertificate), [pair], true);
}
