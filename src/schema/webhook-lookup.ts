import * as z from "zod";
import { computed, optional } from "./field";
import { objectId } from "./object-id";
import { isPresent } from "./present";
import { type Rule, withRules } from "./rule";

const idOrName: Rule = {
  reads: ["name", "id"],
  check: ({ id, name }) =>
    isPresent(id) === isPresent(name) ? "Look up by id or by name: give one of the two." : undefined,
};

const webhookFacts = {
  url: computed("The address that is called.", z.string(), { sensitive: true }),
  description: computed("What the webhook is for.", z.string()),
};

/** One webhook, found by id or by name (facts/api.md 3.11). */
export const webhookLookup = withRules(
  z.object({
    id: optional("The webhook's id. Give it or the name.", objectId(), { computed: true }),
    name: optional("The webhook's name. Give it or the id. Unique within one service.", z.string().min(1), {
      computed: true,
    }),
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
