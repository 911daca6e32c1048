import { ClientError } from "../../client";
import type { AlertRecord } from "../../resources/alert/api";
import { type WebhookBody, type WebhookRecord, webhookApi } from "../../resources/webhook/api";
import { postWebhook, quotedResponse, slackBody } from "../webhook/post-webhook";

/** Environment of the requests: proxies and certificates. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Values of a notification, under the names that templates use (docs/internals/api-behavior.md 3.11). */
type NotificationValues = Readonly<Record<string, string | number | undefined>>;

/** Result of a test notification, one sentence. */
export interface TestResult {
  readonly sent: boolean;
  readonly finding: string;
  /** True if the webhook did not accept the request; false if none was sent. */
  readonly isRefused: boolean;
}

/**
 * Sends a test notification to a webhook, as the server does when an alert fires. Neither deployment has an operation
 * for it, so the request comes from this machine.
 * @param announce called right before the request
 */
export async function sendTestNotification(
  webhook: WebhookRecord,
  alert: AlertRecord,
  { announce, environment }: { readonly announce: (text: string) => void; readonly environment: Environment },
): Promise<TestResult> {
  const named = `the webhook "${webhook.name}"`;
  const url = typeof webhook.url === "string" && URL.canParse(webhook.url) ? new URL(webhook.url) : undefined;
  if (!url) {
    return {
      sent: false,
      finding: `The server does not return the address of ${named}, so no test can be sent.`,
      isRefused: false,
    };
  }
  const body = await bodyOf(webhook, alert).catch((error: unknown) => ({ problem: firstLine(error) }));
  if (typeof body !== "string") {
    return { sent: false, finding: `No test can be sent to ${named}: ${body.problem}`, isRefused: false };
  }
  announce(`Sending a test notification to ${named} at ${url.host} ...`);
  try {
    return resultOf(webhook, await postWebhook({ url, body, environment }));
  } catch (error) {
    if (!(error instanceof ClientError)) {
      throw error;
    }
    return { sent: false, finding: `The test notification to ${named} failed: ${error.message}`, isRefused: true };
  }
}

function resultOf(webhook: WebhookRecord, response: Awaited<ReturnType<typeof postWebhook>>): TestResult {
  const { accepted, status } = response;
  if (accepted) {
    return {
      sent: true,
      finding: `The webhook "${webhook.name}" accepted a test notification (${status}).`,
      isRefused: false,
    };
  }
  const quoted = quotedResponse(response, webhookApi.secrets(webhook as unknown as WebhookBody));
  const hint =
    webhook.service === "generic"
      ? " The server does not return the headers and query parameters of a webhook, so the test has none."
      : "";
  return {
    sent: false,
    finding: `The webhook "${webhook.name}" refused the test notification with status ${status}${quoted}${hint}`,
    isRefused: true,
  };
}

/** Returns the body of the request, or the reason why there is none. */
async function bodyOf(
  { service, body }: WebhookRecord,
  alert: AlertRecord,
): Promise<string | { readonly problem: string }> {
  const values = valuesOf(alert);
  if (service === "slack") {
    return slackBody(String(values.title), [String(values.body)]);
  }
  if (service !== "generic") {
    return { problem: `The server does not return the address, the headers or the body that ${service} requires.` };
  }
  return typeof body === "string" && body !== "" ? rendered(body, values) : JSON.stringify(values);
}

function valuesOf(alert: AlertRecord): NotificationValues {
  const { id, name, note, source, thresholdType, threshold, thresholdMax, teamId } = alert;
  const endTime = Date.now();
  const number = (value: unknown) => (typeof value === "number" ? value : undefined);
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    title: `Test of the alert ${text(name) || id}`,
    body: "This is a test notification of `cdk-clickstack check alert --send-test`. The alert did not fire.",
    link: "",
    state: "ALERT",
    status: "firing",
    eventId: `test-${id}`,
    startTime: endTime - 60_000,
    endTime,
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

/** Renders the template of a body as the server does: texts are escaped for JSON, and numbers are written directly. */
async function rendered(template: string, values: NotificationValues): Promise<string> {
  const { default: Handlebars } = await import("handlebars");
  const handlebars = Handlebars.create();
  handlebars.registerHelper("eq", (one: unknown, other: unknown) => one === other);
  const escaped = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? JSON.stringify(value).slice(1, -1) : value,
  ]);
  return handlebars.compile(template, { noEscape: true })(Object.fromEntries(escaped));
}

/** Returns the reason of a template error, without the lines of the template. */
function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `Its body is not a valid template. ${text.split("\n", 1)[0] ?? ""}`;
}
