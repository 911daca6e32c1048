import { type DataSource, isList, isObjectValue, type ObjectValue } from "../../plugin";
import { lookUpsOf } from "../shared/look-up";
import type { Session } from "../shared/session";
import { webhookApi } from "./api";
import { webhookLookup, webhooksLookup } from "./declaration";

const lookUps = lookUpsOf(webhookLookup, webhooksLookup, {
  api: webhookApi,
  about: "A webhook that alerts notify",
  facts: (webhook) => webhook,
  describe: ({ service }) => service,
});

/** Look-ups of webhooks (docs/internals/api-behavior.md 3.11). */
export const webhookLookUps = { one: hidingAddresses(lookUps.one), all: hidingAddresses(lookUps.all) };

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
