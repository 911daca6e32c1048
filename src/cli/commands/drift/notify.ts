import * as z from "zod";
import { ClientError } from "../../../client";
import { asSentence } from "../../../client/http/errors";
import { SecretMask } from "../../../client/http/request";
import { plainText } from "../../../client/http/response-text";
import { isLoopback } from "../../../client/settings";
import { onOneLine } from "../../code/text/escapes";
import { reportedObject } from "../../project/reported-types";
import type { Report } from "../../reports/changes/report-model";
import type { DriftFinding } from "../../reports/findings/drift-findings";
import { postWebhook, slackBody } from "../../server/webhook/post-webhook";
import { CommandError, expectedError } from "../../terminal/exit";
import { declareDocument, type ReadonlyDocument, visibleTexts } from "../../terminal/json-document";
import { assertWritable } from "../../terminal/output";
import { countText } from "../../terminal/text-options";
import { type DriftNews, findNews, readPostedDrift, writePostedDrift } from "./posted-drift";

type Environment = Readonly<Record<string, string | undefined>>;

export const DEFAULT_NOTIFY_STATE = ".clickstack-notified.json";

const URL_VARIABLE = "CLICKSTACK_NOTIFY_URL";

const SLACK_HOSTS: readonly string[] = ["hooks.slack.com", "hooks.slack-gov.com"];

/**
 * Returns a function that posts new, changed and resolved drift to a webhook, each once. The function returns the
 * reason of a failure. The file of posted drift changes only after a successful post, so that the next run repeats a
 * failed one.
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

/** Decodes percent escapes, also repeated ones. Invalid escapes stay unchanged. */
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

const MAX_OBJECTS = 30;

const MAX_CHANGES = 10;

const MAX_CHANGE_LENGTH = 400;

/** Document that `drift --notify` posts to a generic webhook, without `kind` and `version`. */
export const driftNotificationDocument = declareDocument("drift-notification", 1, {
  title: z.string().describe("Summary in one line, such as `ClickStack drift: 1 new or changed`."),
  inSync: z.boolean().describe("True if no posted drift remains."),
  drift: z
    .array(
      z.object({
        what: z
          .enum(["changed", "unmanaged", "shared"])
          .describe("`unmanaged`: in no state. `shared`: managed more than once."),
        stack: z.string().optional(),
        address: z.string().optional().describe("In Terraform, such as `clickstack_dashboard.checkout`."),
        id: z.string().optional().describe("Of an object that is not managed by exactly one stack."),
        ...reportedObject.omit({ place: true }).shape,
        summary: z.string().describe("One sentence, such as `dashboard Checkout was changed`."),
        changes: z.array(z.string()).describe("Changed fields with the old and the new value; at most ten."),
      }),
    )
    .describe("Drift that is new or changed since the last notification; at most 30 objects."),
  omitted: z.int().describe("Number of further objects with new or changed drift."),
  resolved: z
    .array(z.object({ stack: z.string(), address: z.string() }))
    .describe("Managed objects whose posted drift is resolved; at most 30."),
  resolvedOthers: z.int().describe("Number of other objects whose posted drift is resolved."),
  remaining: z.int().describe("Number of all objects with drift."),
  link: z.string().optional().describe("Address of the CI run."),
});

type DriftNotification = ReadonlyDocument<typeof driftNotificationDocument.schema>;
type DriftedObject = DriftNotification["drift"][number];

export const NOTIFICATION_FORMATS = ["slack", "generic"] as const;

type NotificationFormat = (typeof NOTIFICATION_FORMATS)[number];

function notificationBody(news: DriftNews, format: NotificationFormat, link: string | undefined): string {
  const document = visibleTexts(notificationOf(news, link));
  return format === "slack"
    ? slackBody(document.title, slackLines(document))
    : driftNotificationDocument.text(document);
}

function notificationOf(news: DriftNews, link: string | undefined): DriftNotification {
  const { added, resolved, resolvedOthers, remaining } = news;
  return {
    title: titleOf(news),
    inSync: remaining === 0,
    drift: added.slice(0, MAX_OBJECTS).map(driftOf),
    omitted: Math.max(0, added.length - MAX_OBJECTS),
    resolved: resolved.slice(0, MAX_OBJECTS),
    resolvedOthers: resolvedOthers + Math.max(0, resolved.length - MAX_OBJECTS),
    remaining,
    ...(link !== undefined && { link }),
  };
}

function titleOf({ added, resolved, resolvedOthers, remaining }: DriftNews): string {
  const count = resolved.length + resolvedOthers;
  if (remaining === 0) {
    return `ClickStack is in sync again: ${count} resolved`;
  }
  const parts = [added.length > 0 ? `${added.length} new or changed` : "", count > 0 ? `${count} resolved` : ""];
  return `ClickStack drift: ${parts.filter((part) => part !== "").join(", ")}`;
}

function driftOf({ rule, object, stack, address, id, message, details = [] }: DriftFinding): DriftedObject {
  const { type, noun, name } = object;
  const place = { ...(stack !== undefined && { stack, address }), ...(id !== undefined && { id }) };
  const what = rule === "gone" ? "changed" : rule;
  return { what, type, noun, name, ...place, summary: message, changes: shortChanges(details) };
}

function shortChanges(changes: readonly string[]): readonly string[] {
  const shown = changes
    .slice(0, MAX_CHANGES)
    .map((change) => (change.length > MAX_CHANGE_LENGTH ? `${change.slice(0, MAX_CHANGE_LENGTH - 1)}…` : change));
  const rest = changes.length - shown.length;
  return rest > 0 ? [...shown, `and ${rest} more`] : shown;
}

function slackLines({ drift, omitted, resolved, resolvedOthers, link }: DriftNotification): readonly string[] {
  return [
    ...drift.flatMap(({ summary, stack, address, changes }) => [
      `• ${onOneLine(summary)}${address === undefined ? "" : ` (${address} in ${stack})`}`,
      ...changes.map((change) => `      ${onOneLine(change)}`),
    ]),
    ...(omitted > 0 ? [`• and ${omitted} more`] : []),
    ...resolved.map(({ stack, address }) => `• resolved: ${address} in ${stack}`),
    ...(resolvedOthers > 0 ? [`• resolved: ${countText(resolvedOthers, "other object")}`] : []),
    ...(link === undefined ? [] : [link]),
  ];
}
