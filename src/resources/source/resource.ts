import type { JsonObject } from "../../client";
import { fromApi } from "../../declaration/api-form";
import type { DeclaredFields } from "../../declaration/field";
import { withoutEmptyFields } from "../../declaration/server-defaults";
import { shapeOf, type VariantsShape } from "../../declaration/shape";
import { toUtc } from "../../declaration/value-types";
import type { Diagnostic, ObjectValue, Resource } from "../../plugin";
import { alertApi } from "../alert/api";
import { dashboardApi, dashboards } from "../dashboard/api";
import { savedSearchApi, savedSearches } from "../saved-search/api";
import { observedWithOthers, plainResource } from "../shared/crud-resource";
import { holdsField } from "../shared/holds-field";
import { warningsOfReferrers } from "../shared/referrers";
import type { Call, Session } from "../shared/session";
import { type SourceBody, type SourceRecord, sourceApi } from "./api";
import { sourceDeclaration } from "./declaration";
import { longInterval } from "./fields";
import { notePlannedLinks } from "./planned-links";

const SOURCE = shapeOf(sourceDeclaration) as VariantsShape;

/**
 * `clickstack_source`: a source that tiles, filters and saved searches query (docs/internals/api-behavior.md 3.13). An
 * update replaces the whole source.
 */
export const sourceResource: Resource<Session> = plainResource<SourceRecord, SourceBody>({
  api: sourceApi,
  shape: SOURCE,
  description: "A source of logs, traces, metrics or sessions that ClickStack queries.",
  collection: ({ client }) => client.collection(sourceApi),
  body: ({ declared }) => sourceBody(declared),
  checkPlan({ prior, declared, session }) {
    if (prior) {
      notePlannedLinks(session, prior, declared);
    }
    return [];
  },
  warningsOfDestroy: sourceDestroyWarnings,
  observed: (record, before) => observedWithOthers(SOURCE, fromApi(SOURCE, record) as SourceRecord, before),
});

function sourceBody({ materializedViews, minAutoGranularity: interval, ...fields }: DeclaredFields): JsonObject {
  const views = Array.isArray(materializedViews) && { materializedViews: materializedViews.map(inServersTime) };
  const minimum = typeof interval === "string" && { minAutoGranularity: longInterval(interval) };
  return withoutEmptyFields(SOURCE, { ...fields, ...views, ...minimum }) as JsonObject;
}

/** Converts a moment to UTC, because the server accepts no other time zone. */
function inServersTime({ minDate, ...view }: DeclaredFields): DeclaredFields {
  return { ...view, ...(typeof minDate === "string" && { minDate: toUtc(minDate) }) };
}

/** Warns of objects that query a source whose destroy is planned (docs/internals/api-behavior.md 3.10). */
function sourceDestroyWarnings(state: ObjectValue, call: Call): Promise<readonly Diagnostic[]> {
  const queries = {
    refersTo: (record: object, id: string) => holdsField(record, "sourceId", id),
    fix: "Keep the source, or let these objects query another one first.",
  };
  return warningsOfReferrers(
    sourceApi.name,
    state,
    [
      {
        ...dashboardApi,
        ...queries,
        type: "clickstack_dashboard",
        collection: (client) => client.collection(dashboards),
        consequence:
          "The server deletes a source without a check. Every later update of a dashboard that queries it fails.",
      },
      {
        ...savedSearchApi,
        ...queries,
        type: "clickstack_saved_search",
        collection: (client) => client.collection(savedSearches),
        consequence: "The server deletes a source without a check. A saved search that queries it finds nothing.",
      },
      {
        ...alertApi,
        ...queries,
        type: "clickstack_alert",
        collection: (client) => client.collection(alertApi),
        consequence:
          "The server deletes a source without a check. An alert whose chart queries it is no longer evaluated.",
      },
    ],
    call,
  );
}
