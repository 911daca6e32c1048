import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020";
import { driftNotifier } from "../../../../src/cli/commands/drift/notify";
import type { ObjectChange, Report } from "../../../../src/cli/reports/changes/report-model";
import { callCli } from "../../../support/cli/call-cli";
import { alertChange, dashboardChange, stackOf } from "../../../support/cli/report/sample-report";
import { WebhookReceiver } from "../../../support/cli/webhook-receiver";

const SCHEMA = join(__dirname, "..", "..", "..", "..", "docs", "cli-schemas", "drift-notification.schema.json");

let receiver: WebhookReceiver;
let folder: string;
let state: string;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
});

afterAll(() => receiver.stop());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clickstack-notify-"));
  state = join(folder, "notified.json");
  receiver.received.length = 0;
  receiver.answer = { status: 200 };
});

afterEach(() => rmSync(folder, { recursive: true }));

const unmanagedKey = { type: "clickstack_api_key", noun: "key", name: "by hand", id: "k1" };

function reportOf(objects: readonly ObjectChange[], rest: Partial<Report> = {}): Report {
  const managed = [alertChange.address, dashboardChange.address];
  const shop = { ...stackOf(objects, { managed, failed: false, outputs: [], diagnostics: [] }), reviewed: [] };
  return { command: "drift", stacks: [shop], unmanaged: [], shared: [], problems: [], ...rest };
}

/** Simulates one run of `drift --notify`. */
function notify(report: Report, { url = receiver.url, format = undefined as "slack" | undefined, known = true } = {}) {
  const environment = { CLICKSTACK_NOTIFY_URL: url, CI_JOB_URL: "https://gitlab.example/acme/shop/-/jobs/7" };
  return driftNotifier(format, state, environment)(report, known);
}

const lastNotification = () => JSON.parse(receiver.received.at(-1) ?? "{}");

const [where] = dashboardChange.fields;
const fatal = { ...dashboardChange, fields: where ? [where] : [] };
const critical: ObjectChange = {
  ...dashboardChange,
  fields: where ? [{ ...where, after: { kind: "value", value: "level:critical" } }] : [],
};

