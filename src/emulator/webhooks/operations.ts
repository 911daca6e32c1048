import { objectOperations } from "../object-operations";
import { badRequest, notFound, Refusal } from "../refusal";
import type { EmulatedDeployment, Scope } from "../runtime";
import type { StoredWebhook } from "../state";
import { findUrlProblem, type WebhookRequestBody, webhookBody } from "./body";

const shownServices: Record<EmulatedDeployment, readonly string[]> = {
  openSource: ["slack", "incidentio", "generic"],
  managed: ["slack", "incidentio", "generic", "slack_api", "pagerduty_api"],
};

/** Returns a webhook as a response shows it, or undefined if the deployment cannot show its service. */
export function echoWebhook(
  webhook: StoredWebhook,
  deployment: EmulatedDeployment,
): Record<string, unknown> | undefined {
  if (!shownServices[deployment].includes(webhook.service)) {
    return undefined;
  }
  const { id, name, service, url, description, body, createdAt, updatedAt } = webhook;
  const shown = { id, name, service, url, description, createdAt, updatedAt };
  return service === "generic" ? { ...shown, body } : shown;
}

/** Operations on webhooks. The API cannot read a single one (docs/internals/api-behavior.md 3.11). */
export const webhookOperations = objectOperations({
  path: "/webhooks",
  notFound: notFound("Webhook not found"),
  objects: ({ webhooks }) => webhooks,
  isPaged: true,
  isOnlyListed: true,
  show: (webhook, { deployment }) => echoWebhook(webhook, deployment),
  body: () => webhookBody,

  /** Omitted headers and query parameters are kept, but both are cleared when the URL or service changes. */
  write(scope, body, stored) {
    checkWebhook(scope, body, stored?.id);
    scope.store.noteWebhookSecrets(body);
    const isKept = stored?.url === body.url && stored.service === body.service;
    const { headers, queryParams } = isKept ? stored : {};
    return { ...body, headers: body.headers ?? headers, queryParams: body.queryParams ?? queryParams };
  },

  onDelete({ store }, { id }) {
    const users = store.alerts.all().filter((alert) => alert.channels[0]?.webhookId?.toLowerCase() === id);
    if (users.length > 0) {
      const advice = "Reassign or remove those alerts first.";
      throw new Refusal(409, `Cannot delete webhook: ${users.length} alert(s) still reference it. ${advice}`);
    }
  },
});

function checkWebhook(scope: Scope, body: WebhookRequestBody, self?: string): void {
  const { connections, webhooks } = scope.store;
  const problem = findUrlProblem(body, connections.all(), scope.webhookAllowList);
  if (problem) {
    throw badRequest(problem);
  }
  const { service, name } = body;
  if (webhooks.all().some((one) => one.id !== self && one.service === service && one.name === name)) {
    throw badRequest("A webhook with this service and name already exists");
  }
}
