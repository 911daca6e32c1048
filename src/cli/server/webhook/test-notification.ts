import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { ClientError } from "../../../client";
import { packageRoot } from "../../../package-root";
import type { AlertRecord } from "../../../resources/alert/api";
import type { WebhookRecord } from "../../../resources/webhook/api";
import type { BODY_VARIABLES } from "../../../resources/webhook/declaration";
import { expectedError } from "../../terminal/exit";
import { postWebhook, slackBody } from "./post-webhook";
import { findReceiver, type ReceiverOptions } from "./receiver-address";

/** Result of a test notification, one sentence. */
export interface TestResult {
  readonly sent: boolean;
  readonly finding: string;
  /** True if the webhook did not accept the request; false if none was sent. */
  readonly isRefused: boolean;
}

interface TestOptions extends ReceiverOptions {
  /** Called right before the request. */
  readonly announce: (text: string) => void;
  /** Proxies and certificates. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Sends a test notification to a webhook, as the server does when an alert fires. Neither deployment has an operation
 * for it, so the request comes from this machine. A private address is refused unless the server has one too.
 */
export async function sendTestNotification(
  webhook: WebhookRecord,
  alert: AlertRecord,
  { announce, environment, ...receiverOptions }: TestOptions,
): Promise<TestResult> {
  const named = `the webhook "${webhook.name}"`;
  const hint =
    webhook.service === "generic"
      ? " The server does not return the headers and query parameters of a webhook, so the test has none."
      : "";
  const notSent = (finding: string, isRefused = false): TestResult => ({ sent: false, finding, isRefused });
  const url = typeof webhook.url === "string" && URL.canParse(webhook.url) ? new URL(webhook.url) : undefined;
  if (!url) {
    return notSent(`The server does not return the address of ${named}, so no test can be sent.`);
  }
  const rendered = await bodyOf(webhook, alert);
  if ("problem" in rendered) {
    return notSent(`No test can be sent to ${named}: ${rendered.problem}`);
  }
  const receiver = await findReceiver(url, receiverOptions);
  if ("problem" in receiver) {
    return notSent(
      `No test was sent to ${named}: ${receiver.problem}, and the server has none. Fix: Add --allow-private if the address is yours.`,
    );
  }
  announce(`Sending a test notification to ${named} at ${url.host} ...`);
  try {
    const { body } = rendered;
    const { accepted, status } = await postWebhook({ url, body, environment, addresses: receiver.addresses });
    // The finding does not quote the response, which a user of the server can choose.
    return accepted
      ? {
          sent: true,
          finding: `The webhook "${webhook.name}" accepted a test notification (${status}).`,
          isRefused: false,
        }
      : notSent(`The webhook "${webhook.name}" refused the test notification with status ${status}.${hint}`, true);
  } catch (error) {
    return notSent(`The test notification to ${named} failed: ${expectedError(error, ClientError).message}`, true);
  }
}

async function bodyOf({ service, body }: WebhookRecord, alert: AlertRecord): Promise<RenderedBody> {
  const values = valuesOf(alert);
  if (service === "slack") {
    return { body: slackBody(String(values.title), [String(values.body)]) };
  }
  if (service !== "generic") {
    return { problem: `The server does not return the address, the headers or the body that ${service} requires.` };
  }
  return typeof body === "string" && body !== "" ? renderBody(body, values) : { body: JSON.stringify(values) };
}

/** Values of a notification, under the names that templates use (docs/internals/api-behavior.md 3.11). */
type NotificationValues = Readonly<Record<string, string | number | undefined>>;

/** The body of a notification, or the reason why there is none. */
type RenderedBody = { readonly body: string } | { readonly problem: string };

/** Maximum CPU time of this process. A template of the maximum length takes 50 ms. Elapsed time depends on the machine. */
const MAX_CPU_MS = 2000;

const CHECK_MS = 100;

const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/**
 * Renders the template of a webhook's body as the server does: texts are escaped for JSON, and numbers are written
 * directly. Blocks can repeat each other, so the template runs in a worker with limits of time and memory.
 */
export async function renderBody(template: string, values: NotificationValues): Promise<RenderedBody> {
  const escaped = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? JSON.stringify(value).slice(1, -1) : value,
  ]);
  const worker = new Worker(join(packageRoot(), "dist", "cli", "render-template.js"), {
    workerData: { template, values: Object.fromEntries(escaped) },
    resourceLimits: LIMITS,
    env: {},
  });
  const before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > MAX_CPU_MS) {
      worker.emit("error", new Error("timeout"));
    }
  }, CHECK_MS);
  try {
    return await new Promise<RenderedBody>((resolve) => {
      worker.once("message", resolve);
      // The memory can also be exhausted after the time is over.
      worker.on("error", () => resolve({ problem: "Its template needs too much time or memory." }));
    });
  } finally {
    clearInterval(timer);
    await worker.terminate();
  }
}

function valuesOf(alert: AlertRecord): NotificationValues & Record<(typeof BODY_VARIABLES)[number], unknown> {
  const { id, name, note, source, thresholdType, threshold, thresholdMax, teamId } = alert;
  const endTime = Date.now();
  const startTime = endTime - 60_000;
  const number = (value: unknown) => (typeof value === "number" ? value : undefined);
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    title: `Test of the alert ${text(name) || id}`,
    body: "This is a test notification of `cdk-clickstack check alert --send-test`. The alert did not fire.",
    link: "",
    state: "ALERT",
    status: "firing",
    eventId: `test-${id}`,
    startTime,
    endTime,
    startTimeISO: new Date(startTime).toISOString(),
    endTimeISO: new Date(endTime).toISOString(),
    alertId: id,
    alertType: text(source),
    comparator: text(thresholdType),
    threshold: number(threshold),
    thresholdMax: number(thresholdMax),
    value: number(threshold),
    groupKey: "",
    note: text(note),
    sourceQuery: "",
    teamId: text(teamId),
  };
}
