import { type DataSource, isList, isObjectValue, type ObjectValue } from "../../plugin";
import { type LookUpType, listDataSource, lookUpDataSource } from "../shared/look-up";
import type { Session } from "../shared/session";
import { type WebhookRecord, webhookApi } from "./api";
import { webhookLookup, webhooksLookup } from "./declaration";

const WEBHOOKS = {
  api: webhookApi,
  collection: (client) => client.collection(webhookApi),
  facts: (webhook) => webhook,
  describe: ({ service }) => service,
} satisfies LookUpType<WebhookRecord, WebhookRecord>;

/** `clickstack_webhook`: one webhook by id or name (docs/internals/api-behavior.md 3.11). */
export const webhookDataSource: DataSource<Session> = hidingAddresses(
  lookUpDataSource(WEBHOOKS, webhookLookup, "A webhook that alerts notify, found by id or by name."),
);

/** `clickstack_webhooks`: all webhooks, or those of one service. */
export const webhooksDataSource: DataSource<Session> = hidingAddresses(
  listDataSource(WEBHOOKS, webhooksLookup, "All webhooks, or those of one name or service."),
);

/** Removes addresses, which often authorize their callers, from the result unless they are requested. */
function hidingAddresses(source: DataSource<Session>): DataSource<Session> {
  return {
    ...source,
    async read(request, context) {
      const { include_url: isAsked = null } = request.config;
      const result = await source.read({ ...request, config: { ...request.config, include_url: null } }, context);
      const state = { ...result.state, include_url: isAsked };
      return { ...result, state: isAsked === true ? state : withoutAddress(state) };
    },
  };
}

function withoutAddress(found: ObjectValue): ObjectValue {
  const { webhooks } = found;
  if (!isList(webhooks)) {
    return { ...found, url: null };
  }
  return { ...found, webhooks: webhooks.map((each) => (isObjectValue(each) ? withoutAddress(each) : each)) };
}
