import { type AddressInfo, createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { ConnectionError, type LogLine, UnexpectedResponseError } from "../../../../src/client";
import { managedClient, objectId, openSourceClient, rejection } from "../../../support/client/clients";
import { json, TestServer } from "../../../support/client/http-server";

/** Starts a TCP server with any response to the first request of each connection. */
async function rawServer(respond: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => respond(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Resolves when the client has dropped a connection. */
async function closed(socket: Socket | undefined): Promise<void> {
  if (!socket?.closed) {
    await new Promise((resolve) => socket?.once("close", resolve));
  }
}

const HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";

/** Writes the same piece until the other side closes the connection. */
function forEver(socket: Socket, piece: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(piece)) {
      // until the buffer is full
    }
  };
  socket.on("drain", write);
  write();
}

const MIB = 1024 * 1024;

test("an endless response is ended at 128 MiB, not repeated, and its connection is closed", async () => {
  const piece = `"${"x".repeat(MIB - 3)}",`;
  const asked: Socket[] = [];
  await using server = await rawServer((socket) => {
    asked.push(socket);
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
    forEver(socket, `${piece.length.toString(16)}\r\n${piece}\r\n`);
  });
  await using client = openSourceClient(server.endpoint);
  const error = (await rejection(client.dashboards.list())) as ConnectionError;
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ code: "RESPONSE_TOO_LARGE", reached: "perhaps" });
  expect(error.message).toContain("128 MiB");
  expect(asked).toHaveLength(1);
  await closed(asked[0]);
  expect(asked[0]?.bytesWritten).toBeGreaterThan(128 * MIB);
});

test("a response that announces more than 128 MiB is ended before its body is read", async () => {
  const asked: Socket[] = [];
  await using server = await rawServer((socket) => {
    asked.push(socket);
    socket.write(`${HEAD}content-length: ${128 * MIB + 1}\r\n\r\n{"data":[`);
  });
  await using client = openSourceClient(server.endpoint);
  expect(await rejection(client.dashboards.list())).toMatchObject({ code: "RESPONSE_TOO_LARGE" });
  await closed(asked[0]);
});

test("a response of 60 MiB is read", async () => {
  const note = "n".repeat(60 * 1024);
  const data = Array.from({ length: 1000 }, () => ({ id: objectId(), note }));
  await using server = await TestServer.start((_request, response) => json(response, 200, { data }));
  await using client = openSourceClient(server.endpoint);
  expect(await client.dashboards.list()).toHaveLength(1000);
});

test("endless headers cause an error, and their connection is closed", async () => {
  const asked: Socket[] = [];
  await using server = await rawServer((socket) => {
    asked.push(socket);
    socket.write(HEAD);
    forEver(socket, `x-padding: ${"x".repeat(1000)}\r\n`);
  });
  await using client = openSourceClient(server.endpoint);
  const error = (await rejection(client.dashboards.list())) as ConnectionError;
  expect(error).toMatchObject({ code: "UND_ERR_HEADERS_OVERFLOW" });
  expect(error.message).toContain("its headers are larger than 64 KiB");
  expect(asked).toHaveLength(1);
  await closed(asked[0]);
});

test("a response that is not HTTP causes a clear error, and each of its connections is closed", async () => {
  const asked: Socket[] = [];
  await using server = await rawServer((socket) => {
    asked.push(socket);
    socket.write("220 mail.example ESMTP\r\n");
  });
  await using client = openSourceClient(server.endpoint);
  expect(String(await rejection(client.dashboards.list()))).toContain("the response is not HTTP (HTTPParserError");
  for (const socket of asked) {
    await closed(socket);
  }
});

test("a slow response without long pauses is ended after the total time limit", async () => {
  const lines: LogLine[] = [];
  let connections = 0;
  await using server = await rawServer((socket) => {
    connections += 1;
    if (connections > 1) {
      socket.end("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n");
      return;
    }
    socket.write(`${HEAD}content-length: 1000000\r\n\r\n`);
    const trickle = setInterval(() => socket.write(" "), 5);
    socket.once("close", () => clearInterval(trickle));
  });
  await using client = openSourceClient(server.endpoint, {
    timeouts: { totalMs: 300, bodyMs: 60_000 },
    log: (line) => lines.push(line),
  });
  await rejection(client.dashboards.list());
  expect(lines.map(({ failure, status }) => failure ?? status)).toEqual(["RESPONSE_TIMEOUT", 400]);
});

test("endless interim responses are ended after the total time limit", async () => {
  await using server = await rawServer((socket) => {
    const trickle = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"), 5);
    socket.once("close", () => clearInterval(trickle));
  });
  const lines: LogLine[] = [];
  const stop = new AbortController();
  await using client = openSourceClient(server.endpoint, {
    timeouts: { totalMs: 200 },
    signal: stop.signal,
    log: (line) => {
      lines.push(line);
      stop.abort(new Error("seen once"));
    },
  });
  expect(await rejection(client.dashboards.list())).toEqual(new Error("seen once"));
  expect(lines.map(({ failure }) => failure)).toEqual(["RESPONSE_TIMEOUT"]);
});

