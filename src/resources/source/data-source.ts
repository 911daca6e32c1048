import { fromApi } from "../../declaration/api-form";
import { withoutEmptyFields } from "../../declaration/empty-values";
import type { DeclaredFields } from "../../declaration/field";
import { shapeOf, type VariantsShape } from "../../declaration/shape";
import type { DataSource } from "../../plugin";
import { type LookUpType, listDataSource, lookUpDataSource } from "../shared/look-up";
import type { Session } from "../shared/session";
import { type SourceRecord, sourceApi } from "./api";
import { sourceDeclaration, sourceLookup, sourcesLookup } from "./declaration";

const SOURCE = shapeOf(sourceDeclaration) as VariantsShape;

const SOURCES = {
  api: sourceApi,
  collection: (client) => client.collection(sourceApi),
  facts: factsOf,
  describe: ({ kind }) => kind,
} satisfies LookUpType<SourceRecord, ReturnType<typeof factsOf>>;

/** `clickstack_source`: one source by id or name (docs/internals/api-behavior.md 3.13). */
export const sourceDataSource: DataSource<Session> = lookUpDataSource(
  SOURCES,
  sourceLookup,
  "A source that tiles and filters query, found by id or by name.",
);

/** `clickstack_sources`: all sources, or those of one kind. */
export const sourcesDataSource: DataSource<Session> = listDataSource(
  SOURCES,
  sourcesLookup,
  "All sources, or those of one name or kind.",
);

function factsOf(record: SourceRecord) {
  const { from, connection, ...source } = withoutEmptyFields(SOURCE, fromApi(SOURCE, record)) as SourceRecord;
  const { databaseName, tableName } = (from ?? {}) as DeclaredFields;
  return { ...source, connectionId: connection, databaseName, tableName };
}
