import type { Client } from "../../api";
import { type DashboardFields, type Fields, fieldsOf, isFields } from "../../drawing";
import type { Contents } from "./contents";

/** The same contents with ids of sources where only their names were known, as in a configuration that was not planned. */
export async function withSourceIds(contents: Contents, client: Client): Promise<Contents> {
  const sources = await client.sources.readAll();
  const ids = new Map(sources.map(({ id, name }) => [name, id]));
  const names = new Map(sources.map(({ id, name }) => [id, name]));
  const resolved = (fields: Fields): Fields => {
    const name = typeof fields.sourceId === "string" ? contents.sourceName(fields.sourceId) : undefined;
    const id = name === undefined ? undefined : ids.get(name);
    return id === undefined ? fields : { ...fields, sourceId: id };
  };
  const board = (fields: DashboardFields): DashboardFields => ({
    ...fields,
    tiles: fieldsOf(fields.tiles).map((tile) =>
      isFields(tile.config) ? { ...tile, config: resolved(tile.config) } : tile,
    ),
  });
  return {
    ...contents,
    dashboards: contents.dashboards.map(({ address, fields }) => ({ address, fields: board(fields) })),
    savedSearches: contents.savedSearches.map(({ address, fields }) => ({ address, fields: resolved(fields) })),
    sourceName: (id) => names.get(id) ?? contents.sourceName(id),
  };
}
