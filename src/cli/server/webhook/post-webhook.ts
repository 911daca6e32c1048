import type { LookupAddress } from "node:dns";
import { HttpLink } from "../../../client/http/http-exchange";
import { systemClock } from "../../../client/waiting";

/** Timeouts of the server for a notification, in milliseconds. */
const TIMEOUTS = { connectMs: 10_000, headersMs: 30_000, bodyMs: 30_000, totalMs: 30_000 };

interface WebhookRequest {
  readonly url: URL;
  readonly body: string;
  /** Proxies and certificates. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Checked addresses of the host. The connection uses only these. Default: the addresses that the system resolves. */
  readonly addresses?: readonly LookupAddress[];
}

/**
 * Posts a JSON text to a webhook, once. Only a status of 2xx accepts it, and redirects are not followed. Throws a
 * `ClientError` without a complete response.
 */
export async function postWebhook({ url, body, environment, addresses }: WebhookRequest) {
  const settings = { endpoint: url.origin, allowInsecureHttp: true, timeouts: TIMEOUTS, environment, addresses };
  const link = new HttpLink({ ...settings, clock: systemClock });
  try {
    const path = `${url.pathname}${url.search}`;
    const headers = { "content-type": "application/json" };
    const request = { method: "POST", path, headers, body, signal: undefined } as const;
    const { status, text } = await link.send(request, () => undefined);
    return { accepted: status >= 200 && status < 300, status, text };
  } finally {
    await link.close();
  }
}

const MAX_BLOCK_LENGTH = 3000;

const MAX_BLOCKS = 50;

/**
 * Returns the body of a message for Slack. The texts are data: they contain no link, mention or channel.
 * @param lines one line each; those that do not fit are left out
 */
export function slackBody(title: string, lines: readonly string[]): string {
  const sections: string[] = [`*${slackText(title)}*`];
  for (const line of lines.map((each) => slackText(each).slice(0, MAX_BLOCK_LENGTH))) {
    const longer = `${sections.at(-1)}\n${line}`;
    if (longer.length <= MAX_BLOCK_LENGTH) {
      sections[sections.length - 1] = longer;
    } else {
      sections.push(line);
    }
  }
  const blocks = sections
    .slice(0, MAX_BLOCKS)
    .map((text) => ({ type: "section", text: { type: "mrkdwn", text, verbatim: true } }));
  return JSON.stringify({ text: slackText(title), blocks });
}

/** Escapes the characters with which Slack marks links and mentions. */
function slackText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