describe("drift --notify", () => {
  test("posts drift once, posts again after it changes, and posts once after it is resolved", async () => {
    expect(await notify(reportOf([]))).toBeUndefined();
    expect(receiver.received).toEqual([]);

    await notify(reportOf([fatal], { unmanaged: [unmanagedKey] }));
    expect(lastNotification()).toEqual({
      kind: "drift-notification",
      version: 1,
      title: "ClickStack drift: 2 new or changed",
      inSync: false,
      drift: [
        {
          ...{ what: "changed", stack: "shop", address: "clickstack_dashboard.checkout", type: "clickstack_dashboard" },
          ...{ noun: "dashboard", name: "Checkout", summary: "dashboard Checkout was changed" },
          changes: ["Checkout > tile errors: where level:error -> level:fatal"],
        },
        { what: "unmanaged", ...unmanagedKey, summary: "key by hand is in no state", changes: [] },
      ],
      omitted: 0,
      resolved: [],
      resolvedOthers: 0,
      remaining: 2,
      link: "https://gitlab.example/acme/shop/-/jobs/7",
    });
    expect(new Ajv2020({ strict: false }).validate(JSON.parse(readFileSync(SCHEMA, "utf8")), lastNotification())).toBe(
      true,
    );

    await notify(reportOf([fatal], { unmanaged: [unmanagedKey] }));
    expect(receiver.received).toHaveLength(1);

    await notify(reportOf([critical, alertChange], { unmanaged: [unmanagedKey] }));
    expect(lastNotification()).toMatchObject({ title: "ClickStack drift: 2 new or changed", remaining: 3 });

    await notify(reportOf([alertChange]));
    expect(lastNotification()).toMatchObject({
      title: "ClickStack drift: 2 resolved",
      drift: [],
      resolved: [{ stack: "shop", address: "clickstack_dashboard.checkout" }],
      resolvedOthers: 1,
      remaining: 1,
    });

    await notify(reportOf([]));
    await notify(reportOf([]));
    expect(receiver.received).toHaveLength(4);
    expect(lastNotification()).toMatchObject({ title: "ClickStack is in sync again: 1 resolved", inSync: true });
  });

  test("does not report drift as resolved for stacks without a successful plan", async () => {
    await notify(reportOf([fatal], { unmanaged: [unmanagedKey] }));
    const failed = stackOf([], { failed: true, managed: [] });
    await notify(reportOf([], { stacks: [{ ...failed, reviewed: [] }] }), { known: false });
    await notify(reportOf([fatal]), { known: false });
    expect(receiver.received).toHaveLength(1);
  });

  test("reports the drift of a renamed or removed stack as resolved", async () => {
    await notify(reportOf([fatal], { unmanaged: [unmanagedKey] }));
    const other = { ...stackOf([], { failed: false, managed: [] }), name: "other", reviewed: [] };
    await notify(reportOf([], { stacks: [other] }), { known: false });
    // This run does not list unmanaged objects. The unmanaged key counts as drift until a run lists all of them.
    expect(lastNotification()).toMatchObject({
      title: "ClickStack drift: 1 resolved",
      resolvedOthers: 1,
      remaining: 1,
    });
    await notify(reportOf([], { stacks: [other] }));
    expect(lastNotification()).toMatchObject({ title: "ClickStack is in sync again: 1 resolved", inSync: true });
    expect(Object.keys(JSON.parse(readFileSync(state, "utf8")).posted)).toEqual([]);
    expect(receiver.received).toHaveLength(3);
  });

  test("posts again after a failed post, and its errors contain no part of the webhook address", async () => {
    const url = receiver.url;
    receiver.answer = { status: 500, text: `no channel for ${new URL(url).pathname} secret-path-7712` };
    const refused = await notify(reportOf([fatal]));
    expect(refused).toMatch(
      /^The drift notification was not posted: 127\.0\.0\.1:\d+ responded with status 500: no channel for \*\*\* \*\*\*\. The next run posts it again\.$/,
    );
    expect(existsSync(state)).toBe(false);
    receiver.answer = { status: 307, location: `${url}/elsewhere` };
    expect(await notify(reportOf([fatal]))).toMatch(/status 307\. Redirects are not followed\. The next run/);
    const unreachable = await notify(reportOf([fatal]), { url: url.replace(/:\d+/, ":1") });
    expect(unreachable).toMatch(/127\.0\.0\.1:1/);
    expect(unreachable).not.toMatch(/secret-path|T0AAAA1/);
    receiver.answer = { status: 204 };
    expect(await notify(reportOf([fatal]))).toBeUndefined();
    expect(receiver.received).toHaveLength(3);
  });

  test.each([
    ["percent-encoded", (path: string) => path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
    ["encoded twice", (path: string) => path.replace(/[a-z]/g, (letter) => `%25${letter.charCodeAt(0).toString(16)}`)],
    ["with upper-case escapes", (path: string) => path.replaceAll("-", "%2D").replaceAll("/", "%2F")],
  ])("masks the path of the webhook address that a response repeats %s", async (_, encoded) => {
    receiver.answer = { status: 404, text: `Cannot POST ${encoded(new URL(receiver.url).pathname)}` };
    expect(await notify(reportOf([fatal]))).toMatch(/responded with status 404: Cannot POST \*\*\*\. The next run/);
  });

  test("writes each object and each change on one line, even if a name has several lines", async () => {
    const forged = { ...fatal, name: "Shop\n• resolved: every alert in shop" };
    await notify(reportOf([forged]), { format: "slack" });
    const text: string = lastNotification().blocks[0].text.text;
    expect(text.split("\n").filter((line) => line.startsWith("•"))).toEqual([
      expect.stringMatching(/^• dashboard Shop • resolved: every alert in shop was changed/),
    ]);
  });

  test("stores only digests that reveal nothing without the webhook address", async () => {
    await notify(reportOf([fatal]));
    const text = readFileSync(state, "utf8");
    const digest = "[0-9a-f]{64}";
    expect(text.replaceAll(/\s/g, "")).toMatch(
      new RegExp(`^\\{"posted":\\{"${digest}":\\{"${digest}":"${digest}"\\}\\},"version":1,"webhook":"${digest}"\\}$`),
    );
    // Another webhook has not received this drift yet, so the drift is posted again.
    await notify(reportOf([fatal]), { url: `${receiver.url}-2` });
    expect(receiver.received).toHaveLength(2);
    expect(readFileSync(state, "utf8")).not.toBe(text);
  });

  test("sends Slack messages that contain the names of users only as plain text", async () => {
    const name = "<!channel> & <https://evil.example|click>\u202e";
    await notify(reportOf([{ ...fatal, name }]), { format: "slack" });
    const { text, blocks } = lastNotification();
    expect(text).toBe("ClickStack drift: 1 new or changed");
    expect(blocks).toEqual([
      {
        type: "section",
        text: { type: "mrkdwn", verbatim: true, text: expect.stringContaining("&lt;!channel&gt; &amp; &lt;https:") },
      },
    ]);
    expect(receiver.received[0]).not.toMatch(/<|\u202e/);
  });

  test("keeps a message about hundreds of large changes within Slack's limits", async () => {
    const change = {
      ...fatal,
      fields: Array.from({ length: 20 }, () => ({ ...fatal.fields[0], field: "x".repeat(500) })),
    };
    const many = Array.from({ length: 300 }, (_, index) => ({ ...change, address: `clickstack_dashboard.d${index}` }));
    await notify(reportOf(many as ObjectChange[]), { format: "slack" });
    const { blocks } = lastNotification();
    expect(blocks.length).toBeLessThanOrEqual(50);
    expect(Math.max(...blocks.map((block: { text: { text: string } }) => block.text.text.length))).toBeLessThanOrEqual(
      3000,
    );
    expect(receiver.received[0]).toContain("and 270 more");
  });

  test.each([
    ["not JSON", "{"],
    ["another document", '{"version":1,"webhook":"x","posted":{}}'],
    ["a later version", `{"version":2,"webhook":"${"0".repeat(64)}","posted":{}}`],
    ["names instead of digests", `{"version":1,"webhook":"${"0".repeat(64)}","posted":{"checkout":{"a":"b"}}}`],
    ["more than four megabytes", " ".repeat(4 * 1024 * 1024 + 1)],
  ])("refuses a state file with %s", async (_, text) => {
    writeFileSync(state, text);
    await expect(async () => notify(reportOf([fatal]))).rejects.toThrow(
      /notified\.json is not usable as --notify-state\./,
    );
    expect(readFileSync(state, "utf8")).toBe(text);
  });

  test("refuses a state file that is a folder", async () => {
    mkdirSync(state);
    await expect(async () => notify(reportOf([fatal]))).rejects.toThrow(
      "It is not a regular file of at most 4194304 bytes. Fix: Delete it",
    );
  });

  test("refuses a state file that is a FIFO, and does not wait for a writer", async () => {
    execFileSync("mkfifo", [state]);
    await expect(async () => notify(reportOf([fatal]))).rejects.toThrow("It is not a regular file");
  });

  test.each([
    [undefined, "CLICKSTACK_NOTIFY_URL is not set."],
    ["hooks.slack.com/services/secret-path", "CLICKSTACK_NOTIFY_URL is not a valid address."],
    ["https://user:secret-path@hooks.example/x", "CLICKSTACK_NOTIFY_URL is not a valid address."],
    ["file:///secret-path", "CLICKSTACK_NOTIFY_URL is not a valid address."],
    ["http://hooks.example/secret-path", "CLICKSTACK_NOTIFY_URL is an http address"],
  ])("refuses the webhook address %s before it plans", async (url, message) => {
    for (const words of [["--notify"], ["--notify-format", "slack"], ["--notify-state", state]]) {
      const { exitCode, stderr } = await callCli(["drift", folder, ...words], { CLICKSTACK_NOTIFY_URL: url });
      expect(exitCode).toBe(1);
      expect(stderr).toContain(`error: ${message}`);
      expect(stderr).not.toContain("secret-path");
    }
  });
});
