import { noContradiction, showsAll, trimmed } from "../../client/creates/matching";
import { type ApiRecord, isJsonObject, type JsonObject } from "../../client/json";
import { type Capability, FULL, resourceApi, without, wrongField } from "../../client/reads/resource-api";

/** See docs/internals/api-behavior.md 3.11. */
export interface WebhookRecord extends ApiRecord {
  readonly name: string;
  readonly service: string;
}

export interface WebhookBody extends JsonObject {
  readonly name: string;
  readonly service: string;
  readonly url: string;
}

/** Neither deployment serves a webhook by id (docs/internals/api-behavior.md 2.1, 3.1). */
const NOT_BY_ID: Capability = { ...FULL, lookup: "list" };

export const webhookApi = resourceApi<WebhookRecord, WebhookBody>({
  name: "webhook",
  plural: "webhooks",
  segment: "webhooks",
  notFound: { message: "Webhook not found" },
  capabilities: { open_source: NOT_BY_ID, managed: NOT_BY_ID },
  paged: true,
  wrongInside: (record) => wrongField(record, { name: "text", service: "text", url: "text" }),
  secrets,
  unseen: ["headers", "queryParams"],
  matches: (record, body) =>
    record.name === trimmed(body.name) &&
    record.service === body.service &&
    showsAll(record.description, body.description) &&
    noContradiction(record, without(body, "id", "name", "headers", "queryParams")),
});

/** Returns the secrets of a webhook: header and query values, and the address, whose path authorizes its caller. */
function secrets(body: WebhookBody): readonly string[] {
  const values = [body.headers, body.queryParams]
    .filter((map) => isJsonObject(map))
    .flatMap((map) => Object.values(map))
    .filter((value) => typeof value === "string");
  return [...values, ...secretsOfAddress(body.url)];
}

/** Returns the path and the query with their parts, because a server may quote each part separately. */
function secretsOfAddress(address: unknown): readonly string[] {
  if (typeof address !== "string" || !URL.canParse(address)) {
    return [];
  }
  const { pathname, search, searchParams, username, password } = new URL(address);
  const parts = [...pathname.split("/"), ...searchParams.values(), username, password];
  return [`${pathname}${search}`, pathname, search, search.slice(1), ...parts].filter((part) => part.length > 1);
}
