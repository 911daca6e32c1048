import { type ChildProcess, spawn } from "node:child_process";
import { type ClientHttp2Session, connect as connectHttp2, constants, type Settings } from "node:http2";
import { connect as connectSocket, type Socket } from "node:net";
import { join } from "node:path";
import { Client, credentials, type ServiceError } from "@grpc/grpc-js";
import { bunExecutable } from "../../../scripts/build-native/bun";
import { makeCertificate } from "../../../src/plugin/host/certificate";
import { bundleProvider } from "../../support/null-provider/install";
import { temporaryFolder } from "./harness/bundle";

const identity = (bytes: Buffer) => bytes;
const own = makeCertificate();
const theirs = makeCertificate();
const folder = temporaryFolder();
const script = join(folder.path, "server.js");

const REQUEST_HEADERS = { ":method": "POST", ":path": "/trial/Echo", "content-type": "application/grpc" };

/** The first octets of a client, with empty settings (RFC 9113, section 3.4). */
const PREFACE = Buffer.concat([
  Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
]);

/** A running server, and the text that it wrote. */
class Server {
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;
  #text = "";

  constructor(
    runtime: string,
    readonly socket: string,
    ...pem: readonly string[]
  ) {
    this.#process = spawn(runtime, [script, socket, ...pem], { stdio: ["ignore", "pipe", "inherit"] });
    this.#ended = new Promise((resolve) => this.#process.once("close", resolve));
    this.#process.stdout?.setEncoding("utf8").on("data", (piece) => {
      this.#text += piece;
    });
  }

  async said(line: string): Promise<void> {
    while (!this.#text.includes(`${line}\n`)) {
      await new Promise((resolve) => this.#process.stdout?.once("data", resolve));
    }
  }

  terminate(): void {
    this.#process.kill("SIGTERM");
  }

  /** The exit code if the process ended by itself. */
  async ended(): Promise<unknown> {
    return this.#ended;
  }

  async end(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#ended;
  }
}

function call(client: Client, path: string, request: Buffer, deadline?: Date): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = deadline ? { deadline } : {};
    client.makeUnaryRequest(path, identity, identity, request, options, (error: ServiceError | null, response) =>
      error ? reject(error) : resolve(response ?? Buffer.alloc(0)),
    );
  });
}

/** The error code of the first GOAWAY frame that a server sends. */
async function goawayCode(socket: Socket): Promise<number | undefined> {
  let bytes = Buffer.alloc(0);
  for await (const piece of socket) {
    bytes = Buffer.concat([bytes, piece]);
    for (let end = frameEnd(bytes); end <= bytes.byteLength; end = frameEnd(bytes)) {
      if (bytes[3] === 0x7) {
        return bytes.readUInt32BE(13);
      }
      bytes = bytes.subarray(end);
    }
  }
  return undefined;
}

/** Returns the end position of the first frame. Its header of nine octets starts with the length of the payload. */
function frameEnd(bytes: Buffer): number {
  return bytes.byteLength < 9 ? Number.POSITIVE_INFINITY : 9 + bytes.readUIntBE(0, 3);
}

beforeAll(() =>
  bundleProvider(join(__dirname, "..", "..", "support", "plugin", "harness", "grpc-server-program.ts"), script),
);

afterAll(() => folder[Symbol.dispose]());

/**
 * Header table sizes of clients. Bun's server does not support a table with fewer than the default 4096 octets
 * (oven-sh/bun issue 19152). No engine requests a smaller table, because Go's HTTP/2 client keeps the default.
 */
const ANY_TABLE = [0, 1024, 4096, 8192];
const DEFAULT_TABLE_OR_MORE = [4096, 8192];

