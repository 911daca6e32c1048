import type {
  Http2SecureServer,
  Http2Server,
  Http2Session,
  IncomingHttpHeaders,
  ServerHttp2Session,
  ServerHttp2Stream,
} from "node:http2";
import {
  frameMessage,
  parseTimeout,
  RequestBuffer,
  type Status,
  StatusCode,
  StatusError,
  toTrailers,
} from "./grpc-encoding";
import type { Backend } from "./reception";

/**
 * Handles one method. It responds with one message or with a stream of messages.
 * @param onClose registers a listener for the end of the call. It is called when the client has received the response or
 * has abandoned the call.
 */
export type Route = (
  request: Uint8Array,
  onClose: (listener: () => void) => void,
) => Promise<Uint8Array | AsyncIterable<Uint8Array>>;

/** Certificates of both sides, in PEM. */
export interface MutualTls {
  readonly certificate: string;
  readonly key: string;
  /** The only certificate that a client may present. */
  readonly clientCertificate: string;
}

interface GrpcServerOptions {
  /** Undefined for a connection without TLS. */
  readonly tls: MutualTls | undefined;
  /** Routes by path, such as `/plugin.GRPCController/Shutdown`. Other paths return UNIMPLEMENTED. */
  readonly routes: ReadonlyMap<string, Route>;
  /** Called with the error that a route threw, unless it is a StatusError. Returns the status of the call. */
  readonly failed: (path: string, thrown: unknown) => Status;
  /** Called for connections that failed or were refused. */
  readonly lost: (error: Error) => void;
}

/**
 * Number of bytes that a client may send before it waits for a window update. A large value means that a large state
 * needs few updates. The server always reads a message completely.
 */
const RECEIVE_WINDOW = 16 * 1024 * 1024;

const HTTP2_OPTIONS = {
  // Node limits a session to 10 MB by default, and one message may be larger. The message size is limited instead.
  maxSessionMemory: Number.MAX_SAFE_INTEGER,
  settings: { initialWindowSize: RECEIVE_WINDOW },
};

/**
 * Creates a gRPC server on node:http2 for connections that another server accepts. It supports unary calls and streamed
 * responses, which is all that Terraform's plugin protocol needs
 * (https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md). A complete gRPC library takes longer to load than a
 * provider takes to respond.
 */
export function createGrpcServer({
  tls,
  routes,
  failed,
  lost,
}: GrpcServerOptions): Pick<Backend, "take" | "finishResponses"> {
  const server = http2Server(tls);
  const sessions = new Set<ServerHttp2Session>();
  const responding = new Set<ServerHttp2Stream>();
  server.on("session", (session: ServerHttp2Session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session)).setLocalWindowSize(RECEIVE_WINDOW);
  });
  server.on("stream", (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    if (!headers["content-type"]?.startsWith("application/grpc")) {
      stream.respond({ ":status": 415 }, { endStream: true });
      return;
    }
    const path = headers[":path"] ?? "";
    const call = new Call(stream, (thrown) => failed(path, thrown), responding);
    call.serve(routes.get(path) ?? unimplemented(path), headers["grpc-timeout"]);
  });
  server.on("sessionError", lost);
  server.on("tlsClientError", lost);
  return {
    take: (connection) => {
      connection.on("error", lost);
      server.emit("connection", connection);
      // TLS starts to read by itself. A connection without TLS is still paused.
      if (!tls) {
        connection.resume();
      }
    },
    finishResponses: async () => {
      // A call whose work is done begins its response before the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      await Promise.all(Array.from(responding, (stream) => new Promise((resolve) => stream.once("close", resolve))));
      await Promise.all(Array.from(sessions, receipt));
    },
  };
}

/**
 * Resolves when the client has received what the server has sent, or has closed the connection. A stream closes before
 * its last frame is written, and an exit at that time loses the frame. So the server sends a ping, whose response
 * arrives after all earlier frames.
 */
function receipt(session: Http2Session | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (!session || session.destroyed) {
      resolve();
      return;
    }
    session.once("close", resolve).ping(() => resolve());
  });
}

function http2Server(tls: MutualTls | undefined): Http2Server | Http2SecureServer {
  // Loaded after the handshake line is written, to shorten the start.
  const { createServer, createSecureServer } = require("node:http2") as typeof import("node:http2");
  if (!tls) {
    return createServer(HTTP2_OPTIONS);
  }
  const { certificate, key, clientCertificate } = tls;
  return createSecureServer({
    ...HTTP2_OPTIONS,
    cert: certificate,
    key,
    ca: clientCertificate,
    requestCert: true,
    rejectUnauthorized: true,
  });
}

