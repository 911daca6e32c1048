import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { checkAlert } from "../../../../src/cli/commands/check/alert-check";
import { type Emulator, seedIds } from "../../../../src/emulator";
import { type Client, createClient } from "../../../../src/resources/client";
import { ImpatientClock } from "../../../support/client/impatient-clock";
import { emulatorForEachTest } from "../../../support/emulator/emulator-for-tests";
import { RefusingPort } from "../../../support/refusing-port";
import { ui } from "../../../support/ui";

let emulator: Emulator;
let listener: Server;
let client: Client;
let requests: number;
emulatorForEachTest(
  (each) => {
    emulator = each;
  },
  { webhookAllowList: ["127.0.0.1"] },
);

beforeEach(async () => {
  requests = 0;
  listener = createServer((_, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { openSource } = emulator.endpoints;
  client = createClient({ openSource, userAgent: "tests", environment: {} }, new ImpatientClock());
});

afterEach(async () => {
  await client.close();
  await new Promise((resolve) => listener.close(resolve));
});

const port = () => (listener.address() as AddressInfo).port;

/** An alert on a saved search of the logs, sent to a webhook that listens. */
const made = async (hookPort: number = port()) => {
  const url = `http://127.0.0.1:${hookPort}/hooks/token-of-the-hook`;
  const webhook = await client.webhooks.create({ name: "Hook", service: "generic", url });
  const search = await client.savedSearches.create({ name: "Errors", sourceId: seedIds.logs });
  const alert = await client.alerts.create({
    source: "saved_search",
    savedSearchId: search.id,
    interval: "5m",
    threshold: 1,
    thresholdType: "above",
    name: "Errors",
    channel: { type: "webhook", webhookId: webhook.id },
  });
  return { alert, webhook, search };
};

const check = async (id: string, reachWebhooks = true) => checkAlert(client, { id, reachWebhooks });

test("an alert passes without a notification if its channels and its source respond", async () => {
  const { alert } = await made();
  expect(await check(alert.id)).toEqual({
    passed: true,
    findings: ["The alert Errors works: its channels and its source respond."],
  });
  expect(requests).toBe(0);
});

test("a webhook without a listening server fails, unless --no-reach is set, and the message omits the webhook's path", async () => {
  await using refusing = await RefusingPort.hold();
  const { alert } = await made(refusing.port);
  const { passed, findings } = await check(alert.id);
  expect(passed).toBe(false);
  expect(findings).toEqual([
    `Its channel, the webhook "Hook", cannot be reached: 127.0.0.1:${refusing.port} cannot be reached (ECONNREFUSED).`,
  ]);
  expect(await check(alert.id, false)).toMatchObject({ passed: true });
});

test("an evaluation error is shown without the path of a webhook, and an unknown kind of entry is ignored", async () => {
  const { alert } = await made();
  const message = "POST https://user:secret@hooks.example.com/services/T0/B0?key=1 failed";
  const executionErrors = [{ type: "WEBHOOK_ERROR", message }, null, "newer", { type: { of: "newer" }, message: 7 }];
  await ui(emulator, "PATCH", `/api/v2/alerts/${alert.id}`, { executionErrors });
  expect((await check(alert.id)).findings).toEqual([
    "Its last evaluation failed, WEBHOOK_ERROR: POST https://hooks.example.com/... failed",
    "Its last evaluation failed, UNKNOWN: ",
  ]);
});

test("a deleted channel, a deleted source and a failed evaluation are all reported", async () => {
  const { alert, webhook } = await made();
  const second = await client.webhooks.create({ name: "Second", service: "generic", url: "https://example.com/hook" });
  const channels = [webhook.id, second.id].map((webhookId) => ({ type: "webhook", webhookId }));
  await ui(emulator, "PATCH", `/api/v2/alerts/${alert.id}`, { channels });
  await ui(emulator, "DELETE", `/api/v2/webhooks/${second.id}`);
  await ui(emulator, "DELETE", `/api/v2/sources/${seedIds.logs}`);
  await ui(emulator, "PATCH", `/api/v2/alerts/${alert.id}`, {
    executionErrors: [
      { timestamp: "2020-01-01T00:00:00.000Z", type: "QUERY_ERROR", message: "reverted long ago" },
      { timestamp: "2100-01-01T00:00:00.000Z", type: "QUERY_ERROR", message: "Unknown column" },
    ],
  });
  expect(await check(alert.id)).toEqual({
    passed: false,
    findings: [
      "Its last evaluation failed, QUERY_ERROR: Unknown column",
      `Its channel, the webhook ${second.id}, does not exist.`,
      `Its source ${seedIds.logs} does not exist.`,
    ],
  });
});

test("a source fails the check if its connection was deleted", async () => {
  const { alert } = await made();
  await ui(emulator, "DELETE", `/api/v2/connections/${seedIds.connection}`);
  const { passed, findings } = await check(alert.id);
  expect(passed).toBe(false);
  expect(findings).toEqual([expect.stringMatching(/^Its source "Logs" does not respond: .*Connection not found/)]);
});

test("an alert that was deleted is reported", async () => {
  expect(await check("0123456789abcdef01234567")).toEqual({
    passed: false,
    findings: ["The alert with the id 0123456789abcdef01234567 does not exist."],
  });
});

describe("a test notification", () => {
  const sent = async (id: string) => {
    const announced: string[] = [];
    const requestsBefore: number[] = [];
    const verdict = await checkAlert(client, {
      id,
      reachWebhooks: true,
      announceTest: (text) => {
        announced.push(text);
        requestsBefore.push(emulator.notifications.length);
      },
    });
    return { ...verdict, announced, requestsBefore };
  };
  const receiver = (name: string) => `${emulator.endpoints.openSource.endpoint}/ui/notifications/${name}?token=s3cret`;
  const host = () => new URL(emulator.endpoints.openSource.endpoint).host;
  const alertOn = async (fields: Record<string, unknown>) => {
    const { alert, webhook } = await made();
    const stored = (await ui(emulator, "GET", `/raw/webhooks/${webhook.id}`)) as { data: object };
    await ui(emulator, "PUT", `/raw/webhooks/${webhook.id}`, { ...stored.data, ...fields });
    return alert;
  };

  test("reaches a generic webhook with the rendered template, and is announced before it is sent", async () => {
    const body = '{"t":"{{title}}","limit":{{threshold}},"firing":{{#if (eq state "ALERT")}}true{{else}}false{{/if}} }';
    const alert = await alertOn({ url: receiver("oncall"), body });
    await ui(emulator, "PATCH", `/api/v2/alerts/${alert.id}`, { name: 'Errors of "shop"' });
    expect(await sent(alert.id)).toEqual({
      passed: true,
      findings: [
        'The alert Errors of "shop" works: its channels and its source respond.',
        'The webhook "Hook" accepted a test notification (200).',
      ],
      announced: [`Sending a test notification to the webhook "Hook" at ${host()} ...`],
      requestsBefore: [0],
    });
    expect(emulator.notifications).toMatchObject([
      { receiver: "oncall", body: { t: 'Test of the alert Errors of "shop"', limit: 1, firing: true } },
    ]);
  });

  test("has the format of Slack messages for a Slack webhook, with escaped special characters", async () => {
    const alert = await alertOn({ service: "slack", url: receiver("slack") });
    await ui(emulator, "PATCH", `/api/v2/alerts/${alert.id}`, { name: "a <!channel> & b" });
    expect(await sent(alert.id)).toMatchObject({ passed: true });
    const [{ body } = { body: undefined }] = emulator.notifications;
    expect(body).toMatchObject({
      text: "Test of the alert a &lt;!channel&gt; &amp; b",
      blocks: [{ type: "section", text: { type: "mrkdwn" } }],
    });
  });

  test("causes a finding without the response text if the receiver refuses it", async () => {
    listener.removeAllListeners("request").on("request", (request, response) => {
      response.writeHead(403).end(`<p>no: ${request.url}</p>`);
    });
    const alert = await alertOn({});
    const { passed, findings } = await sent(alert.id);
    expect({ passed, findings }).toEqual({
      passed: false,
      findings: [
        'The webhook "Hook" refused the test notification with status 403. The server does not return the headers and query parameters of a webhook, so the test has none.',
      ],
    });
  });

  test("is not sent from a public server to a private address, unless --allow-private is set", async () => {
    const { alert } = await made();
    const publicClient = { ...client, endpoint: "https://8.8.8.8" };
    const announced: string[] = [];
    const announceTest = (text: string) => announced.push(text);
    const expected = { id: alert.id, reachWebhooks: true, announceTest };
    expect(await checkAlert(publicClient, expected)).toEqual({
      passed: false,
      findings: [
        'Its channel, the webhook "Hook", was not reached: 127.0.0.1 has a loopback address, and the server has none. Fix: Add --allow-private if the address is yours.',
        'No test was sent to the webhook "Hook": 127.0.0.1 has a loopback address, and the server has none. Fix: Add --allow-private if the address is yours.',
      ],
    });
    expect({ announced, requests }).toEqual({ announced: [], requests: 0 });
    expect(await checkAlert(publicClient, { ...expected, allowsPrivate: true })).toMatchObject({ passed: true });
    expect(requests).toBe(1);
  });

  test("is not sent for an invalid template, for an unreadable webhook body, and for an email channel", async () => {
    const broken = await alertOn({ url: receiver("broken"), body: "{{#if x}}" });
    expect((await sent(broken.id)).findings).toEqual([
      expect.stringMatching(/^No test can be sent to the webhook "Hook": Its template is invalid\. Parse error/),
    ]);
    await ui(emulator, "PATCH", `/api/v2/alerts/${broken.id}`, {
      channels: [{ type: "email", emailRecipients: ["a@example.com"] }],
    });
    expect(await sent(broken.id)).toMatchObject({
      passed: false,
      findings: ["The API has no operation that sends a test to a channel of type email."],
      announced: [],
    });
    expect(emulator.notifications).toEqual([]);
  });
});
