import type { JsonObject } from "../../client";
import type { ApiClient } from "../../client/collections/api-client";
import { fromApi } from "../../declaration/api-form";
import type { DeclaredFields } from "../../declaration/field";
import { withoutEmptyFields } from "../../declaration/server-defaults";
import { shapeOf, type VariantsShape } from "../../declaration/shape";
import { toUtc } from "../../declaration/value-types";
import type { Resource } from "../../plugin";
import { remember } from "../../remember";
import { alertApi } from "../alert/api";
import { dashboardApi, dashboards } from "../dashboard/api";
import { savedSearchApi, savedSearches } from "../saved-search/api";
import { observedWithOthers, plainResource } from "../shared/crud-resource";
import { holdsField } from "../shared/holds-field";
import { lookUpsOf } from "../shared/look-up";
import type { Session } from "../shared/session";
import { type SourceBody, type SourceRecord, sourceApi } from "./api";
import { sourceDeclaration, sourceLookup, sourcesLookup } from "./declaration";
import { longInterval } from "./fields";

const SOURCE = shapeOf(sourceDeclaration) as VariantsShape;

/** Changed links of planned sources, by the id of the source: values by field, with null for a removed link. */
export const plannedLinksOf = remember<Session, Map<string, Readonly<Record<string, string | null>>>>(() => new Map());

/** Objects that query a source, and the effect of its destroy on them (docs/internals/api-behavior.md 3.10). */
const REFERRERS = [
  {
    ...dashboardApi,
    collection: ({ collection }: ApiClient) => collection(dashboards),
    effect: "Every later update of a dashboard that queries it fails.",
  },
  {
    ...savedSearchApi,
    collection: ({ collection }: ApiClient) => collection(savedSearches),
    effect: "A saved search that queries it finds nothing.",
  },
  {
    ...alertApi,
    collection: ({ collection }: ApiClient) => collection(alertApi),
    effect: "An alert whose chart queries it is no longer evaluated.",
  },
].map(({ effect, ...type }) => ({
  ...type,
  refersTo: (record: object, id: string) => holdsField(record, "sourceId", id),
  consequence: `The server deletes a source without a check. ${effect}`,
  fix: "Keep the source, or let these objects query another one first.",
}));

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
  referrers: REFERRERS,
  observed: (record, before) => observedWithOthers(SOURCE, fromApi(SOURCE, record) as SourceRecord, before),
});

/** Notes the links that an update of a source changes. The plan of a contradicting link reports the conflict. */
function notePlannedLinks(session: Session, prior: DeclaredFields, declared: DeclaredFields): void {
  const names = [...Object.keys(prior), ...Object.keys(declared)].filter((name) => name.endsWith("SourceId"));
  const changed = names.filter((name) => (prior[name] || null) !== (declared[name] || null));
  const linkOf = (name: string) =>
    typeof declared[name] === "string" && declared[name] !== "" ? declared[name] : null;
  plannedLinksOf(session).set(String(prior.id), Object.fromEntries(changed.map((name) => [name, linkOf(name)])));
}

function sourceBody({ materializedViews, minAutoGranularity: interval, ...fields }: DeclaredFields): JsonObject {
  const views = Array.isArray(materializedViews) && { materializedViews: materializedViews.map(inServersTime) };
  const minimum = typeof interval === "string" && { minAutoGranularity: longInterval(interval) };
  return withoutEmptyFields(SOURCE, { ...fields, ...views, ...minimum }) as JsonObject;
}

/** Converts a moment to UTC, because the server accepts no other time zone. */
function inServersTime({ minDate, ...view }: DeclaredFields): DeclaredFields {
  return { ...view, ...(typeof minDate === "string" && { minDate: toUtc(minDate) }) };
}

/** Look-ups of sources (docs/internals/api-behavior.md 3.13). */
export const sourceLookUps = lookUpsOf(sourceLookup, sourcesLookup, {
  api: sourceApi,
  about: "A source that tiles and filters query",
  facts: factsOf,
  describe: ({ kind }) => kind,
});

function factsOf(record: SourceRecord) {
  const { from, connection, ...source } = withoutEmptyFields(SOURCE, fromApi(SOURCE, record)) as SourceRecord;
  const { databaseName, tableName } = (from ?? {}) as DeclaredFields;
  return { ...source, connectionId: connection, databaseName, tableName };
}
