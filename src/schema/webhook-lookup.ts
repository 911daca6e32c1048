import * as z from "zod";
import { computed, optional } from "./field";
import { idAndName, idOrName } from "./id-or-name";
import { withRules } from "./rule";

const webhookFacts = {
  url: computed("The address that is called.", z.string(), { sensitive: true }),
  description: computed("What the webhook is for.", z.string()),
};

/** One webhook, found by id or by name (docs/internals/api-behavior.md 3.11). */
export const webhookLookup = withRules(
  z.object({
    ...idAndName("webhook", { nameNote: "Unique within one service." }),
    service: optional(
      "Looks among webhooks of this service only, such as `slack`, `incidentio` or `generic`.",
      z.string(),
      { computed: true },
    ),
    ...webhookFacts,
  }),
  idOrName,
);

const listedWebhook = z.object({
  id: computed("The webhook's id.", z.string()),
  name: computed("The webhook's name.", z.string()),
  service: computed("The service that is called.", z.string()),
  ...webhookFacts,
});

/** All webhooks, or those of one service. */
export const webhooksLookup = z.object({
  service: optional("Lists webhooks of this service only.", z.string()),
  webhooks: computed("The webhooks.", z.array(listedWebhook)),
});
