import { createServer } from "node:net";
import { StatusCode, StatusError } from "../../../../src/plugin/host/grpc-encoding";
import { createGrpcServer, type Route } from "../../../../src/plugin/host/grpc-server";
import { errorOf } from "../../../../src/plugin/log/log";

/**
 * A server with calls that test the runtime's gRPC. Arguments: the socket, and for TLS the certificate, the key and the
 * client's certificate as PEM. Writes a line when it listens, and a line for each event that a test waits for.
 */
const [, , socket, certificate, key, clientCertificate] = process.argv;

const say = (line: string) => process.stdout.write(`${line}\n`);

const megabyte = Buffer.alloc(1024 * 1024, 1);

let sent = 0;

const streamed =
  (messages: (request: Uint8Array) => AsyncIterable<Uint8Array>): Route =>
  async (request) =>
    messages(request);

const routes = new Map<string, Route>([
  ["/trial/Echo", async (request) => request],
  [
    "/trial/Fail",
    async () => {
      throw new Error("it is 100 % broken, für immer");
    },
  ],
  [
    "/trial/Refuse",
    async () => {
      throw new StatusError(StatusCode.resourceExhausted, "not today");
    },
  ],
  [
    "/trial/FailAtLength",
    async (request) => {
      throw new Error("ü".repeat(Number(Buffer.from(request).toString())));
    },
  ],
  [
    "/trial/FailStrangely",
    async (request) => {
      if (request.byteLength === 0) {
        throw Object.create(null);
      }
      throw Object.assign(new Error(), { message: { not: "a text" } });
    },
  ],
  ["/trial/Never", () => new Promise(() => undefined)],
  [
    "/trial/NeverToBeHeard",
    (_request, onClose) => {
      say("never begins");
      onClose(() => say("never is over"));
      return new Promise(() => undefined);
    },
  ],
  [
    "/trial/Exit",
    async (request, onClose) => {
      onClose(() => process.exit(0));
      return request;
    },
  ],
  [
    "/trial/Count",
    streamed(async function* (request) {
      for (let number = 0; number < Number(Buffer.from(request).toString()); number += 1) {
        yield Buffer.from(String(number));
      }
    }),
  ],
  [
    "/trial/CountAndFail",
    streamed(async function* () {
      yield Buffer.from("0");
      throw new Error("the end of the world");
    }),
  ],
  [
    "/trial/Megabytes",
    streamed(async function* () {
      try {
        for (;;) {
          sent += 1;
          yield megabyte;
        }
      } finally {
        say("no more megabytes");
      }
    }),
  ],
  ["/trial/Sent", async () => Buffer.from(String(sent))],
]);

/** Returns any value other than a text unchanged, because another program may have created the error. */
const words = (path: string, message: string) => (typeof message === "string" ? `${path}: ${message}` : message);

const server = createGrpcServer({
  tls: certificate && key && clientCertificate ? { certificate, key, clientCertificate } : undefined,
  routes,
  failed: (path, thrown) => ({ code: StatusCode.internal, message: words(path, errorOf(thrown).message) }),
  lost: () => say("a connection was lost"),
});

createServer({ pauseOnConnect: true }, (connection) => server.take(connection)).listen(socket, () => say("listening"));

process.once("SIGTERM", () => {
  say("terminating");
  void server.finishResponses().then(() => process.exit(0));
});