describe("an encoded response body", () => {
  test("is never requested from the server", async () => {
    await using server = await TestServer.start((_request, response) => json(response, 200, { data: [] }));
    await using client = openSourceClient(server.endpoint);
    await client.dashboards.list();
    expect(server.seen[0]?.headers["accept-encoding"]).toBe("identity");
  });

  test.each([
    ["gzip", gzipSync(JSON.stringify({ data: [] }))],
    ["br", Buffer.from([0xff, 0xfe, 0x00])],
    ["gzip, identity", gzipSync(Buffer.alloc(10 * MIB))],
  ])("causes an error with its encoding (%s)", async (encoding, body) => {
    await using server = await TestServer.start((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": encoding }).end(body);
    });
    await using client = openSourceClient(server.endpoint);
    const error = (await rejection(client.dashboards.list())) as Error;
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error.message).toContain(`a body encoded as ${encoding}, which the client did not request`);
    expect(error.message).not.toMatch(/[^\x20-\x7e\n]/);
  });

  test("is read if the encoding is identity", async () => {
    await using server = await TestServer.start((_request, response) =>
      json(response, 200, { data: [] }, { "content-encoding": "identity" }),
    );
    await using client = openSourceClient(server.endpoint);
    expect(await client.dashboards.list()).toEqual([]);
  });

  test("keeps its status if it is a refusal, and the error explains why the text is missing", async () => {
    await using server = await TestServer.start((_request, response) => {
      response.writeHead(403, { "content-encoding": "gzip" }).end(gzipSync('{"error":"FORBIDDEN: no"}'));
    });
    await using client = managedClient(server.endpoint);
    const error = (await rejection(client.apiKeys.list())) as Error;
    expect(error).toMatchObject({ kind: "forbidden", status: 403 });
    expect(error.message).toContain("encoded as gzip");
    expect(error.message).not.toMatch(/[^\x20-\x7e\n]/);
  });
});

test("field names of Object.prototype are ordinary names in headers and bodies", async () => {
  const body =
    '{"data":[{"id":"650000000000000000000001","__proto__":{"polluted":true},"constructor":{"prototype":1}}]}';
  await using server = await rawServer((socket) => {
    const headers = ["__proto__: a", "constructor: b", "__proto__: c", "toString: d"].join("\r\n");
    socket.write(`${HEAD}${headers}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  });
  await using client = openSourceClient(server.endpoint);
  const [dashboard] = await client.dashboards.list();
  expect(Object.keys(dashboard ?? {})).toEqual(["id", "__proto__", "constructor", "tiles"]);
  expect(Object.getPrototypeOf(dashboard)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

describe("the JSON of a response", () => {
  /** Lists the dashboards of a server that responds with these bytes. */
  async function listOf(body: string | Buffer) {
    await using server = await TestServer.start((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(body);
    });
    await using client = openSourceClient(server.endpoint);
    return await client.dashboards.list();
  }

  const ID = "650000000000000000000001";
  const withField = (json: string) => `{"data":[{"id":"${ID}","name":"n","tiles":[],"other":${json}}]}`;
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  const badUtf8 = Buffer.concat([Buffer.from('{"data":[{"id":"'), Buffer.from([0xc3]), Buffer.from('"}]}')]);

  test.each<[string, string | Buffer, string]>([
    ["a number beyond the range of a double", withField("1e400"), "a number that is too large"],
    ["a negative number beyond the range of a double", withField("-1e400"), "a number that is too large"],
    ["100,000 levels of lists", withField(nested(100_000)), "nested levels"],
    ["100,000 levels of objects", withField(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`), "nested levels"],
    ["100,000 levels without an envelope", nested(100_000), "JSON that is not an object"],
    ["levels without an end", "[".repeat(100_000), "not valid JSON"],
    ["NaN", withField("NaN"), "not valid JSON"],
    ["-Infinity", withField("-Infinity"), "not valid JSON"],
    ["an UTF-8 sequence that is cut off", badUtf8, "not valid UTF-8"],
  ])("causes one clear error if it has %s", async (_, body, words) => {
    const error = (await rejection(listOf(body))) as Error;
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error.message).toContain(words);
    expect(error.message.length).toBeLessThan(400);
  });

  test.each<[string, string | Buffer, unknown]>([
    ["a byte order mark", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(withField("1"))]), 1],
    ["an unpaired surrogate, which becomes U+FFFD", withField('{"\\udc00":"\\ud800"}'), { "\ufffd": "\ufffd" }],
    ["a decomposed letter, which becomes composed", withField('{"e\\u0301":["e\u0301"]}'), { "\u00e9": ["\u00e9"] }],
    ["a whole surrogate pair", withField('"\\ud83d\\ude00"'), "\u{1f600}"],
    ["100 levels", withField(nested(100)), JSON.parse(nested(100))],
    ["the largest double", withField("1.7976931348623157e308"), Number.MAX_VALUE],
    ["a repeated name, whose last value is used", withField('{"a":1,"a":2}'), { a: 2 }],
  ])("is read: %s", async (_, body, other) => {
    expect(await listOf(body)).toEqual([{ id: ID, name: "n", tiles: [], other }]);
  });
});
