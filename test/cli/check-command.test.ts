import { join } from "node:path";
import { Emulator } from "../../src/emulator";
import { environmentFor } from "../support/environment";
import { runProcess } from "../support/run-process";

const CLI = join(__dirname, "..", "..", "dist", "cli", "cdk-clickstack.js");
const ABSENT = "0123456789abcdef01234567";

let emulator: Emulator;
let environment: Record<string, string>;
beforeAll(async () => {
  emulator = new Emulator({ limits: false });
  environment = environmentFor(await emulator.start());
});
afterAll(() => emulator.stop());

const check = (own: Record<string, string>, ...words: string[]) =>
  runProcess(process.execPath, [CLI, "check", ...words], { cwd: __dirname, environment: own });

test("a check that finds something wrong exits with code 2, in words and as JSON", async () => {
  const words = await check(environment, "alert", ABSENT);
  expect([words.exitCode, words.stdout]).toEqual([2, ""]);
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

test("a check that cannot be made exits with code 1, and says why in words and as JSON", async () => {
  const wrong = { ...environment, CLICKSTACK_API_KEY: "wrong" };
  const { exitCode, stdout, stderr } = await check(wrong, "alert", ABSENT, "--json");
  expect(exitCode).toBe(1);
  expect(stderr).toContain("The check could not be made");
  expect(JSON.parse(stdout)).toEqual({ kind: "error", version: 1, message: stderr.trim() });
});
