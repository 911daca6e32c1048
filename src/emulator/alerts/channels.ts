import { z } from "zod/v3";
import { custom } from "../validation";

const webhookId = z.string().min(1, "Webhook ID can't be empty");

const openSourceChannel = z.object({ type: z.literal("webhook"), webhookId });

/** Managed channels: extras on webhooks, and email (docs/internals/api-behavior.md 2.3). */
const managedChannel = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("webhook"),
    webhookId,
    webhookService: z.string().nullable().optional(),
    slackChannelId: z.string().nullable().optional(),
    severity: z.enum(["critical", "error", "warning", "info"]).nullable().optional(),
  }),
  z.object({ type: z.literal("email"), emailRecipients: z.array(z.string()) }),
]);

function listOf<T extends z.ZodTypeAny>(channel: T) {
  return z
    .array(channel)
    .min(1, "At least one notification channel is required")
    .max(10, "An alert supports at most 10 notification channels")
    .superRefine((list, ctx) => {
      const texts = list.map((one) => JSON.stringify(one));
      if (new Set(texts).size === texts.length) return;
      ctx.addIssue({ code: custom, message: "Duplicate notification channels are not allowed" });
    });
}

export const openSourceChannels = {
  channel: openSourceChannel.optional(),
  channels: listOf(openSourceChannel).optional(),
};
export const managedChannels = { channel: managedChannel.optional(), channels: listOf(managedChannel).optional() };

export type Channel = z.infer<typeof openSourceChannel> | z.infer<typeof managedChannel>;

interface Chosen {
  channel?: Channel;
  channels?: Channel[];
}

/** One of the two is needed, and they must agree (docs/internals/api-behavior.md 3.8). */
export function checkChannelChoice({ channel, channels }: Chosen, ctx: z.RefinementCtx): void {
  const refuse = (message: string) => ctx.addIssue({ code: custom, path: ["channels"], message });
  if (!channel && !channels) refuse('Provide either "channel" or "channels"');
  if (!channel || !channels || channels.length === 0) return;
  if (JSON.stringify(channel) === JSON.stringify(channels[0])) return;
  refuse('When both "channel" and "channels" are provided, "channel" must match the first entry of "channels"');
}

/** The list that is stored. */
export function channelList({ channel, channels }: Chosen): Channel[] {
  return channels ?? (channel ? [channel] : []);
}
