import { type Fields, isFields } from "../../drawing";
import { Concealer } from "../engine/read-plan";
import { boardOf, type Contents, searchOf, type TilePlace, watchOf } from "./contents";

/**
 * What a configuration in JSON declares, as synthesis writes it to `cdk.tf.json`. Nothing is asked of any server:
 * references stay references, and tiles, searches and sources are found by the names in them.
 */
export function contentsOfConfiguration(json: Fields): Contents {
  const configuration = new Concealer().expressions(json) as Fields;
  const each = <T>(type: string, make: (address: string, block: Fields) => T) =>
    blocks(configuration.resource, type).map(([name, block]) => make(`${type}.${name}`, block));
  return {
    dashboards: each("clickstack_dashboard", boardOf),
    alerts: each("clickstack_alert", (address, block) => watchOf(address, block, tileReference, searchReference)),
    savedSearches: each("clickstack_saved_search", searchOf),
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

/** The dashboard and the key in `clickstack_dashboard.NAME.tile_ids["KEY"]`, as an expression in a configuration or a plan. */
export function tileReference(expression: string): TilePlace | undefined {
  const [, board, key] =
    /^(?:\$\{)?(clickstack_dashboard\.[\w-]+)\.tile_ids\[\\?"(.+?)\\?"\]\}?$/.exec(expression.trim()) ?? [];
  return board !== undefined && key !== undefined ? { board, key } : undefined;
}

/** The saved search in `clickstack_saved_search.NAME.id`. */
export function searchReference(expression: string): string | undefined {
  return /^(?:\$\{)?(clickstack_saved_search\.[\w-]+)\.id\}?$/.exec(expression)?.[1];
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
