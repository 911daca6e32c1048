import {
  createSecureServer,
  createServer,
  type Http2Server,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import type { Socket } from "node:net";
import { Call, type Route } from "./call";
import { type Status, StatusCode } from "./status";

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

/** Node keeps a session to 10 MB by default, which one message may exceed. The length of a message is limited instead. */
const unlimited = { maxSessionMemory: Number.MAX_SAFE_INTEGER };

/**
 * A gRPC server on Node's own HTTP/2, for unary calls and streamed answers: what Terraform's plugin protocol needs
 * (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md). A whole gRPC library takes longer to load than a provider to answer.
 */
export function createGrpcServer({ tls, routes, failed, lost }: GrpcServerOptions): GrpcServer {
  const server = tls ? secureServer(tls) : createServer(unlimited);
  server.on("stream", (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    if (!String(headers["content-type"]).startsWith("application/grpc")) {
      stream.respond({ ":status": 415 }, { endStream: true });
      return;
    }
    const path = String(headers[":path"]);
    const route = routes.get(path);
    const call = new Call(stream);
    if (route) call.serve(headers, route, (thrown) => failed(path, thrown));
    else call.finish({ code: StatusCode.unimplemented, message: `There is no call ${path}.` });
  });
  server.on("sessionError", lost);
  server.on("tlsClientError", lost);
  return {
    take: (connection) => {
      connection.on("error", lost);
      server.emit("connection", connection);
      // TLS begins to read by itself; HTTP/2 without it takes the connection as it comes, which is paused.
      if (!tls) connection.resume();
    },
  };
}

function secureServer({ certificate, key, clientCertificate }: MutualTls): Http2Server {
  return createSecureServer({
    ...unlimited,
    cert: certificate,
    key,
    ca: clientCertificate,
    requestCert: true,
    rejectUnauthorized: true,
  });
}
