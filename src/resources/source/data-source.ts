import { fromApi } from "../../declaration/api-form";
import type { DeclaredFields } from "../../declaration/field";
import { withoutEmptyFields } from "../../declaration/server-defaults";
import { shapeOf, type VariantsShape } from "../../declaration/shape";
import { lookUpsOf } from "../shared/look-up";
import { type SourceRecord, sourceApi } from "./api";
import { sourceDeclaration, sourceLookup, sourcesLookup } from "./declaration";

const SOURCE = shapeOf(sourceDeclaration) as VariantsShape;

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
