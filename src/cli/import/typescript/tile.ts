import { inWords } from "../../../constructs/in-words";
import type { Fields } from "../../../schema/field";
import { call, type Entry, type Expression, list, literal, object } from "../code/expression";
import type { Placement } from "../model/spare-placements";
import { camel } from "../naming/words";
import type { ModuleScope } from "./module-scope";
import { type ClickTargets, onClick } from "./on-click";
import { selectItem } from "./select-item";

/** A tile as its helper says it: `tile.line({ source: logs, select: [count()] })`. */
export function tileCall(
  scope: ModuleScope,
  targets: ClickTargets,
  { key, tile, placement }: { readonly key: string; readonly tile: Fields; readonly placement: Placement },
): Expression {
  const { name, config, containerId, tabId } = tile;
  const { displayType, configType, ...fields } = config as Fields;
  const entries: Entry[] = [
    ...(name === inWords(key) ? [] : [{ key: "name", value: literal(name) }]),
    ...Object.entries(fields).map(([field, value]) => entryOf(scope, targets, field, value)),
    ...plainEntries({ containerId, tabId, ...placement }),
  ];
  scope.use("tile");
  return call(`tile.${configType === "sql" ? "sql." : ""}${camel(String(displayType))}`, object(entries));
}

function entryOf(scope: ModuleScope, targets: ClickTargets, field: string, value: unknown): Entry {
  switch (field) {
    case "sourceId":
      return { key: "source", value: scope.refer(targets.references.of("source", String(value))) };
    case "connectionId":
      return { key: "connection", value: scope.refer(targets.references.of("connection", String(value))) };
    case "select":
      return {
        key: field,
        value: Array.isArray(value) ? list(value.map((item) => itemCall(scope, item))) : literal(value),
      };
    case "onClick":
      return { key: field, ...onClick(scope, targets, value as Fields) };
    default:
      return { key: field, value: literal(value) };
  }
}

/** A heatmap's item has no aggregate function. */
function itemCall(scope: ModuleScope, item: Fields): Expression {
  return item.aggFn === undefined ? literal(item) : selectItem(scope, item);
}

/** Fields that stand in code as they are. Absent ones are left out. */
export function plainEntries(fields: Fields): readonly Entry[] {
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return present.map(([key, value]) => ({ key, value: literal(value) }));
}
