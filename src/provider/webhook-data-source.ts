import type { WebhookRecord } from "../api";
import type { DataSource } from "../plugin";
import { objectShapeOf } from "../schema/shape";
import { webhookLookup, webhooksLookup } from "../schema/webhook-lookup";
import { schemaOf } from "./attributes";
import { lookUp } from "./look-up";
import { reportFailure } from "./report-failure";
import type { Session } from "./session";
import { objectToTerraform } from "./terraform-form";
import { validateConfig } from "./validate-config";

const WEBHOOK = objectShapeOf(webhookLookup);
const WEBHOOKS = objectShapeOf(webhooksLookup);

/** `clickstack_webhook`: one webhook by id or name (facts/api.md 3.11). */
export const webhookDataSource: DataSource<Session> = {
  schema: schemaOf(WEBHOOK, "A webhook that alerts are sent to, found by id or by name."),
  validate: ({ config }) => validateConfig(WEBHOOK, config),
  async read({ config }, { client: session, signal }) {
    const webhooks = await webhooksOfService(config.service, session, signal);
    return {
      state: objectToTerraform(
        WEBHOOK,
        lookUp("webhook", webhooks, config, ({ service }) => service),
      ),
    };
  },
};

/** `clickstack_webhooks`: all webhooks, or those of one service. */
export const webhooksDataSource: DataSource<Session> = {
  schema: schemaOf(WEBHOOKS, "All webhooks, or those of one service."),
  validate: ({ config }) => validateConfig(WEBHOOKS, config),
  async read({ config }, { client: session, signal }) {
    const webhooks = await webhooksOfService(config.service, session, signal);
    return { state: objectToTerraform(WEBHOOKS, { service: config.service ?? undefined, webhooks }) };
  },
};

async function webhooksOfService(
  service: unknown,
  session: Session,
  signal: AbortSignal,
): Promise<readonly WebhookRecord[]> {
  const webhooks = await reportFailure("list the webhooks", () => session.client.webhooks.readAll({ signal }));
  return service === null ? webhooks : webhooks.filter((webhook) => webhook.service === service);
}
