import { type Fields, isFields } from "../../drawing";
import { Concealer } from "../engine/read-plan";
import {
  alertFields,
  type Board,
  type Contents,
  dashboardFields,
  type Search,
  savedSearchFields,
  type Watch,
} from "./contents";

/**
 * What a configuration in JSON declares, as synthesis writes it to `cdk.tf.json`. Nothing is asked of any server:
 * references stay references, and tiles, searches and sources are found by the names in them.
 */
export function contentsOfConfiguration(json: Fields): Contents {
  const configuration = new Concealer().expressions(json) as Fields;
  const resources = (type: string) => blocks(configuration.resource, type);
  return {
    dashboards: resources("clickstack_dashboard").map(([name, block]) => boardOf(name, block)),
    alerts: resources("clickstack_alert").map(([name, block]) => watchOf(name, block)),
    savedSearches: resources("clickstack_saved_search").map(([name, block]) => searchOf(name, block)),
    sourceName: sourceNames(configuration),
  };
}

function blocks(section: unknown, type: string): readonly (readonly [string, Fields])[] {
  const named = isFields(section) ? section[type] : undefined;
  if (!isFields(named)) return [];
  return Object.entries(named).flatMap(([name, block]) => bodies(block).map((body) => [name, body] as const));
}

/** A block may stand in a list of one. */
function bodies(block: unknown): readonly Fields[] {
  return (Array.isArray(block) ? block : [block]).filter(isFields);
}

function boardOf(name: string, block: Fields): Board {
  return { address: `clickstack_dashboard.${name}`, fields: dashboardFields(block) };
}

function searchOf(name: string, block: Fields): Search {
  return { address: `clickstack_saved_search.${name}`, fields: savedSearchFields(block) };
}

function watchOf(name: string, block: Fields): Watch {
  const { tileId, ...fields } = alertFields(block);
  const tile = tileReference(String(tileId));
  const search = /^\$\{(clickstack_saved_search\.[\w-]+)\.id\}$/.exec(String(fields.savedSearchId))?.[1];
  return {
    address: `clickstack_alert.${name}`,
    fields: { ...fields, ...(tile && { tileId: tile.key }) },
    ...(tile && { board: tile.board }),
    ...(search !== undefined && { search }),
  };
}

/** The dashboard and the key in `clickstack_dashboard.NAME.tile_ids["KEY"]`, as an expression in a configuration or a plan. */
export function tileReference(expression: string): { readonly board: string; readonly key: string } | undefined {
  const [, board, key] =
    /^(?:\$\{)?(clickstack_dashboard\.[\w-]+)\.tile_ids\[\\?"(.+?)\\?"\]\}?$/.exec(expression.trim()) ?? [];
  return board !== undefined && key !== undefined ? { board, key } : undefined;
}

function sourceNames(configuration: Fields): Contents["sourceName"] {
  const names = new Map(
    blocks(configuration.data, "clickstack_source").map(([name, { name: label }]) => [name, label] as const),
  );
  return (sourceId) => {
    const label = names.get(/^\$\{data\.clickstack_source\.([\w-]+)\.id\}$/.exec(sourceId)?.[1] ?? "");
    return typeof label === "string" ? label : undefined;
  };
}
