import { seedIds } from "../../../src/emulator";
import { callCli } from "../../support/cli/call-cli";
import { runCli } from "../../support/cli/run-cli";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { environmentFor, managedEnvironmentFor } from "../../support/environment";

const ABSENT = "0123456789abcdef01234567";

const emulator = emulatorForTests();
let environment: Record<string, string>;
beforeAll(() => {
  environment = environmentFor(emulator.endpoints);
});
const check = (own: Record<string, string>, ...words: string[]) => callCli(["check", ...words], own);

test("a check with a finding exits with code 2, and prints the finding as text and as JSON", async () => {
  const words = await runCli(["check", "alert", ABSENT], { environment });
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

test("--send-test prints a note on standard error before it sends, and is refused together with --no-reach", async () => {
  const { openSource } = emulator.endpoints;
  const send = async (path: string, body: object) => {
    const headers = { Authorization: `Bearer ${openSource.accessKey}`, "Content-Type": "application/json" };
    const response = await fetch(`${openSource.endpoint}/api/v2${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return ((await response.json()) as { data: { id: string } }).data.id;
  };
  const url = `${openSource.endpoint}/ui/notifications/cli`;
  const webhookId = await send("/webhooks", { name: "Receiver", service: "generic", url, body: "{{alertId}}" });
  const savedSearchId = await send("/saved-searches", { name: "Errors", sourceId: seedIds.logs });
  const alert = { source: "saved_search", savedSearchId, interval: "5m", threshold: 1, thresholdType: "above" };
  const id = await send("/alerts", { ...alert, name: "Errors", channel: { type: "webhook", webhookId } });
  const refused = await check(environment, "alert", id, "--send-test");
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain("refused the test notification with status 400");
  await fetch(`${openSource.endpoint}/ui/api/v2/webhooks/${webhookId}`, {
    method: "PATCH",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ body: '{"id":"{{alertId}}"}' }),
  });
  const { exitCode, stdout, stderr } = await check(environment, "alert", id, "--send-test", "--json");
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: `Sending a test notification to the webhook "Receiver" at ${new URL(url).host} ...\n`,
  });
  expect(JSON.parse(stdout)).toMatchObject({
    passed: true,
    findings: [expect.any(String), 'The webhook "Receiver" accepted a test notification (200).'],
  });
  expect(emulator.notifications.map(({ body }) => body)).toEqual([{ id }]);
  expect((await check(environment, "alert", id)).exitCode).toBe(0);
  expect(emulator.notifications).toHaveLength(1);
  const contradiction = await check(environment, "alert", id, "--send-test", "--no-reach");
  expect(contradiction.exitCode).toBe(1);
  expect(contradiction.stderr).toContain("Remove --send-test or --no-reach.");
});

describe("an object type that a key must not read", () => {
  const { startKey } = seedIds;
  const ofKey = () => {
    const { keyId, keySecret } = emulator.endpoints.managed;
    const own = { CLICKSTACK_CHECK_KEY_ID: keyId, CLICKSTACK_CHECK_KEY_SECRET: keySecret };
    return { ...managedEnvironmentFor(emulator.endpoints), ...own };
  };

  test.each([
    [["--may-not-read", "keys"], {}, "may read keys too"],
    [["--may-read", "keys"], { CLICKSTACK_CHECK_MAY_NOT_READ: "sources" }, "may read sources too"],
  ])("is reported if the key can read this type: %j %j", async (words, more, found) => {
    const environment = { ...ofKey(), ...more };
    const { exitCode, stdout, stderr } = await runCli(["check", "key", startKey, ...words], { environment });
    expect(exitCode).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain(found);
  });

  test.each([
    [["--may-not-read", "keys,dashboards"], '"dashboards" is not valid. Use keys or sources.'],
    [["--may-read", "keys", "--may-not-read", "keys"], "both allow and refuse to read keys"],
  ])("causes an error if the options are invalid: %j", async (words, said) => {
    const { exitCode, stderr } = await check(ofKey(), "key", startKey, ...words);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(said);
  });
});
