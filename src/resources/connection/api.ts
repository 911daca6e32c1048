import type { ConnectionBody, ConnectionRecord } from "../../client/records";
import { FULL, noContradiction, resourceApi, without, wrongField } from "../../client/resource-api";

export const connectionApi = resourceApi<ConnectionRecord, ConnectionBody>({
  name: "connection",
  plural: "connections",
  segment: "connections",
  notFound: "plain_text",
  capabilities: { open_source: FULL },
  wrongInside: (record) => wrongField(record, { name: "text" }),
  createBody: (body) => without(body, "id"),
  updateBody: (body) => without(body, "id"),
  secrets: (body) => (typeof body.password === "string" ? [body.password] : []),
  unseen: ["password"],
  matches: (record, body) => record.name === body.name && noContradiction(record, without(body, "id", "password")),
});
