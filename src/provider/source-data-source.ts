import type { SourceRecord } from "../api";
import type { DataSource } from "../plugin";
import type { Fields } from "../schema/field";
import { objectShapeOf } from "../schema/shape";
import { sourceLookup, sourcesLookup } from "../schema/source-lookup";
import { schemaOf } from "./attributes";
import { lookUp } from "./look-up";
import { reportFailure } from "./report-failure";
import type { Session } from "./session";
import { objectToTerraform } from "./terraform-form";
import { validateConfig } from "./validate-config";

const SOURCE = objectShapeOf(sourceLookup);
const SOURCES = objectShapeOf(sourcesLookup);

/** `clickstack_source`: one source by id or name (facts/api.md 3.13). */
export const sourceDataSource: DataSource<Session> = {
  schema: schemaOf(SOURCE, "A source that tiles and filters query, found by id or by name."),
  validate: ({ config }) => validateConfig(SOURCE, config),
  async read({ config }, { client: session, signal }) {
    const sources = await sourcesOfKind(config.kind, session, signal);
    return { state: objectToTerraform(SOURCE, factsOf(lookUp("source", sources, config, ({ kind }) => kind))) };
  },
};

/** `clickstack_sources`: all sources, or those of one kind. */
export const sourcesDataSource: DataSource<Session> = {
  schema: schemaOf(SOURCES, "All sources, or those of one kind."),
  validate: ({ config }) => validateConfig(SOURCES, config),
  async read({ config }, { client: session, signal }) {
    const sources = await sourcesOfKind(config.kind, session, signal);
    return { state: objectToTerraform(SOURCES, { kind: config.kind ?? undefined, sources: sources.map(factsOf) }) };
  },
};

async function sourcesOfKind(kind: unknown, session: Session, signal: AbortSignal): Promise<readonly SourceRecord[]> {
  const sources = await reportFailure("list the sources", () => session.client.sources.readAll({ signal }));
  return kind === null ? sources : sources.filter((source) => source.kind === kind);
}

function factsOf(source: SourceRecord): Fields {
  const { databaseName, tableName } = (source.from ?? {}) as Fields;
  const { id, name, kind, section, disabled } = source;
  return { id, name, kind, section, disabled, connectionId: source.connection, databaseName, tableName };
}
