import { noContradiction } from "../../client/creates/matching";
import type { ApiRecord, JsonObject } from "../../client/json";
import { FULL, resourceApi, without, wrongField } from "../../client/reads/resource-api";

/** See docs/internals/api-behavior.md 3.14. */
export interface ConnectionRecord extends ApiRecord {
  readonly name: string;
}

export interface ConnectionBody extends JsonObject {
  readonly name: string;
}

export const connectionApi = resourceApi<ConnectionRecord, ConnectionBody>({
  name: "connection",
  plural: "connections",
  segment: "connections",
  notFound: "plain_text",
  capabilities: { open_source: FULL },
  wrongInside: (record) => wrongField(record, { name: "text" }),
  secrets: (body) => (typeof body.password === "string" ? [body.password] : []),
  unseen: ["password"],
  matches: (record, body) => record.name === body.name && noContradiction(record, without(body, "id", "password")),
});
