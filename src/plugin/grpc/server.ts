import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { headerBlock } from "../http2/hpack/header-block";
import type { Headers } from "../http2/hpack/header-decoder";
import { ServerConnection } from "../http2/server-connection";
import type { ServerStream, StreamListener } from "../http2/server-stream";
import { Call, type Route } from "./call";
import { type Status, StatusCode, StatusError } from "./status";

/** How the server knows its client. PEM. */
export interface MutualTls {
  readonly certificate: string;
  readonly key: string;
  /** The one certificate that a client may show. */
  readonly clientCertificate: string;
}

/** Serves calls on connections that somebody else accepts. */
export interface GrpcServer {
  take(connection: Socket): void;
}

/** What the server serves, and whom it tells of trouble. */
export interface GrpcServerOptions {
  /** Undefined: no TLS. */
  readonly tls: MutualTls | undefined;
  /** By path, such as `/plugin.GRPCController/Shutdown`; the client hears UNIMPLEMENTED of others. */
  readonly routes: ReadonlyMap<string, Route>;
  /** Hears what a route threw, unless it is a StatusError, and says how the call ends. */
  readonly failed: (path: string, thrown: unknown) => Status;
  /** Hears of connections that broke or were refused. */
  readonly lost: (error: Error) => void;
}

const unsupportedMediaType = headerBlock({ ":status": "415" });

/** Of a stream whose end nobody waits for. */
const deaf: StreamListener = { data: () => undefined, end: () => undefined, closed: () => undefined };

/**
 * A gRPC server for unary calls and streamed answers: what Terraform's plugin protocol needs
 * (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md). A whole gRPC library takes longer to load than a provider to answer.
 */
export function createGrpcServer({ tls, routes, failed, lost }: GrpcServerOptions): GrpcServer {
  const request = (stream: ServerStream, headers: Headers): StreamListener => {
    if (!headers.get("content-type")?.startsWith("application/grpc")) {
      stream.respondAndEnd(unsupportedMediaType);
      return deaf;
    }
    const path = headers.get(":path") ?? "";
    const route = routes.get(path) ?? unimplemented(path);
    return new Call(stream, headers, route, (thrown) => failed(path, thrown));
  };
  const serve = (connection: Duplex) => void new ServerConnection(connection, { request, lost });
  if (!tls) {
    return {
      take: (connection) => {
        serve(connection);
        connection.resume();
      },
    };
  }
  const server = secureServer(tls, serve, lost);
  return {
    take: (connection) => {
      connection.on("error", lost);
      server.emit("connection", connection);
    },
  };
}

function unimplemented(path: string): Route {
  return () => {
    throw new StatusError(StatusCode.unimplemented, `There is no call ${path}.`);
  };
}

function secureServer(
  { certificate, key, clientCertificate }: MutualTls,
  serve: (connection: Duplex) => void,
  lost: (error: Error) => void,
) {
  // Loaded here: without TLS, as for debugging, nobody needs it.
  const { createServer } = require("node:tls") as typeof import("node:tls");
  const server = createServer(
    {
      ALPNProtocols: ["h2"],
      cert: certificate,
      key,
      ca: clientCertificate,
      requestCert: true,
      rejectUnauthorized: true,
    },
    serve,
  );
  server.on("tlsClientError", lost);
  return server;
}
