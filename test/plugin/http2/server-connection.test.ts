import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { headerBlock } from "../../../src/plugin/http2/hpack/header-block";
import { HeaderDecoder } from "../../../src/plugin/http2/hpack/header-decoder";
import { ServerConnection } from "../../../src/plugin/http2/server-connection";
import type { ServerStream, StreamListener } from "../../../src/plugin/http2/server-stream";
import { temporaryFolder } from "../harness/bundle";
import { RawClient } from "./raw-client";

const END_STREAM = 0x1;
const END_HEADERS = 0x4;

const folder = temporaryFolder();
const path = join(folder.path, "s");
let server: Server;
let client: RawClient;
const lost: string[] = [];
const heard: string[] = [];

/** Says back what it hears, with the path before it, when it has heard everything. */
function echo(stream: ServerStream, headers: ReadonlyMap<string, string>): StreamListener {
  const pieces: Buffer[] = [Buffer.from(headers.get(":path") ?? "")];
  return {
    data: (piece) => pieces.push(Buffer.from(piece)),
    end: () => {
      if (headers.get(":path") === "/long") {
        stream.respondAndEnd(headerBlock({ "x-long": "x".repeat(70_000) }));
        return;
      }
      stream.respond(headerBlock({ ":status": "200" }));
      stream.write(Buffer.concat(pieces));
      stream.end(headerBlock({ "x-end": "1" }));
    },
    closed: () => heard.push(`${headers.get(":path")} closed`),
  };
}

beforeAll(async () => {
  server = createServer(
    (socket) => void new ServerConnection(socket, { request: echo, lost: ({ message }) => lost.push(message) }),
  );
  await new Promise<void>((resolve) => server.listen(path, resolve));
});

afterEach(() => {
  client.close();
  lost.length = 0;
  heard.length = 0;
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  folder[Symbol.dispose]();
});

const request = (to: string) => headerBlock({ ":method": "POST", ":path": to });
const number = (...values: number[]) => Buffer.concat(values.map((value) => uint32(value)));
const setting = (id: number, value: number) => Buffer.concat([Buffer.of(0, id), uint32(value)]);

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** What the server says to one stream, to its end. */
async function answerTo(streamId: number): Promise<string> {
  let text = "";
  await client.frame((frame) => {
    if (frame.streamId !== streamId) return false;
    if (frame.type === 0x0) text += frame.payload.toString();
    return frame.type === 0x3 || (frame.flags & END_STREAM) !== 0;
  });
  return text;
}

