import { data, done, type Operation, operation, page, pageQuery, withoutTeam } from "../operation";
import { badRequest, notFound, Refusal } from "../refusal";
import type { Deployment, Scope } from "../runtime";
import type { StoredWebhook } from "../state";
import { idParams } from "../validation";
import { urlProblem, type WebhookBody, webhookBody } from "./body";

const forbidden = withoutTeam.json;

const shownServices: Record<Deployment, readonly string[]> = {
  openSource: ["slack", "incidentio", "generic"],
  managed: ["slack", "incidentio", "generic", "slack_api", "pagerduty_api"],
};

/** A webhook as a response shows it; undefined when the deployment cannot show its service. */
export function echoWebhook(webhook: StoredWebhook, deployment: Deployment): Record<string, unknown> | undefined {
  if (!shownServices[deployment].includes(webhook.service)) return undefined;
  const { id, name, service, url, description, body, createdAt, updatedAt } = webhook;
  const shown = { id, name, service, url, description, createdAt, updatedAt };
  const withBody = service === "generic" ? { ...shown, body } : shown;
  return Object.fromEntries(Object.entries(withBody).filter(([, value]) => value !== undefined));
}

/** Webhooks: there is no read of a single one (docs/internals/api-behavior.md 3.11). */
export const webhookOperations: Operation[] = [
  operation({
    method: "get",
    path: "/webhooks",
    forbidden,
    query: pageQuery,
    run: (scope, { query }) =>
      page(scope.store.webhooks.byId(), query, (webhook) => echoWebhook(webhook, scope.deployment)),
  }),
  operation({
    method: "post",
    path: "/webhooks",
    forbidden,
    body: () => webhookBody,
    run: (scope, { body }) => {
      checkWebhook(scope, body);
      const at = scope.now().toISOString();
      scope.store.noteWebhookSecrets(body);
      const created = { id: scope.store.newId(), ...body, createdAt: at, updatedAt: at };
      return data(echoWebhook(scope.store.webhooks.add(created), scope.deployment));
    },
  }),
  operation({
    method: "put",
    path: "/webhooks/:id",
    forbidden,
    params: idParams,
    body: () => webhookBody,
    run: (scope, { params, body }) => {
      const stored = find(scope, params.id);
      checkWebhook(scope, body, stored.id);
      scope.store.noteWebhookSecrets(body);
      const updated = { ...replaced(stored, body), updatedAt: scope.now().toISOString() };
      return data(echoWebhook(scope.store.webhooks.put(updated), scope.deployment));
    },
  }),
  operation({
    method: "delete",
    path: "/webhooks/:id",
    forbidden,
    params: idParams,
    run: (scope, { params }) => {
      const { id } = find(scope, params.id);
      const users = scope.store.alerts.all().filter((alert) => alert.channels[0]?.webhookId?.toLowerCase() === id);
      if (users.length > 0) throw inUse(users.length);
      scope.store.webhooks.remove(id);
      return done;
    },
  }),
];

const inUse = (alerts: number): Refusal => {
  const advice = "Reassign or remove those alerts first.";
  return new Refusal(409, `Cannot delete webhook: ${alerts} alert(s) still reference it. ${advice}`);
};

function find(scope: Scope, id: string): StoredWebhook {
  const webhook = scope.store.webhooks.get(id);
  if (!webhook) throw notFound("Webhook not found");
  return webhook;
}

function checkWebhook(scope: Scope, body: WebhookBody, self?: string): void {
  const problem = urlProblem(body, scope.store.connections.all(), scope.webhookAllowList);
  if (problem) throw badRequest(problem);
  const clash = scope.store.webhooks
    .all()
    .some((one) => one.id !== self && one.service === body.service && one.name === body.name);
  if (clash) throw badRequest("A webhook with this service and name already exists");
}

/** Omitted headers and query parameters are kept, but each is cleared when url or service changes. */
function replaced(stored: StoredWebhook, body: WebhookBody): StoredWebhook {
  const moved = stored.url !== body.url || stored.service !== body.service;
  return {
    ...body,
    id: stored.id,
    headers: body.headers ?? (moved ? undefined : stored.headers),
    queryParams: body.queryParams ?? (moved ? undefined : stored.queryParams),
    createdAt: stored.createdAt,
    updatedAt: stored.updatedAt,
  };
}
