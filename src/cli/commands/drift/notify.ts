import { ClientError } from "../../../client";
import { asSentence } from "../../../client/http/errors";
import { SecretMask } from "../../../client/http/request";
import { plainText } from "../../../client/http/response-text";
import { isLoopback } from "../../../client/settings";
import type { Report } from "../../reports/changes/report-model";
import { postWebhook } from "../../server/webhook/post-webhook";
import { CommandError, expectedError } from "../../terminal/exit";
import { assertWritable } from "../../terminal/output";
import { type NotificationFormat, notificationBody } from "./notification";
import { findNews, readPostedDrift, writePostedDrift } from "./posted-drift";

type Environment = Readonly<Record<string, string | undefined>>;

export const DEFAULT_NOTIFY_STATE = ".clickstack-notified.json";

const URL_VARIABLE = "CLICKSTACK_NOTIFY_URL";

const SLACK_HOSTS: readonly string[] = ["hooks.slack.com", "hooks.slack-gov.com"];

/**
 * Returns a function that posts new, changed and resolved drift to a webhook, each once. It returns the reason why that
 * failed. The file of posted drift changes only after a successful post, so that the next run repeats a failed one.
 * Throws a `CommandError` for an invalid address, or a file that cannot be used, before any work.
 */
export function driftNotifier(format: NotificationFormat | undefined, state: string, environment: Environment) {
  const url = webhookUrl(environment[URL_VARIABLE]);
  const posted = readPostedDrift(state, url.href);
  const usedFormat = format ?? (SLACK_HOSTS.includes(url.hostname) ? "slack" : "generic");
  assertWritable(state);
  /** @param isUnmanagedKnown true if the report lists all unmanaged objects */
  return async (report: Report, isUnmanagedKnown: boolean): Promise<string | undefined> => {
    const news = findNews(report, posted, isUnmanagedKnown);
    if (news.added.length + news.resolved.length + news.resolvedOthers > 0) {
      const problem = await send(url, notificationBody(news, usedFormat, runLink(environment)), environment);
      if (problem !== undefined) {
        return `The drift notification was not posted: ${asSentence(problem)} The next run posts it again.`;
      }
    }
    writePostedDrift({ ...posted, posted: news.posted });
    return undefined;
  };
}

async function send(url: URL, body: string, environment: Environment): Promise<string | undefined> {
  try {
    const { accepted, status, text } = await postWebhook({ url, body, environment });
    const redirect = status >= 300 && status < 400 ? " Redirects are not followed." : "";
    const refusal = `${url.host} responded with status ${status}${quotedResponse(text, url)}${redirect}`;
    return accepted ? undefined : refusal;
  } catch (error) {
    return expectedError(error, ClientError).message;
  }
}

/** The address of a webhook is its credential. No error contains it. */
function webhookUrl(text: string | undefined): URL {
  if (text === undefined || text.trim() === "") {
    throw new CommandError(`${URL_VARIABLE} is not set. Fix: Set it to the address of a webhook, or remove --notify.`);
  }
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new CommandError(
      `${URL_VARIABLE} is not a valid address. Fix: Set it to an https address without a user name and a password.`,
    );
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new CommandError(
      `${URL_VARIABLE} is an http address. Other users of the network could read the address and the drift. Fix: Use an https address.`,
    );
  }
  return url;
}

const MAX_RESPONSE_LENGTH = 200;

/**
 * Quotes the start of a response as `: text.`; a period for an empty response. A response can repeat parts of the
 * address in any percent encoding, so the decoded parts are masked in the decoded text.
 */
function quotedResponse(text: string, { href, pathname, search, searchParams }: URL): string {
  const parts = [href, `${pathname}${search}`, ...pathname.split("/"), ...searchParams.values()];
  const mask = new SecretMask(parts.flatMap((part) => [part, decoded(part)]));
  const shown = mask
    .apply(decoded(plainText(text).slice(0, 10 * MAX_RESPONSE_LENGTH)))
    .slice(0, MAX_RESPONSE_LENGTH)
    .trim();
  return shown === "" ? "." : `: ${shown.replace(/\.?$/, ".")}`;
}

/** Decodes percent escapes, also those of escapes. Invalid ones stay. */
function decoded(text: string): string {
  const once = text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replaceAll("%", ""), "hex").toString(),
  );
  return once === text ? text : decoded(once);
}

/** Returns the address of the run in the web interface of GitHub or GitLab, in their jobs. */
function runLink(environment: Environment): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run, CI_JOB_URL: job } = environment;
  const link = server && repository && run ? `${server}/${repository}/actions/runs/${run}` : job;
  return link !== undefined && /^https?:\/\/[\w.:/~@%+-]+$/.test(link) ? link : undefined;
}
