import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkedMaterial } from "../../../src/cli/commands/check/key-check";
import { encryptionTo } from "../../../src/resources/api-key/secret/secrets";
import { newAgeKeys } from "../../support/age";

const CLI = join(__dirname, "..", "..", "..", "dist", "cli", "cdk-clickstack.js");
const MATERIAL = { keyId: "abcdefghij0123456789", keySecret: "4b1d-a-secret" };

let folder: string;
let identityFile: string;
let cipherText: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clickstack-decrypt-"));
  identityFile = join(folder, "key.txt");
  const [{ identity, recipient }, other] = [await newAgeKeys(), await newAgeKeys()];
  writeFileSync(identityFile, `# created: today\n# public key: ${recipient}\n${other.identity}\n${identity}\n`);
  cipherText = await (await encryptionTo([recipient]))(MATERIAL);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const decrypt = (input: string, ...args: string[]) =>
  spawnSync(process.execPath, [CLI, "decrypt", ...args], { input, encoding: "utf8" });

test("decrypt prints the plain text for any identity of the file", () => {
  const { stdout, stderr, status } = decrypt(cipherText, "-i", identityFile);
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  expect(JSON.parse(stdout)).toEqual({ key_id: MATERIAL.keyId, key_secret: MATERIAL.keySecret });
});

test("decrypt prints the reason of a failure without the identity", () => {
  const broken = decrypt(cipherText.replace("BEGIN", "BEGUN"), "-i", identityFile);
  expect(broken.status).toBe(1);
  expect(broken.stdout).toBe("");
  expect(broken.stderr).toMatch(/^Could not decrypt: /);
  expect(broken.stderr).not.toContain("AGE-SECRET-KEY");
  expect(decrypt(cipherText).stderr).toContain("--identity");
});

test("keygen writes an identity that only its owner can read, and the identity decrypts texts for its recipient", async () => {
  const file = join(folder, "own.txt");
  const keygen = () => spawnSync(process.execPath, [CLI, "keygen", "-o", file], { encoding: "utf8" });
  const { stdout, stderr, status } = keygen();
  expect([stdout, stderr, status]).toEqual([expect.stringMatching(/^age1[0-9a-z]+\n$/), "", 0]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const encrypted = await (await encryptionTo([stdout.trim()]))(MATERIAL);
  expect(JSON.parse(decrypt(encrypted, "-i", file).stdout)).toMatchObject({ key_id: MATERIAL.keyId });
  const before = readFileSync(file, "utf8");
  expect(keygen()).toMatchObject({ status: 1, stdout: "", stderr: `error: ${file} exists. Fix: Name a new file.\n` });
  expect(readFileSync(file, "utf8")).toBe(before);
  expect(readdirSync(folder).sort()).toEqual(["key.txt", "own.txt"]);
});

test("keygen reports a missing folder, and a failed write leaves no part of an identity", () => {
  const keygen = (...words: string[]) => spawnSync(words[0] ?? "", words.slice(1), { cwd: folder, encoding: "utf8" });
  const missing = keygen(process.execPath, CLI, "keygen", "-o", "no/such/key.txt");
  expect(missing).toMatchObject({
    status: 1,
    stderr: "error: no/such/key.txt cannot be used: it or its folder does not exist. Create it, or name another one.\n",
  });
  const before = readdirSync(folder);
  // The limit of the shell is the maximum size of a file in blocks. Its signal ends a program that does not ignore it.
  const limited = `trap "" XFSZ; ulimit -f 0; exec "${process.execPath}" "${CLI}" keygen -o new.txt 2>&1 >&2 | cat`;
  expect(keygen("sh", "-c", limited).stdout).toContain("new.txt cannot be used: it is larger than this disk allows.");
  expect(readdirSync(folder)).toEqual(before);
});

test("a check accepts a plain or encrypted key, and reports missing settings", async () => {
  const expected = { cloudApiKey: MATERIAL.keyId, cloudApiSecret: MATERIAL.keySecret };
  const { keyId: CLICKSTACK_CHECK_KEY_ID, keySecret: CLICKSTACK_CHECK_KEY_SECRET } = MATERIAL;
  expect(await checkedMaterial({ CLICKSTACK_CHECK_KEY_ID, CLICKSTACK_CHECK_KEY_SECRET })).toEqual(expected);
  const encrypted = { CLICKSTACK_CHECK_ENCRYPTED_SECRET: cipherText, CLICKSTACK_CHECK_IDENTITY_FILE: identityFile };
  expect(await checkedMaterial(encrypted)).toEqual(expected);
  await expect(checkedMaterial({ CLICKSTACK_CHECK_KEY_ID })).rejects.toThrow("CLICKSTACK_CHECK_KEY_SECRET");
});
