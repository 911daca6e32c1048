import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { problemsOf } from "../../../scripts/release/executable-format";
import { withRepositoryLinks } from "../../../scripts/release/repository-links";
import { NATIVE_PACKAGES, type NativePackage } from "../../../src/install/provider-executable";
import { VERSION } from "../../../src/version";

const ROOT = join(__dirname, "..", "..", "..");

const MARK = `VERSION="${VERSION}"`;

/** The first bytes of an executable, which determine its format. */
function executable(target: NativePackage, { version = MARK, signed = true } = {}): Buffer {
  const bytes = Buffer.alloc(512);
  const arm = target.cpu === "arm64";
  if (target.os === "linux") {
    bytes.write("\x7fELF", 0, "latin1");
    bytes.writeUInt16LE(arm ? 183 : 62, 18);
    bytes.write(target.libc === "musl" ? "/lib/ld-musl-x.so.1" : "/lib/ld-linux-x.so.1", 100);
  } else if (target.os === "darwin") {
    bytes.writeUInt32LE(0xfeedfacf, 0);
    bytes.writeUInt32LE(arm ? 0x0100000c : 0x01000007, 4);
    bytes.writeUInt32LE(2, 16);
    bytes.writeUInt32LE(0x19, 32);
    bytes.writeUInt32LE(72, 36);
    bytes.writeUInt32LE(signed ? 0x1d : 0x2, 104);
    bytes.writeUInt32LE(16, 108);
  } else {
    bytes.write("MZ", 0);
    bytes.writeUInt32LE(128, 0x3c);
    bytes.write("PE\0\0", 128);
    bytes.writeUInt16LE(arm ? 0xaa64 : 0x8664, 132);
  }
  bytes.write(version, 300);
  return bytes;
}

describe("the check of executables for other platforms", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "clickstack-format-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const problems = (bytes: Buffer, target: NativePackage) => {
    const file = join(folder, "executable");
    writeFileSync(file, bytes);
    return problemsOf(file, target);
  };

  test.each(NATIVE_PACKAGES.map((target) => [target.name, target] as const))(
    "accepts an executable for %s and refuses it for every other platform",
    (name, target) => {
      expect(problems(executable(target), target)).toEqual([]);
      for (const other of NATIVE_PACKAGES.filter((each) => each.name !== name)) {
        expect(problems(executable(other), target)).not.toEqual([]);
      }
    },
  );

  test("refuses an executable of another version, and an unsigned executable for macOS", () => {
    const mac = NATIVE_PACKAGES.find(({ name }) => name === "provider-darwin-arm64");
    if (!mac) {
      throw new Error("There is no package for macOS.");
    }
    expect(problems(executable(mac, { version: 'VERSION="0.0.9"' }), mac)).toEqual([
      "provider-darwin-arm64: hasVersion is false, not true.",
    ]);
    expect(problems(executable(mac, { signed: false }), mac)).toEqual([
      "provider-darwin-arm64: signed is false, not true.",
    ]);
  });
});

test("a packaged document links to files outside of the package at the tag of the version", () => {
  const text = [
    "[guide](drift.md#rules), [above](../index.md), [example](../../examples/ci), [file](../../examples/a.yaml#L3)",
    "![picture](../pictures/emulator.png) [site](https://example.com/a) [here](#there) `[code](../../x.md)`",
    "```shell",
    "echo [not](../../a-link)",
    "```",
  ].join("\n");
  const repository = "https://github.com/cdk-clickstack/cdk-clickstack";
  const linked = withRepositoryLinks(text, "docs/guides/cli.md", {
    placeOf: (path) => ["docs/guides/drift.md", "docs/index.md"].find((each) => each === path),
    isFolder: (path) => path === "examples/ci",
    ref: `v${VERSION}`,
  });
  expect(linked).toBe(
    [
      `[guide](drift.md#rules), [above](../index.md), [example](${repository}/tree/v${VERSION}/examples/ci), [file](${repository}/blob/v${VERSION}/examples/a.yaml#L3)`,
      `![picture](${repository}/raw/v${VERSION}/docs/pictures/emulator.png) [site](https://example.com/a) [here](#there) \`[code](../../x.md)\``,
      "```shell",
      "echo [not](../../a-link)",
      "```",
    ].join("\n"),
  );
});

test("the registries' manifest contains the protocol version of the provider", () => {
  expect(
    JSON.parse(readFileSync(join(ROOT, "scripts", "release", "terraform-registry-manifest.json"), "utf8")),
  ).toEqual({
    version: 1,
    metadata: { protocol_versions: ["6.0"] },
  });
});

test("the release workflow tests a release before it is published, and publishes it with provenance", () => {
  const workflow = parse(readFileSync(join(ROOT, ".github", "workflows", "release.yml"), "utf8"));
  const { steps, permissions } = workflow.jobs.release;
  const commands = steps.flatMap(({ run }: { run?: string }) => run?.split("\n") ?? []);
  const at = (text: string) => commands.findIndex((command: string) => command.includes(text));
  expect([at("test:release"), at("npm run release"), at("npm publish"), at("gh release create")]).toEqual(
    [at("test:release"), at("npm run release"), at("npm publish"), at("gh release create")].toSorted((a, b) => a - b),
  );
  expect(at("test:release")).toBeGreaterThan(-1);
  expect(commands[at("npm publish")]).toContain("--provenance");
  expect(permissions).toEqual({ contents: "write", "id-token": "write" });
});
