import { join } from "node:path";
import { seedIds } from "../../../src/emulator";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { environmentFor, managedEnvironmentFor } from "../../support/environment";
import { runProcess } from "../../support/run-process";

const CLI = join(__dirname, "..", "..", "..", "dist", "cli", "cdk-clickstack.js");
const ABSENT = "0123456789abcdef01234567";

const emulator = emulatorForTests();
let environment: Record<string, string>;
beforeAll(() => {
  environment = environmentFor(emulator.endpoints);
});
const check = (own: Record<string, string>, ...words: string[]) =>
  runProcess(process.execPath, [CLI, "check", ...words], { cwd: __dirname, environment: own });

test("a check with a finding exits with code 2, and prints the finding as text and as JSON", async () => {
  const words = await check(environment, "alert", ABSENT);
  expect(words.exitCode).toBe(2);
  expect(words.stdout).toBe("");
  expect(words.stderr).toContain(ABSENT);
  const json = await check(environment, "alert", ABSENT, "--json");
  expect(json.exitCode).toBe(2);
  expect(JSON.parse(json.stdout)).toEqual({
    kind: "check",
    version: 1,
    passed: false,
    findings: [words.stderr.trim()],
  });
});

test("a check that cannot run exits with code 1, and prints the reason as text and as JSON", async () => {
  const wrong = { ...environment, CLICKSTACK_API_KEY: "wrong" };
  const { exitCode, stdout, stderr } = await check(wrong, "alert", ABSENT, "--json");
  expect(exitCode).toBe(1);
  expect(stderr).toContain("The check failed to run");
  expect(JSON.parse(stdout)).toEqual({ kind: "error", version: 1, message: stderr.trim() });
});

describe("an object that a key must not read", () => {
  const { startKey } = seedIds;
  const ofKey = () => {
    const { keyId, keySecret } = emulator.endpoints.managed;
    const own = { CLICKSTACK_CHECK_KEY_ID: keyId, CLICKSTACK_CHECK_KEY_SECRET: keySecret };
    return { ...managedEnvironmentFor(emulator.endpoints), ...own };
  };

  test.each([
    [["--may-not-read", "keys"], {}, "may read keys too"],
    [["--may-read", "keys"], { CLICKSTACK_CHECK_MAY_NOT_READ: "sources" }, "may read sources too"],
  ])("is reported if the key can read it: %j %j", async (words, more, found) => {
    const { exitCode, stdout, stderr } = await check({ ...ofKey(), ...more }, "key", startKey, ...words);
    expect(exitCode).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(found);
  });

  test.each([
    [["--may-not-read", "keys,dashboards"], '"dashboards" is not valid. Use keys or sources.'],
    [["--may-read", "keys", "--may-not-read", "keys"], "both allow and refuse to read keys"],
  ])("and cannot be asked is an error: %j", async (words, said) => {
    const { exitCode, stderr } = await check(ofKey(), "key", startKey, ...words);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(said);
  });
});
