import type { AlertRecord, Client, WebhookRecord } from "../api";
import { reach } from "./reach";

interface Channel {
  readonly type?: string;
  readonly webhookId?: string;
}

/** What is wrong with the channels of an alert. E-mail addresses are not checked. */
export async function checkChannels(
  client: Client,
  { channels, channel }: AlertRecord,
  reachWebhooks: boolean,
): Promise<readonly string[]> {
  const all = (Array.isArray(channels) ? channels : [channel]) as unknown as readonly (Channel | null | undefined)[];
  const ids = all.flatMap((each) => (each?.type === "webhook" && each.webhookId ? [each.webhookId] : []));
  const webhooks = new Map((ids.length > 0 ? await client.webhooks.list() : []).map((each) => [each.id, each]));
  const problems = await Promise.all(ids.map((id) => webhookProblem(id, webhooks.get(id), reachWebhooks)));
  return problems.filter((problem) => problem !== undefined);
}

async function webhookProblem(
  id: string,
  webhook: WebhookRecord | undefined,
  isReached: boolean,
): Promise<string | undefined> {
  if (!webhook) return `Its channel, the webhook ${id}, does not exist.`;
  const { name, url } = webhook;
  if (!isReached || typeof url !== "string" || !URL.canParse(url)) return undefined;
  const found = await reach(new URL(url));
  return found.reached === false
    ? `Its channel, the webhook "${name}", cannot be reached: ${found.reason}.`
    : undefined;
}
