import type { ConnectionBody, ConnectionRecord } from "../records";
import { FULL, plainKind } from "./kind";
import { wrongField } from "./record-form";
import { noContradiction, without } from "./shown-and-sent";

export const connectionKind = plainKind<ConnectionRecord, ConnectionBody>({
  name: "connection",
  plural: "connections",
  segment: "connections",
  notFound: "plain_text",
  offers: { open_source: FULL },
  wrongInside: (record) => wrongField(record, { name: "text" }),
  createBody: (body) => without(body, "id"),
  updateBody: (body) => without(body, "id"),
  secrets: (body) => (typeof body.password === "string" ? [body.password] : []),
  unseen: ["password"],
  matches: (record, body) => record.name === body.name && noContradiction(record, without(body, "id", "password")),
});
