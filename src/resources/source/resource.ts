import type { JsonObject } from "../../client";
import { fromApi, toApi } from "../../declaration/api-form";
import { withoutEmptyFields } from "../../declaration/empty-values";
import type { DeclaredFields } from "../../declaration/field";
import { shapeOf, type VariantsShape } from "../../declaration/shape";
import { toUtc } from "../../declaration/value-types";
import type { Resource } from "../../plugin";
import { observedWithOthers, plainResource } from "../shared/crud-resource";
import type { Session } from "../shared/session";
import { type SourceBody, type SourceRecord, sourceApi } from "./api";
import { sourceDeclaration } from "./declaration";
import { sourceDestroyWarnings } from "./plan-checks";

const SOURCE = shapeOf(sourceDeclaration) as VariantsShape;

/**
 * `clickstack_source`: a source that tiles, filters and saved searches query (docs/internals/api-behavior.md 3.13). An
 * update replaces the whole source.
 */
export const sourceResource: Resource<Session> = plainResource<SourceRecord, SourceBody>({
  api: sourceApi,
  shape: SOURCE,
  description: "A source of logs, traces, metrics or sessions that ClickStack queries.",
  collection: ({ client }) => client.sources,
  body: ({ declared }) => sourceBody(declared),
  warningsOfDestroy: sourceDestroyWarnings,
  observed: (record) => observedWithOthers(SOURCE, fromApi(SOURCE, record) as SourceRecord),
});

function sourceBody({ materializedViews, ...fields }: DeclaredFields): JsonObject {
  const views = Array.isArray(materializedViews) && { materializedViews: materializedViews.map(inServersTime) };
  return toApi(SOURCE, withoutEmptyFields(SOURCE, { ...fields, ...views })) as JsonObject;
}

/** Converts a moment to UTC, because the server accepts no other time zone. */
function inServersTime({ minDate, ...view }: DeclaredFields): DeclaredFields {
  return { ...view, ...(typeof minDate === "string" && { minDate: toUtc(minDate) }) };
}
