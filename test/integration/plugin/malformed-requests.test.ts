import { join } from "node:path";
import { create, toBinary } from "@bufbuild/protobuf";
import type { Host } from "../../support/plugin/harness/host";
import { Provider } from "../../support/plugin/protocol/tfplugin6_pb";
import { bundleTrialProvider, temporaryFolder } from "./harness/bundle";
import { configuredHost, thingMessage } from "./harness/trial-host";

const folder = temporaryFolder();
let host: Host;

beforeAll(async () => {
  host = await configuredHost(bundleTrialProvider(folder.path), join(folder.path, "store"));
});

afterAll(async () => {
  await host[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const thing = thingMessage({ name: "n", tags: ["a"] });
const VALIDATE = { typeName: "trial_thing", config: thing };

const validateBytes = (config: { msgpack: Uint8Array } | { json: Uint8Array }) => {
  const { input } = Provider.method.validateResourceConfig;
  return toBinary(input, create(input, { typeName: "trial_thing", config }));
};

/** Checks that the provider still responds, and that its memory has not grown. */
async function isWell(): Promise<void> {
  const { diagnostics } = await host.call("validateResourceConfig", VALIDATE);
  expect(diagnostics).toEqual([]);
}

const METHODS = Object.values(Provider.method)
  .filter(({ methodKind, localName }) => methodKind === "unary" && localName !== "stopProvider")
  .map(({ localName }) => localName as keyof typeof Provider.method);

const varint = (value: number) => {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) {
    bytes.push((left % 128) | 128);
  }
  return [...bytes, left];
};

const FRAMES: readonly (readonly [string, Uint8Array])[] = [
  ["one byte", Uint8Array.of(0x0a)],
  ["a length of 4 GB", Uint8Array.of(0x0a, ...varint(2 ** 32 - 1), 1)],
  ["a length beyond 64 bits", Uint8Array.of(0x0a, ...new Array(11).fill(0xff))],
  ["field number 0", Uint8Array.of(0x00, 0x01)],
  ["another wire type", Uint8Array.of(0x0f)],
  ["100,000 open groups", new Uint8Array(100_000).fill(0x7b)],
  ["100,000 nested messages", Buffer.concat(Array.from({ length: 100_000 }, () => Buffer.from([0x12, 0x7f])))],
  ["random bytes", Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919 + 31) % 256)],
];

describe.each(METHODS)("a malformed request of %s", (method) => {
  test.each(FRAMES)("ends with one error if it has %s, and the provider continues", async (_, bytes) => {
    const outcome = await host.raw(method, bytes);
    expect(outcome.length).toBeGreaterThan(0);
    expect(outcome.length).toBeLessThan(5000);
    await isWell();
  });
});

const str = (text: string) => [0xa0 | text.length, ...Buffer.from(text)];

const MSGPACK: readonly (readonly [string, readonly number[] | Uint8Array])[] = [
  ["nothing after the first byte", [0x81]],
  ["a map with 4 billion members", [0xdf, 0xff, 0xff, 0xff, 0xff]],
  ["a text of 4 GB", [0x81, ...str("name"), 0xdb, 0xff, 0xff, 0xff, 0xff]],
  ["an array with 4 billion elements", [0x81, ...str("tags"), 0xdd, 0xff, 0xff, 0xff, 0xff]],
  ["an extension of 4 GB", [0x81, ...str("name"), 0xc9, 0xff, 0xff, 0xff, 0xff, 0x00]],
  ["a number for a text", [0x81, ...str("name"), 0x07]],
  ["a text for an object", str("name")],
  ["an unknown attribute", [0x81, ...str("other"), 0x07]],
  ["a byte that msgpack does not use", [0xc1]],
  ["invalid UTF-8", [0x81, ...str("name"), 0xa2, 0xc3, 0x28]],
  ["a value after the value", [...thing.msgpack, 0xc0]],
  ["100,000 nested arrays", new Uint8Array(100_000).fill(0x91)],
  [
    "a dynamic value with a type of 100,000 levels",
    [
      0x81,
      ...str("anything"),
      0x92,
      0xc6,
      ...[0, 0x0d, 0xbb, 0xa0 + 6],
      ...Buffer.from(`${'["list",'.repeat(100_000)}"string"${"]".repeat(100_000)}`),
      0xc0,
    ],
  ],
];

describe("a malformed MessagePack value", () => {
  test.each(MSGPACK)("causes one clear error if it has %s", async (_, bytes) => {
    const outcome = await host.raw("validateResourceConfig", validateBytes({ msgpack: Uint8Array.from(bytes) }));
    expect(outcome).toContain("The provider cannot decode a value from the engine");
    expect(outcome.length).toBeLessThan(2000);
    await isWell();
  });

  test("causes an error or returns a value if it is cut at any place, and never ends the provider", async () => {
    for (let length = 1; length < thing.msgpack.byteLength; length += 1) {
      const bytes = validateBytes({ msgpack: thing.msgpack.subarray(0, length) });
      expect(await host.raw("validateResourceConfig", bytes)).toMatch(/msgpack ends in the middle of a value/);
    }
    await isWell();
  });
});

describe("a malformed JSON value", () => {
  test.each([
    ["100,000 levels", "[".repeat(100_000) + "]".repeat(100_000)],
    ["invalid JSON", '{"name":'],
    ["another type", '{"name":{}}'],
    ["a huge exponent", '{"count_of":1e99999999}'],
  ])("causes one clear error if it has %s", async (_, json) => {
    const outcome = await host.raw("validateResourceConfig", validateBytes({ json: Buffer.from(json) }));
    expect(outcome.length).toBeGreaterThan(0);
    expect(outcome.length).toBeLessThan(2000);
    await isWell();
  });
});

test("malformed requests do not leak memory", async () => {
  const before = await host.memoryInMegabytes();
  for (let index = 0; index < 20; index += 1) {
    for (const [, bytes] of FRAMES) {
      await host.raw("planResourceChange", bytes);
    }
  }
  expect((await host.memoryInMegabytes()) - before).toBeLessThan(200);
});
