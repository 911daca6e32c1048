import * as z from "zod";
import { optional, required } from "./field";
import { objectId } from "./object-id";

const webhookChannel = z.object({
  type: required("The kind of channel: `webhook`, or `email` (managed deployment only).", z.literal("webhook")),
  webhookId: required("The webhook that the alert calls.", objectId),
  webhookService: optional("The service behind the webhook. Managed deployment only.", z.string(), {
    managedOnly: true,
  }),
  slackChannelId: optional("The Slack channel to post to. Managed deployment only.", z.string(), { managedOnly: true }),
  severity: optional(
    "The severity to report. Managed deployment only.",
    z.enum(["critical", "error", "warning", "info"]),
    { managedOnly: true },
  ),
});

const emailChannel = z.object({
  type: required("The kind of channel: `webhook`, or `email` (managed deployment only).", z.literal("email")),
  emailRecipients: required(
    "The addresses that get the mail. Managed deployment only.",
    z.array(z.email("Must be an e-mail address such as oncall@example.com")).min(1),
    {
      unordered: true,
      managedOnly: true,
    },
  ),
});

/** Where an alert is sent (docs/internals/api-behavior.md 2.3, 3.7). */
export const alertChannel = z.union([webhookChannel, emailChannel]);

export type AlertChannelDeclaration = z.input<typeof alertChannel>;
