import type { JsonObject } from "../../../client";
import type { DeclaredFields } from "../../../declaration/field";
import { objectShapeOf } from "../../../declaration/shape";
import { unknownElements, withoutUnknownElements } from "../../shared/unknown-elements";
import { dashboard } from "../declaration";
import { tileKeys } from "../tiles/tile";
import { declaredFilterOf, FILTER_LISTS, isUnknownFilter } from "../unknown-filters";
import { type BodyReading, dashboardIn, declaredFields, listOf, type Refuse, withoutEmpty } from "./body";
import { readTile, tileTitleOf } from "./read-tile";
import { FILTER_SHAPE } from "./references";

const DASHBOARD = objectShapeOf(dashboard);

function filterLoss([path, json]: readonly [path: string, json: string]): string {
  const { name, type } = JSON.parse(json) as DeclaredFields;
  const subject = path.startsWith("filters.") ? `filter ${JSON.stringify(name ?? "")}` : "initial value";
  return `${path.replace(".", "[")}]: The ${subject} has the unknown type ${JSON.stringify(type)}. It is left out. If the dashboard on the server has it, updates keep it.`;
}

/**
 * Reads a dashboard in any form that the servers and the UI write: an object or its JSON, with or without the envelope
 * of a response. Throws for a value that is not a dashboard.
 * @param refuse receives the problems outside of the tiles
 * @returns the parts that can be declared, with the values of the body. Tiles that cannot be declared have reasons.
 * `losses` names the filters and their values that are left out because their type is unknown.
 */
export function readDashboard(body: unknown, reading: BodyReading, refuse: Refuse) {
  const dashboard = dashboardIn(body, reading) as JsonObject;
  const { filters } = dashboard;
  const { tiles, filters: _, ...fields } = withoutUnknownElements(dashboard, FILTER_LISTS);
  return {
    tiles: keyed(listOf(tiles), reading, refuse).map(([key, tile]) => readTile(key, tile, reading)),
    fields: withoutIdleLanguage(declaredFields(DASHBOARD, fields, "", refuse, reading)),
    filters: Array.isArray(filters)
      ? listOf(filters).flatMap((each, index) =>
          isUnknownFilter(each) ? [] : [declaredFilter(each, `filters[${index}]`, refuse, reading)],
        )
      : undefined,
    losses: Object.entries(unknownElements(dashboard, FILTER_LISTS)).map(filterLoss),
  };
}

/**
 * Returns each tile with its own `key`, or with a key made from its title, by the rule of the provider's import. Ids
 * distinguish tiles with the same title.
 */
function keyed(
  tiles: readonly DeclaredFields[],
  reading: BodyReading,
  refuse: Refuse,
): readonly (readonly [key: string, tile: DeclaredFields])[] {
  const ids = idsOf(tiles);
  const identified = tiles.map((tile, index) => ({ id: ids[index] ?? "", name: knownTitle(tile, reading) }));
  const own = new Map<string, string>();
  for (const [index, { key }] of tiles.entries()) {
    if (typeof key !== "string" || reading.isToken(key)) {
      continue;
    }
    if (own.has(key)) {
      refuse(`tiles[${index}].key`, `Another tile has the key ${JSON.stringify(key)}. Use different keys.`);
    }
    own.set(key, ids[index] ?? "");
  }
  const keys = tileKeys(identified, Object.fromEntries(own));
  return tiles.map((tile, index) => {
    const { key, ...fields } = tile;
    return [keys.get(ids[index] ?? "") ?? "", typeof key === "string" ? fields : tile];
  });
}

/** Removes tokens, because a token's text changes with the surrounding program and would change the key. */
function knownTitle(tile: DeclaredFields, { isToken }: BodyReading): string {
  const title = tileTitleOf(tile);
  return isToken(title) ? title.replace(TOKEN, "") : title;
}

const TOKEN = /\$\{TfToken\[[^[\]]*\]\}/g;

/** Returns the ids, or the positions of the tiles where ids are missing or repeated, as in a body for a POST. */
function idsOf(tiles: readonly DeclaredFields[]): readonly string[] {
  const ids = tiles.map(({ id }) => id).filter((id) => typeof id === "string");
  if (new Set(ids).size === tiles.length) {
    return ids;
  }
  return tiles.map((_, index) => String(index).padStart(5, "0"));
}

function declaredFilter(
  { source, ...filter }: DeclaredFields,
  place: string,
  refuse: Refuse,
  reading: BodyReading,
): DeclaredFields {
  const inApiForm = withoutEmpty({ ...filter, sourceId: filter.sourceId ?? source });
  return declaredFields(FILTER_SHAPE, declaredFilterOf(inApiForm as JsonObject), place, refuse, reading);
}

/** Removes a language without a query. It has no effect and cannot be declared (docs/internals/api-behavior.md 4.2). */
function withoutIdleLanguage({ savedQuery, savedQueryLanguage, ...fields }: DeclaredFields): DeclaredFields {
  if (savedQuery === undefined || savedQuery === "") {
    return fields;
  }
  return { ...fields, savedQuery, ...(savedQueryLanguage !== undefined && { savedQueryLanguage }) };
}
