import * as z from "zod";
import { onOneLine } from "../../code/text/escapes";
import { visibleTexts } from "../../reports/changes/wording";
import type { DriftFinding } from "../../reports/findings/drift-findings";
import { slackBody } from "../../server/webhook/post-webhook";
import { declareDocument, type ReadonlyDocument } from "../../terminal/json-document";
import { countText } from "../../terminal/text-options";
import type { DriftNews } from "./posted-drift";

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
        type: z.string().describe("Terraform's resource type."),
        noun: z.string().describe("Such as `dashboard`, `alert` or `key`."),
        name: z.string().describe("The name of the object for people."),
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

export type NotificationFormat = (typeof NOTIFICATION_FORMATS)[number];

export function notificationBody(news: DriftNews, format: NotificationFormat, link: string | undefined): string {
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
