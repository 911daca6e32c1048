import type { DisplayType } from "../../../constructs/tile";
import type { TileDeclaration } from "../../../schema";
import type { Fields } from "../../../schema/field";
import { call, code, type Entry, type Expression, list, object, text } from "../code/expression";
import type { Imported } from "../model/imported";
import { inReadingOrder } from "../model/reading-order";
import { sparePlacements } from "../model/spare-placements";
import { lifecycleEntry } from "./lifecycle";
import { type ModuleScope, SCOPE } from "./module-scope";
import type { ClickTargets } from "./on-click";
import { plainEntries, tileCall } from "./tile";

/** `new Dashboard(scope, "checkout", { name: "Checkout", tiles: { ... } })`. */
export function dashboardCall(scope: ModuleScope, targets: ClickTargets, dashboard: Imported): Expression {
  const { tiles: _, filters, ...fields } = dashboard.fields;
  const props = [
    ...plainEntries(fields),
    ...(filters ? [{ key: "filters", value: filtersOf(scope, targets, filters as readonly Fields[]) }] : []),
    { key: "tiles", value: tilesObject(scope, targets, dashboard) },
    ...lifecycleEntry(dashboard),
  ];
  const callee = `new ${scope.use("Dashboard")}`;
  return call(callee, code(SCOPE), text(dashboard.constructId), object(props, { isSpread: true }));
}

function tilesObject(scope: ModuleScope, targets: ClickTargets, dashboard: Imported): Expression {
  const ordered = inReadingOrder(dashboard.fields);
  const places = Object.entries(ordered).map(([key, tile]) => {
    const { x, y, w, h, containerId, tabId } = tile as unknown as TileDeclaration;
    return [key, { displayType: displayTypeOf(tile), x, y, w, h, containerId, tabId }] as const;
  });
  const placements = sparePlacements(new Map(places));
  const entries = Object.entries(ordered).map(([key, tile]) => ({
    key,
    value: tileCall(scope, targets, { key, tile, placement: placements.get(key) ?? {} }),
  }));
  return object(entries, { isSpread: true });
}

function displayTypeOf({ config }: Fields): DisplayType {
  return (config as { readonly displayType: DisplayType }).displayType;
}

function filtersOf(scope: ModuleScope, { references }: ClickTargets, filters: readonly Fields[]): Expression {
  const source = (id: unknown) => scope.refer(references.of("source", String(id)));
  const entriesOf = (filter: Fields): readonly Entry[] =>
    Object.entries(filter).flatMap(([field, value]) => {
      if (field === "sourceId") return [{ key: "source", value: source(value) }];
      if (field !== "appliesToSourceIds") return plainEntries({ [field]: value });
      const sources = (value as readonly string[]).map(source);
      return [{ key: "appliesTo", value: list(sources) }];
    });
  return list(filters.map((filter) => object(entriesOf(filter))));
}
