import type { JsonObject, SourceBody, SourceRecord } from "../api";
import type { Resource } from "../plugin";
import { fromApi, toApi } from "../schema/api-form";
import type { Fields } from "../schema/field";
import { inUtc } from "../schema/instant";
import { shapeOf, type VariantsShape } from "../schema/shape";
import { source } from "../schema/source";
import { observedWithOthers } from "./observed-with-others";
import { plainResource } from "./plain-resource";
import type { Session } from "./session";

const SOURCE = shapeOf(source) as VariantsShape;

/**
 * `clickstack_source`: a source that tiles, filters and saved searches query (docs/internals/api-behavior.md 3.13). An update replaces all
 * of it.
 */
export const sourceResource: Resource<Session> = plainResource<SourceRecord, SourceBody>({
  noun: "source",
  shape: SOURCE,
  description: "A source of logs, traces, metrics or sessions that ClickStack queries.",
  collection: ({ client }) => client.sources,
  body: ({ declared }) => sourceBody(declared),
  observed: (record) => observedWithOthers(SOURCE, fromApi(SOURCE, record) as SourceRecord),
});

function sourceBody({ materializedViews, ...fields }: Fields): JsonObject {
  const views = Array.isArray(materializedViews) && { materializedViews: materializedViews.map(inServersTime) };
  return toApi(SOURCE, { ...fields, ...views }) as JsonObject;
}

/** The server takes moments in UTC only. */
function inServersTime({ minDate, ...view }: Fields): Fields {
  return { ...view, ...(typeof minDate === "string" && { minDate: inUtc(minDate) }) };
}