describe("a connection", () => {
  test("takes the preface in pieces", async () => {
    client = await RawClient.connect(path);
    for (const byte of Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")) {
      client.write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    client.send(0x4, 0, 0);
    await client.frame(({ type, flags }) => type === 0x4 && flags === 0x1);
  });

  test("answers requests whose headers and data come with padding, a priority and in pieces", async () => {
    client = await RawClient.greeted(path);
    const block = request("/a/");
    const priority = Buffer.alloc(5);
    client.send(0x1, 0x8 | 0x20, 1, Buffer.concat([Buffer.of(3), priority, block.subarray(0, 4), Buffer.alloc(3)]));
    client.send(0x9, 0, 1, block.subarray(4, 9));
    client.send(0x9, END_HEADERS, 1, block.subarray(9));
    client.send(0x0, 0x8, 1, Buffer.concat([Buffer.of(2), Buffer.from("one "), Buffer.alloc(2)]));
    client.send(0x0, END_STREAM, 1, Buffer.from("two"));
    expect(await answerTo(1)).toBe("/a/one two");
    client.send(0x1, END_HEADERS | END_STREAM, 3, request("/b/"));
    expect(await answerTo(3)).toBe("/b/");
    await client.settled();
    expect(heard).toEqual(["/a/ closed", "/b/ closed"]);
  });

  test("sends headers that are longer than a frame in several, with nothing between them", async () => {
    client = await RawClient.greeted(path);
    client.send(0x1, END_HEADERS | END_STREAM, 1, request("/long"));
    client.send(0x1, END_HEADERS | END_STREAM, 3, request("/b/"));
    const block: Buffer[] = [];
    let isWhole = false;
    await client.frame(({ type, flags, streamId, payload }) => {
      if (streamId !== 1) return false;
      expect([block.length === 0, type]).toEqual([type === 0x1, type]);
      block.push(payload);
      isWhole = (flags & END_HEADERS) !== 0;
      return isWhole;
    });
    expect(block.map(({ byteLength }) => byteLength)).toEqual([16_384, 16_384, 16_384, 16_384, expect.any(Number)]);
    expect(new HeaderDecoder().decode(Buffer.concat(block)).get("x-long")).toBe("x".repeat(70_000));
    expect(await answerTo(3)).toBe("/b/");
  });

  test("reads trailers, and ignores what it does not know", async () => {
    client = await RawClient.greeted(path);
    client.send(0x1, END_HEADERS, 1, request("/a/"));
    client.send(0x42, 0xff, 1, Buffer.from("whatever"));
    client.send(0x2, 0, 1, Buffer.alloc(5));
    client.send(0x0, 0, 1, Buffer.from("data"));
    client.send(0x1, END_HEADERS | END_STREAM, 1, headerBlock({ "x-trailer": "1" }));
    expect(await answerTo(1)).toBe("/a/data");
  });

  test("sends no more than the windows of the stream and of the connection take", async () => {
    client = await RawClient.greeted(path, setting(0x4, 10));
    client.send(0x1, END_HEADERS, 1, request("/"));
    client.send(0x0, END_STREAM, 1, Buffer.alloc(39, "x"));
    expect(await client.settled()).toBe(10);
    client.send(0x8, 0, 1, number(5));
    expect(await client.settled()).toBe(5);
    // Fewer at first than have gone already: the window is below zero then.
    client.send(0x4, 0, 0, setting(0x4, 0));
    client.send(0x8, 0, 1, number(9));
    expect(await client.settled()).toBe(0);
    client.send(0x4, 0, 0, setting(0x4, 1000));
    expect(await answerTo(1)).toHaveLength(25);
    const long = Buffer.alloc(16_384, "y");
    for (const id of [3, 5, 7, 9, 11]) {
      client.send(0x4, 0, 0, setting(0x4, 1_000_000));
      client.send(0x1, END_HEADERS, id, request("/"));
      client.send(0x0, END_STREAM, id, long);
    }
    // 65,535 are what a connection takes until it says more; 40 of them have gone before.
    expect(await client.settled()).toBe(65_535 - 40);
    client.send(0x8, 0, 0, number(100_000));
    expect(await client.settled()).toBe(5 * 16_385 - (65_535 - 40));
  });

  test("lets the peer go on sending, far beyond the first windows", async () => {
    client = await RawClient.greeted(path);
    client.send(0x8, 0, 0, number(2 ** 31 - 1 - 65_535));
    client.send(0x4, 0, 0, setting(0x4, 2 ** 31 - 1));
    client.send(0x1, END_HEADERS, 1, request("/"));
    await client.settled();
    let [connection, stream] = [16 * 1024 * 1024, 16 * 1024 * 1024];
    const piece = Buffer.alloc(16_384, "z");
    const widened = ({ type, streamId, payload }: { type: number; streamId: number; payload: Buffer }) => {
      if (type !== 0x8) return false;
      if (streamId === 0) connection += payload.readUInt32BE();
      else stream += payload.readUInt32BE();
      return true;
    };
    for (let sent = 0; sent < 40 * 1024 * 1024; sent += piece.byteLength) {
      while (Math.min(connection, stream) < piece.byteLength) await client.frame(widened);
      client.send(0x0, 0, 1, piece);
      connection -= piece.byteLength;
      stream -= piece.byteLength;
    }
    client.send(0x0, END_STREAM, 1);
    expect(await answerTo(1)).toHaveLength(40 * 1024 * 1024 + 1);
  });

  test("forgets a stream that the peer gives up, and goes on", async () => {
    client = await RawClient.greeted(path, setting(0x4, 0));
    client.send(0x1, END_HEADERS | END_STREAM, 1, request("/held"));
    client.send(0x1, END_HEADERS, 3, request("/half"));
    client.send(0x3, 0, 1, number(0x8));
    client.send(0x3, 0, 3, number(0x8));
    client.send(0x0, END_STREAM, 3, Buffer.from("too late"));
    client.send(0x8, 0, 1, number(100));
    expect(await client.settled()).toBe(0);
    expect(heard).toEqual(["/held closed", "/half closed"]);
  });

  test("closes its streams when it is cut", async () => {
    client = await RawClient.greeted(path);
    client.send(0x1, END_HEADERS, 1, request("/half"));
    await client.settled();
    client.close();
    while (heard.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(heard).toEqual(["/half closed"]);
  });
});

describe("a peer that breaks a rule hears why, and the connection ends", () => {
  const open = Buffer.from(request("/"));

  test.each<
    [what: string, code: number, frames: [type: number, flags: number, streamId: number, payload?: Uint8Array][]]
  >([
    ["a frame that is too long", 0x6, [[0x0, 0, 1, Buffer.alloc(16_385)]]],
    ["data for the connection", 0x1, [[0x0, 0, 0]]],
    ["data before a request", 0x1, [[0x0, 0, 1]]],
    [
      "data after its end",
      0x5,
      [
        [0x1, END_HEADERS, 1, open],
        [0x4, 0, 0, setting(0x4, 0)],
        [0x0, END_STREAM, 1, Buffer.of(1)],
        [0x0, 0, 1, Buffer.of(1)],
      ],
    ],
    [
      "data that is all padding",
      0x1,
      [
        [0x1, END_HEADERS, 1, open],
        [0x0, 0x8, 1, Buffer.of(9, 0, 0)],
      ],
    ],
    [
      "padding without a length",
      0x1,
      [
        [0x1, END_HEADERS, 1, open],
        [0x0, 0x8, 1],
      ],
    ],
    ["a request with an even number", 0x1, [[0x1, END_HEADERS, 2, open]]],
    ["headers that cannot be read", 0x9, [[0x1, END_HEADERS, 1, Buffer.of(0xbe)]]],
    ["a continuation of nothing", 0x1, [[0x9, END_HEADERS, 1, open]]],
    [
      "a continuation of another stream",
      0x1,
      [
        [0x1, 0, 1, open],
        [0x9, END_HEADERS, 3, open],
      ],
    ],
    [
      "something between headers and their continuation",
      0x1,
      [
        [0x1, 0, 1, open],
        [0x6, 0, 0, Buffer.alloc(8)],
      ],
    ],
    [
      "a continuation without end",
      0xb,
      [[0x1, 0, 1, open], ...Array.from({ length: 64 }, (): [number, number, number] => [0x9, 0, 1])],
    ],
    [
      "headers that are too long",
      0xb,
      [
        [0x1, 0, 1, open],
        ...Array.from({ length: 5 }, (): [number, number, number, Uint8Array] => [0x9, 0, 1, Buffer.alloc(16_384)]),
      ],
    ],
    ["a push", 0x1, [[0x5, END_HEADERS, 1, open]]],
    [
      "a reset that is cut off",
      0x6,
      [
        [0x1, END_HEADERS, 1, open],
        [0x3, 0, 1, Buffer.alloc(3)],
      ],
    ],
    ["a reset before a request", 0x1, [[0x3, 0, 1, Buffer.alloc(4)]]],
    ["settings for a stream", 0x1, [[0x4, 0, 1]]],
    ["settings that are cut off", 0x6, [[0x4, 0, 0, Buffer.alloc(5)]]],
    ["a window beyond what windows are", 0x3, [[0x4, 0, 0, setting(0x4, 2 ** 31)]]],
    ["frames beyond what frames are", 0x1, [[0x4, 0, 0, setting(0x5, 2 ** 24)]]],
    ["frames shorter than every peer takes", 0x1, [[0x4, 0, 0, setting(0x5, 16_383)]]],
    ["a ping that is cut off", 0x6, [[0x6, 0, 0, Buffer.alloc(7)]]],
    ["a ping for a stream", 0x1, [[0x6, 0, 1, Buffer.alloc(8)]]],
    ["a window that is widened by nothing", 0x1, [[0x8, 0, 0, number(0)]]],
    ["a window's update that is cut off", 0x6, [[0x8, 0, 0, Buffer.alloc(3)]]],
    ["a window that is widened beyond what windows are", 0x3, [[0x8, 0, 0, number(2 ** 31 - 1)]]],
    [
      "a stream's window that is widened beyond what windows are",
      0x3,
      [
        [0x1, END_HEADERS, 1, open],
        [0x8, 0, 1, number(2 ** 31 - 1)],
      ],
    ],
    ["a window's update before a request", 0x1, [[0x8, 0, 1, number(1)]]],
  ])("%s", async (_, code, frames) => {
    client = await RawClient.greeted(path);
    for (const [type, flags, streamId, payload] of frames) client.send(type, flags, streamId, payload);
    expect(await client.brokenOff()).toBe(code);
    expect(lost).toHaveLength(1);
  });

  test("something else than HTTP/2", async () => {
    client = await RawClient.connect(path);
    client.write(Buffer.from("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    expect(await client.brokenOff()).toBe(0x1);
    expect(lost).toEqual(["what came is no HTTP/2"]);
  });
});
