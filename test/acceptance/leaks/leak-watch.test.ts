import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { generateKeyMaterial, hashesOf } from "../../../src/resources/api-key/secret/secrets";
import { LeakWatch } from "../../support/leaks/leak-watch";

const SECRET = 'a secret/"of" 26 characters';
const { keyId, keySecret } = generateKeyMaterial();

let folder: string;
let watch: LeakWatch;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "leak-watch-"));
  watch = new LeakWatch(folder);
  watch.know({ texts: [SECRET] });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (file: string, content: string | Buffer) => writeFileSync(join(folder, file), content);
const heard = (output: Partial<Record<"stdout" | "stderr", string>>, ...args: string[]) =>
  watch.hear({ args, stdout: "", stderr: "", ...output });
const stateWith = (attributes: Record<string, unknown>) =>
  JSON.stringify({ resources: [{ type: "clickstack_api_key", instances: [{ attributes }] }] });

test("a folder without secrets has no leaks", () => {
  put("terraform.tfstate", stateWith({ name: "ci", key_suffix: "abcd" }));
  heard({ stdout: "Apply complete!" }, "apply");
  expect(watch.leaks()).toEqual([]);
});

test.each([
  ["plain", `x${SECRET}x`],
  ["JSON", JSON.stringify({ token: SECRET })],
  ["percent-encoded", `https://example.com/?token=${encodeURIComponent(SECRET)}`],
  ["hexadecimal", Buffer.from(SECRET).toString("hex")],
  ["base64", Buffer.from(SECRET).toString("base64")],
  ["base64", Buffer.from(`i:${SECRET}`).toString("base64")],
  ["base64", Buffer.from(`id:${SECRET}:more`).toString("base64")],
])("the search finds a secret in a file and in the output in the form %s", (form, text) => {
  put("crash.log", `goroutine 1\n${text}\n`);
  heard({ stderr: `Error: ${text}` }, "apply", "-auto-approve");
  expect(watch.leaks()).toEqual(
    expect.arrayContaining([
      expect.stringContaining("crash.log: a secret of 27 characters"),
      expect.stringContaining('stderr of "apply -auto-approve": a secret of 27 characters'),
    ]),
  );
  expect(watch.leaks().join()).toContain(`(${form})`);
  expect(watch.leaks().join()).not.toContain(SECRET);
});

test("the search finds key material without a known plain text by its format and by its digest", () => {
  const { keyIdHash, keySecretHash } = hashesOf({ keyId, keySecret });
  put("provider.log", `Authorization: Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`);
  put("terraform.tfstate", JSON.stringify({ resources: [], outputs: { secret: { value: keySecret } } }));
  expect(watch.leaks()).toEqual([
    "provider.log: a secret of 42 characters (base64, known by its form)",
    "terraform.tfstate: a secret of 42 characters (plain, known by its form)",
  ]);
  watch.know({ keyHashes: [keyIdHash, keySecretHash] });
  put("provider.log", `user ${keyId}`);
  expect(watch.leaks()).toContain("provider.log: a secret of 20 characters (plain, known by its digest)");
});

test("a declared secret is allowed in its file, in a plan's copy and in the engine's quotes, and in no other place", () => {
  const text = `resource "x" "y" {\n  headers = { token = "${keySecret}" }\n}\n`;
  watch.wrote("main.tf", text);
  put("main.tf", text);
  put("changes.tfplan", zip({ "tfconfig/m-/main.tf": text, tfplan: "" }));
  heard({ stderr: `│   on main.tf line 2:\n│    2:   headers = { token = "${keySecret}" }\n` }, "plan");
  heard({ stdout: JSON.stringify({ configuration: { token: keySecret }, planned_values: {} }) }, "show", "-json");
  expect(watch.leaks()).toEqual([]);
  heard({ stdout: JSON.stringify({ configuration: {}, planned_values: { token: keySecret } }) }, "show", "-json");
  put("other.tf", text);
  put("changes.tfplan", zip({ "tfconfig/m-/main.tf": text, tfplan: `token ${keySecret}` }));
  heard({ stdout: `token = "${keySecret}"` }, "apply");
  expect(watch.leaks().map((leak) => leak.split(":")[0])).toEqual([
    'stdout of "show -json"',
    'stdout of "apply"',
    "tfplan in changes.tfplan",
    "other.tf",
  ]);
});

test("a secret with secret_in_state is allowed in the state and in requested values, and in no log", () => {
  put("terraform.tfstate", stateWith({ secret_in_state: true, key_id: keyId, key_secret: keySecret }));
  heard({ stdout: JSON.stringify({ key_secret: keySecret }) }, "show", "-json");
  put("changes.tfplan", zip({ tfstate: keySecret }));
  expect(watch.leaks()).toEqual([]);
  heard({ stdout: `key_secret = "${keySecret}"` }, "show");
  put("provider.log", keySecret);
  expect(watch.leaks().map((leak) => leak.split(":")[0])).toEqual(['stdout of "show"', "provider.log"]);
});

test("a secret without secret_in_state counts as a leak in the state too", () => {
  put("terraform.tfstate", stateWith({ secret_in_state: null, key_id: keyId, key_secret: keySecret }));
  put("terraform.tfstate.backup", stateWith({ encrypted_secret: keySecret }));
  heard({}, "apply");
  expect(watch.leaks().map((leak) => leak.split(":")[0])).toEqual(["terraform.tfstate", "terraform.tfstate.backup"]);
});

test("the search skips the provider's executable, but not a folder with another name", () => {
  mkdirSync(join(folder, "terraform.d", "plugins"), { recursive: true });
  mkdirSync(join(folder, "plugins"));
  put(join("terraform.d", "plugins", "provider"), SECRET);
  put(join("plugins", "provider"), SECRET);
  expect(watch.leaks()).toEqual(["plugins/provider: a secret of 27 characters (plain)"]);
});

/** An archive of packed files, as Terraform saves a plan. */
function zip(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(Buffer.from(text));
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