describe.each([
  ["Node", process.execPath, ANY_TABLE],
  ["bun, which native executables are made of", bunExecutable(), DEFAULT_TABLE_OR_MORE],
])("a gRPC server on %s", (name, runtime, headerTableSizes) => {
  let plain: Server;
  let secure: Server;
  let client: Client;

  beforeAll(async () => {
    plain = new Server(runtime, join(folder.path, `${name.length}-plain`));
    secure = new Server(
      runtime,
      join(folder.path, `${name.length}-secure`),
      theirs.certificatePem,
      theirs.keyPem,
      own.certificatePem,
    );
    await Promise.all([plain.said("listening"), secure.said("listening")]);
    client = secureClient(own);
  });

  afterAll(async () => {
    client.close();
    await plain.end();
    await secure.end();
  });

  const secureClient = (pair: { keyPem: string; certificatePem: string } | undefined) => {
    const root = Buffer.from(theirs.certificatePem);
    const shown = pair
      ? credentials.createSsl(root, Buffer.from(pair.keyPem), Buffer.from(pair.certificatePem))
      : credentials.createSsl(root);
    return new Client(`unix:${secure.socket}`, shown, {
      "grpc.ssl_target_name_override": "localhost",
      "grpc.default_authority": "localhost",
      "grpc.max_receive_message_length": -1,
    });
  };

  test("responds only to a client with the expected certificate", async () => {
    expect(String(await call(client, "/trial/Echo", Buffer.from("hello")))).toBe("hello");
    for (const pair of [makeCertificate(), undefined]) {
      const other = secureClient(pair);
      await expect(call(other, "/trial/Echo", Buffer.from("hello"))).rejects.toMatchObject({ code: 14 });
      other.close();
    }
    await secure.said("a connection was lost");
  });

  test("responds without TLS if no certificate is configured", async () => {
    const unsecured = new Client(`unix:${plain.socket}`, credentials.createInsecure());
    expect(String(await call(unsecured, "/trial/Echo", Buffer.from("hello")))).toBe("hello");
    unsecured.close();
  });

  test("accepts empty messages, long messages, and many messages at the same time", async () => {
    expect(await call(client, "/trial/Echo", Buffer.alloc(0))).toHaveLength(0);
    const many = Array.from({ length: 50 }, (_, index) => Buffer.alloc(100_000, index));
    const echoes = await Promise.all(many.map((each) => call(client, "/trial/Echo", each)));
    expect(echoes.every((echoed, index) => many[index]?.equals(echoed))).toBe(true);
    const long = Buffer.alloc(40 * 1024 * 1024, "x");
    expect((await call(client, "/trial/Echo", long)).equals(long)).toBe(true);
  });

  test("ends a failed call with the status and message of the error", async () => {
    await expect(call(client, "/trial/Fail", Buffer.alloc(0))).rejects.toMatchObject({
      code: 13,
      details: "/trial/Fail: it is 100 % broken, für immer",
    });
    await expect(call(client, "/trial/Refuse", Buffer.alloc(0))).rejects.toMatchObject({
      code: 8,
      details: "not today",
    });
    await expect(call(client, "/trial/Nothing", Buffer.alloc(0))).rejects.toMatchObject({ code: 12 });
    expect(String(await call(client, "/trial/Echo", Buffer.from("still there")))).toBe("still there");
  });

  test("shortens a message that is too long for a status, and does not affect other calls", async () => {
    const other = call(client, "/trial/Echo", Buffer.alloc(100_000, 7));
    const failed = call(client, "/trial/FailAtLength", Buffer.from("70000"));
    const cut = /^\/trial\/FailAtLength: ü{1000,}…$/;
    await expect(failed).rejects.toMatchObject({ code: 13, details: expect.stringMatching(cut) });
    expect(await other).toHaveLength(100_000);
  });

  test("ends a call if its error has no message", async () => {
    for (const request of [Buffer.alloc(0), Buffer.of(1)]) {
      await expect(call(client, "/trial/FailStrangely", request)).rejects.toMatchObject({ code: 13 });
    }
  });

  test.each(headerTableSizes)("responds to a client with a header table of %d bytes", async (headerTableSize) => {
    expect(await rawCall({}, "/trial/Echo", undefined, { headerTableSize })).toMatchObject({ "grpc-status": "0" });
    expect(await rawCall({}, "/trial/Nothing", undefined, { headerTableSize })).toMatchObject({ "grpc-status": "12" });
  });

  test("ends a call at its deadline", async () => {
    const call = rawCall({ "grpc-timeout": "20m" }, "/trial/Never");
    expect(await call).toMatchObject({ "grpc-status": "4" });
    expect(await rawCall({ "grpc-timeout": "soon" }, "/trial/Never")).toMatchObject({ "grpc-status": "13" });
  });

  test("sends at most as many bytes as the client's window allows, and finally sends the complete message", async () => {
    const session = await rawSession({ initialWindowSize: 10 });
    const stream = session.request(REQUEST_HEADERS);
    const frame = Buffer.concat([Buffer.from([0, 0, 0, 0x9c, 0x40]), Buffer.alloc(40_000, "w")]);
    stream.end(frame);
    await new Promise((resolve) => stream.once("response", resolve));
    const pieces: Buffer[] = [];
    for await (const piece of stream) {
      pieces.push(piece);
    }
    expect(Buffer.concat(pieces).equals(frame)).toBe(true);
    expect(pieces[0]?.byteLength).toBeLessThanOrEqual(10);
    session.close();
  });

  test("assembles a request that arrives in several parts", async () => {
    const session = await rawSession();
    const stream = session.request(REQUEST_HEADERS);
    const frame = Buffer.concat([Buffer.from([0, 0, 0, 0, 4]), Buffer.from("text")]);
    for (const byte of frame) {
      stream.write(Buffer.of(byte));
      await pinged(session);
    }
    stream.end();
    const pieces: Buffer[] = [];
    for await (const piece of stream) {
      pieces.push(piece);
    }
    expect(Buffer.concat(pieces).equals(frame)).toBe(true);
    session.close();
  });

  test("ends a call that the client cancels, and continues other calls on the connection", async () => {
    const session = await rawSession();
    const stream = session.request({ ...REQUEST_HEADERS, ":path": "/trial/NeverToBeHeard" });
    stream.on("error", () => undefined).end(Buffer.alloc(5));
    await plain.said("never begins");
    stream.close(constants.NGHTTP2_CANCEL);
    await plain.said("never is over");
    const other = session.request(REQUEST_HEADERS);
    other.resume().end(Buffer.alloc(5));
    const trailers = new Promise((resolve) => other.once("trailers", resolve));
    expect(await trailers).toMatchObject({ "grpc-status": "0" });
    session.close();
  });

  test("closes the connection of a client that does not use HTTP/2, and serves other clients", async () => {
    const socket = connectSocket(plain.socket);
    socket.resume().write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await new Promise((resolve) => socket.once("close", resolve));
    await plain.said("a connection was lost");
    expect(await rawCall({}, "/trial/Echo")).toMatchObject({ "grpc-status": "0" });
  });

  test("reports the HTTP/2 rule that a client violates, and serves other clients", async () => {
    const socket = connectSocket(plain.socket);
    const cutOffPing = Buffer.from([0, 0, 1, 6, 0, 0, 0, 0, 0, 0]);
    socket.write(Buffer.concat([PREFACE, cutOffPing]));
    expect(await goawayCode(socket)).toBe(constants.NGHTTP2_FRAME_SIZE_ERROR);
    socket.destroy();
    expect(await rawCall({}, "/trial/Echo")).toMatchObject({ "grpc-status": "0" });
  });

  test.each([0, 60_000, 1024 * 1024])(
    "has sent the complete response of %d bytes when the call ends, so that the process can then exit",
    async (size) => {
      const server = new Server(runtime, join(folder.path, `${name.length}-exit-${size}`));
      await server.said("listening");
      const unsecured = new Client(`unix:${server.socket}`, credentials.createInsecure());
      const long = Buffer.alloc(size, "e");
      expect((await call(unsecured, "/trial/Exit", long)).equals(long)).toBe(true);
      expect(await server.ended()).toBe(0);
      unsecured.close();
    },
  );

  test("waits before its end for responses that a client has not read, and does not wait for calls without a response", async () => {
    const server = new Server(runtime, join(folder.path, `${name.length}-finish`));
    await server.said("listening");
    const session = await rawSession({ initialWindowSize: 10 }, server);
    const never = session.request({ ...REQUEST_HEADERS, ":path": "/trial/NeverToBeHeard" });
    never.on("error", () => undefined).end(Buffer.alloc(5));
    await server.said("never begins");
    const frame = Buffer.concat([Buffer.from([0, 0, 0, 0x9c, 0x40]), Buffer.alloc(40_000, "w")]);
    const stream = session.request(REQUEST_HEADERS);
    stream.end(frame);
    await new Promise((resolve) => stream.once("response", resolve));
    server.terminate();
    await server.said("terminating");
    const pieces: Buffer[] = [];
    for await (const piece of stream) {
      pieces.push(piece);
    }
    expect(Buffer.concat(pieces).equals(frame)).toBe(true);
    expect(await server.ended()).toBe(0);
    session.destroy();
  });

  test("streams several messages or none, and reports an error in the middle of a stream", async () => {
    const stream = (path: string, request: string) => {
      const messages: string[] = [];
      const stream = client.makeServerStreamRequest(path, identity, identity, Buffer.from(request));
      stream.on("data", (message) => messages.push(String(message)));
      return new Promise<{ messages: string[]; code: number }>((resolve) => {
        stream.on("error", () => undefined).on("status", ({ code }) => resolve({ messages, code }));
      });
    };
    expect(await stream("/trial/Count", "3")).toEqual({ messages: ["0", "1", "2"], code: 0 });
    expect(await stream("/trial/Count", "0")).toEqual({ messages: [], code: 0 });
    expect(await stream("/trial/CountAndFail", "")).toEqual({ messages: ["0"], code: 13 });
  });

  test("pauses a stream while the client reads slowly, and ends it when the client cancels", async () => {
    const stream = client.makeServerStreamRequest("/trial/Megabytes", identity, identity, Buffer.alloc(0));
    stream.on("error", () => undefined);
    await new Promise((resolve) => stream.once("data", resolve));
    stream.pause();
    const sent = async () => Number(String(await call(client, "/trial/Sent", Buffer.alloc(0))));
    let before = -1;
    // Waits until no more messages are sent, because the buffers on both sides are full.
    for (let now = await sent(); now !== before; now = await sent()) {
      before = now;
    }
    expect(before).toBeLessThan(100);
    stream.cancel();
    await secure.said("no more megabytes");
    expect(String(await call(client, "/trial/Echo", Buffer.from("still there")))).toBe("still there");
  });

  test("refuses other protocols, compressed messages and incomplete messages, and responds to pings", async () => {
    expect(await rawCall({ "content-type": "text/html" }, "/trial/Echo")).toMatchObject({ ":status": 415 });
    const compressed = Buffer.from([1, 0, 0, 0, 1, 0]);
    expect(await rawCall({}, "/trial/Echo", compressed)).toMatchObject({ "grpc-status": "12" });
    expect(await rawCall({}, "/trial/Echo", compressed.subarray(0, 5))).toMatchObject({ "grpc-status": "13" });
    expect(await rawCall({}, "/trial/Echo", Buffer.alloc(0))).toMatchObject({ "grpc-status": "13" });
    const session = await rawSession();
    await pinged(session);
    session.close();
  });

  test("continues after a connection breaks in the middle of a call", async () => {
    const session = await rawSession();
    session.on("error", () => undefined);
    const stream = session.request({ ":method": "POST", ":path": "/trial/Never", "content-type": "application/grpc" });
    stream.on("error", () => undefined);
    stream.write(Buffer.from([0, 0, 0]));
    await pinged(session);
    session.destroy();
    const unsecured = new Client(`unix:${plain.socket}`, credentials.createInsecure());
    expect(String(await call(unsecured, "/trial/Echo", Buffer.from("hello")))).toBe("hello");
    unsecured.close();
  });

  async function rawSession(settings: Settings = {}, server = plain): Promise<ClientHttp2Session> {
    const createConnection = () => connectSocket(server.socket);
    const session = connectHttp2("http://localhost", { createConnection, settings });
    await new Promise((resolve) => session.once("connect", resolve));
    return session;
  }

  const pinged = (session: ClientHttp2Session) =>
    new Promise<void>((resolve, reject) => {
      session.ping((error) => (error ? reject(error) : resolve()));
    });

  /** The headers and trailers of the response. */
  async function rawCall(
    headers: Record<string, string>,
    path: string,
    body = Buffer.from([0, 0, 0, 0, 0]),
    settings: Settings = {},
  ) {
    const session = await rawSession(settings);
    session.on("error", () => undefined);
    const stream = session.request({
      [constants.HTTP2_HEADER_METHOD]: "POST",
      [constants.HTTP2_HEADER_PATH]: path,
      "content-type": "application/grpc",
      ...headers,
    });
    const received: Record<string, unknown> = {};
    stream.on("response", (response) => Object.assign(received, response));
    stream.on("trailers", (trailers) => Object.assign(received, trailers));
    stream.resume().end(body);
    await new Promise((resolve) => stream.once("close", resolve));
    session.close();
    return received;
  }
});
