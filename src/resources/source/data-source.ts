import type { Fields } from "../../declaration/field";
import { type LookUpKind, listDataSource, lookUpDataSource } from "../handlers/look-up";
import type { SourceRecord } from "./api";
import { sourceLookup, sourcesLookup } from "./declaration";

const SOURCES = {
  noun: "source",
  plural: "sources",
  collection: (client) => client.sources,
  facts: factsOf,
  narrowedBy: "kind",
  kindOf: ({ kind }) => kind,
} satisfies LookUpKind<SourceRecord, ReturnType<typeof factsOf>>;

/** `clickstack_source`: one source by id or name (docs/internals/api-behavior.md 3.13). */
export const sourceDataSource = lookUpDataSource(
  SOURCES,
  sourceLookup,
  "A source that tiles and filters query, found by id or by name.",
);

/** `clickstack_sources`: all sources, or those of one kind. */
export const sourcesDataSource = listDataSource(SOURCES, sourcesLookup, "All sources, or those of one kind.");

function factsOf(source: SourceRecord) {
  const { databaseName, tableName } = (source.from ?? {}) as Fields;
  const { id, name, kind, section, disabled } = source;
  return { id, name, kind, section, disabled, connectionId: source.connection, databaseName, tableName };
}
