import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedIds } from "../../../../src/emulator";
import { newAgeKeys } from "../../../support/age";
import { callCli } from "../../../support/cli/call-cli";
import { BUILT_CLI } from "../../../support/cli/run-cli";
import { startEmulator } from "../../../support/emulator/emulator-for-tests";
import { environmentFor } from "../../../support/environment";
import { firstOf } from "../../../support/long-test";
import { runProcess } from "../../../support/run-process";

const ORGANIZATION = "aaaaaaaa-0000-4000-8000-000000000001";
const KEY = { CLICKSTACK_CHECK_KEY_ID: "newKeyId", CLICKSTACK_CHECK_KEY_SECRET: "newKeySecret" };
/** The files that synthesis writes into the folder of a stack. */
const SCRIPT = "clickstack-check.cjs";

describe("the check of a key", () => {
  test("reads all values from the environment", async () => {
    const emulator = await startEmulator();
    const { managed } = emulator.endpoints;
    const { exitCode, stdout } = await callCli(["check", "key"], {
      ...environmentFor(emulator.endpoints),
      CLICKSTACK_CHECK_ID: seedIds.startKey,
      CLICKSTACK_CHECK_STATE: "enabled",
      CLICKSTACK_CHECK_MAY_READ: "keys",
      CLICKSTACK_CHECK_KEY_ID: managed.keyId,
      CLICKSTACK_CHECK_KEY_SECRET: managed.keySecret,
    });
    await emulator.stop();
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`The key ${seedIds.startKey} works.\n`);
  });

  test.each([
    ["no id", {}, "CLICKSTACK_CHECK_ID"],
    ["no key", { CLICKSTACK_CHECK_ID: seedIds.startKey, CLICKSTACK_CHECK_KEY_ID: "" }, "CLICKSTACK_CHECK_KEY_SECRET"],
    [
      "invalid JSON",
      { CLICKSTACK_CHECK_ID: seedIds.startKey, CLICKSTACK_CHECK_PROVIDER: '{"cloudApiSecret": "s3cret' },
      "CLICKSTACK_CHECK_PROVIDER is not a valid JSON object",
    ],
  ])("refuses %s with an error that does not show the value", async (_, environment, message) => {
    const { exitCode, stderr } = await callCli(["check", "key"], {
      ...KEY,
      CLICKHOUSE_ORGANIZATION_ID: ORGANIZATION,
      ...environment,
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("s3cret");
  });

  test("shows no part of an invalid encrypted secret", async () => {
    const folder = mkdtempSync(join(tmpdir(), "clickstack-check-"));
    const keys = await newAgeKeys();
    const { armor, Encrypter } = await import("age-encryption");
    const encrypter = new Encrypter();
    encrypter.addRecipient(keys.recipient);
    const identity = join(folder, "key.txt");
    writeFileSync(identity, keys.identity);
    for (const clear of ["s3cret", '{"key_id":"id","key_secret":', '{"key_id":"s3cret"}']) {
      const { exitCode, stderr } = await callCli(["check", "key", seedIds.startKey], {
        CLICKHOUSE_ORGANIZATION_ID: ORGANIZATION,
        CLICKSTACK_CHECK_ENCRYPTED_SECRET: armor.encode(await encrypter.encrypt(clear)),
        CLICKSTACK_CHECK_IDENTITY_FILE: identity,
      });
      expect(exitCode).toBe(1);
      expect(stderr).toContain("The decrypted secret");
      expect(stderr).not.toContain("s3cret");
    }
    rmSync(folder, { recursive: true });
  });
});

test.each(firstOf(1, ["key", "alert"]))(
  "the shell that starts the check of a %s evaluates no part of the id",
  async (what) => {
    const folder = mkdtempSync(join(tmpdir(), "clickstack-check-"));
    await using emulator = await startEmulator();
    const environment = environmentFor(emulator.endpoints);
    const { keyId, keySecret } = emulator.endpoints.managed;
    const signing = { CLICKSTACK_CHECK_KEY_ID: keyId, CLICKSTACK_CHECK_KEY_SECRET: keySecret };
    copyFileSync(BUILT_CLI, join(folder, SCRIPT));
    // The project uses ES modules.
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const check = (id: string) =>
      runProcess("/bin/sh", ["-c", `node ${SCRIPT} check ${what}`], {
        cwd: folder,
        environment: { ...environment, ...signing, CLICKSTACK_CHECK_ID: id },
      });
    expect(await check("nothing")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^The check failed to run: GET \/.+\/nothing returned 400/),
    });
    for (const id of [
      "$(touch own)",
      "`touch own`",
      '"; touch own; "',
      "' || touch own #",
      "%PATH% & echo > own",
      "--state disabled",
    ]) {
      const { exitCode } = await check(id);
      expect({ id, exitCode }).not.toEqual({ id, exitCode: 0 });
    }
    expect(existsSync(join(folder, "own"))).toBe(false);
    rmSync(folder, { recursive: true });
  },
);