function unimplemented(path: string): Route {
  return async () => {
    throw new StatusError(StatusCode.unimplemented, `The call ${path} does not exist.`);
  };
}

const RESPONSE_HEADERS = {
  ":status": 200,
  "content-type": "application/grpc+proto",
  "grpc-accept-encoding": "identity",
};

/** One call on an HTTP/2 stream, from its headers to its trailers. */
class Call {
  readonly #stream: ServerHttp2Stream;
  readonly #failed: (thrown: unknown) => Status;
  #status: Status = { code: StatusCode.ok };
  #hasEnded = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param responding the streams of calls that have ended and whose responses are not sent completely */
  constructor(
    stream: ServerHttp2Stream,
    failed: (thrown: unknown) => Status,
    readonly responding: Set<ServerHttp2Stream>,
  ) {
    this.#stream = stream;
    this.#failed = failed;
    // The host cancelled the call or the connection was closed, so no client waits for the response.
    stream.on("close", () => {
      responding.delete(stream);
      this.#end();
    });
    stream.on("error", () => this.#end());
  }

  /** Runs the route when the request is complete. */
  serve(route: Route, timeout: string | string[] | undefined): void {
    const request = new RequestBuffer();
    this.#guarded(() => this.#limit(parseTimeout(Array.isArray(timeout) ? timeout[0] : timeout)));
    this.#stream.on("data", (piece: Buffer) => {
      // Data that arrives after the end of the call is read and dropped, so that the connection stays usable.
      if (!this.#isOver) {
        this.#guarded(() => request.add(piece));
      }
    });
    this.#stream.on("end", () => {
      if (this.#isOver) {
        return;
      }
      const { session } = this.#stream;
      const onClose = (listener: () => void) => void this.#stream.once("close", () => receipt(session).then(listener));
      this.#guarded(() => void this.#respond(route(request.message(), onClose)));
    });
  }

  async #respond(response: ReturnType<Route>): Promise<void> {
    try {
      const answer = await response;
      if (answer instanceof Uint8Array) {
        this.#finish({ code: StatusCode.ok }, frameMessage(answer));
        return;
      }
      for await (const message of answer) {
        if (this.#isOver) {
          return;
        }
        await this.#write(frameMessage(message));
      }
      this.#finish({ code: StatusCode.ok });
    } catch (thrown) {
      this.#finish(this.#statusOf(thrown));
    }
  }

  /** Resolves when the host can receive more data. */
  async #write(frame: Uint8Array): Promise<void> {
    this.#begin();
    if (this.#stream.write(frame)) {
      return;
    }
    await new Promise<void>((resolve) => {
      const resume = () => {
        this.#stream.off("drain", resume).off("close", resume);
        resolve();
      };
      this.#stream.on("drain", resume).on("close", resume);
    });
  }

  #begin(): void {
    if (this.#stream.headersSent) {
      return;
    }
    this.#stream.on("wantTrailers", () => this.#stream.sendTrailers(toTrailers(this.#status)));
    this.#stream.respond(RESPONSE_HEADERS, { waitForTrailers: true });
  }

  /** Ends the call unless it has already ended. */
  #finish(status: Status, lastFrame?: Uint8Array): void {
    if (this.#isOver) {
      return;
    }
    this.#end();
    this.responding.add(this.#stream);
    this.#status = status;
    if (!this.#stream.headersSent && status.code !== StatusCode.ok) {
      this.#stream.respond({ ...RESPONSE_HEADERS, ...toTrailers(status) }, { endStream: true });
      return;
    }
    this.#begin();
    if (lastFrame) {
      this.#stream.end(lastFrame);
    } else {
      this.#stream.end();
    }
  }

  #limit(ms: number | undefined): void {
    if (ms === undefined) {
      return;
    }
    this.#timer = setTimeout(() => {
      this.#finish({ code: StatusCode.deadlineExceeded, message: "The deadline of the host has passed." });
    }, ms);
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (thrown) {
      this.#finish(this.#statusOf(thrown));
    }
  }

  #statusOf(thrown: unknown): Status {
    if (thrown instanceof StatusError) {
      return thrown;
    }
    try {
      return this.#failed(thrown);
    } catch {
      return { code: StatusCode.internal, message: "The call failed." };
    }
  }

  /** A connection that fails destroys its streams before they emit "close". */
  get #isOver(): boolean {
    return this.#hasEnded || this.#stream.destroyed || this.#stream.closed;
  }

  #end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
  }
}
