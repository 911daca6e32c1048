import type { DeclaredFields } from "../../../declaration/field";
import type { TileDeclaration } from "../../../resources/declarations";
import type { ImportedType } from "../../project/imported-types";
import { watchedId } from "../../server/inventory";
import type { FilePlaces } from "./file-places";
import type { ImportModel } from "./import-model";
import { type Imported, ofType, tilesOf } from "./imported";
import { numberOf } from "./names";

export interface PlacedModel extends ImportModel {
  readonly places: FilePlaces;
}

/** Lists the alerts in the file of the dashboard or saved search that they watch. */
export function alertsBeside({ objects, places }: PlacedModel, watched: Imported): readonly Imported[] {
  return ofType(objects, "alert").filter(
    (each) => watchedId(each) === watched.id && places.pathOf(each) === places.pathOf(watched),
  );
}

/** Groups the objects of a type by generated file, without alerts in the file of the watched object. */
export function generatedFilesOf(
  { objects, places }: PlacedModel,
  type: ImportedType,
): ReadonlyMap<string, readonly Imported[]> {
  const files = new Map<string, Imported[]>();
  for (const object of ofType(objects, type)) {
    const path = places.pathOf(object);
    const watched = type === "alert" ? objects.find(({ id }) => id === watchedId(object)) : undefined;
    if (!places.isGenerated(path) || (watched && places.pathOf(watched) === path)) {
      continue;
    }
    files.set(path, [...(files.get(path) ?? []), object]);
  }
  return files;
}

/** Returns a test for objects that a source can refer to. If two sources refer to each other, one uses the id. */
export function referredBy({ objects, places }: PlacedModel, source: Imported): (object: Imported) => boolean {
  // Files with a number are newer.
  const order = (object: Imported) => Number(numberOf(places.pathOf(object)));
  const sources = ofType(objects, "source").toSorted((a, b) => order(a) - order(b));
  const before = sources.slice(0, sources.indexOf(source));
  return (object) => object.type !== "source" || before.includes(object);
}

/** Returns the model for one file: objects that the file cannot refer to are looked up. */
export function seenFrom(model: PlacedModel, path: string): PlacedModel {
  const reachable = model.objects.filter((each) => model.places.isReachable(each, path));
  return { ...model, references: model.references.among(reachable) };
}

/** Sorts tiles in reading order: first those outside containers, then by container, each from top left. */
export function inReadingOrder({ tiles, containers }: DeclaredFields): Readonly<Record<string, DeclaredFields>> {
  const areas = areasOf(containers);
  const areaOf = ({ containerId, tabId }: TileDeclaration) => areas.indexOf(areaKey(containerId, tabId));
  const sorted = Object.entries(tiles as Readonly<Record<string, TileDeclaration>>).sort(
    ([, a], [, b]) => areaOf(a) - areaOf(b) || a.y - b.y || a.x - b.x,
  );
  return Object.fromEntries(sorted);
}

/** Lists the containers and tabs in order. Tiles outside of them have the index -1. */
function areasOf(containers: unknown): readonly string[] {
  const list = (containers ?? []) as readonly {
    readonly id: string;
    readonly tabs?: readonly { readonly id: string }[];
  }[];
  return list.flatMap(({ id, tabs = [] }) => [areaKey(id), ...tabs.map((tab) => areaKey(id, tab.id))]);
}

function areaKey(containerId?: string, tabId?: string): string {
  return JSON.stringify([containerId, tabId]);
}

/** Dashboards in an order in which each can refer to the previous ones. */
export interface DashboardOrder {
  readonly dashboards: readonly Imported[];
  /** Returns the dashboards that the clicks of a dashboard refer to, without references that would create a cycle. */
  readonly targetsOf: (dashboard: Imported) => readonly Imported[];
}

export function dashboardOrder(model: PlacedModel): DashboardOrder {
  const { places } = model;
  const targets = new Map<string, readonly Imported[]>();
  const ordered: Imported[] = [];
  const open = new Set<string>();
  const visit = (dashboard: Imported) => {
    if (targets.has(dashboard.id)) {
      return;
    }
    open.add(dashboard.id);
    const path = places.pathOf(dashboard);
    const ids = places.isGenerated(path) ? clickTargets(dashboard) : places.references(path);
    const reachable = ids
      .flatMap((id) => model.references.imported(id) ?? [])
      .filter((target) => target.type === "dashboard" && places.isReachable(target, path) && !open.has(target.id));
    targets.set(dashboard.id, reachable);
    for (const target of reachable) {
      visit(target);
    }
    open.delete(dashboard.id);
    ordered.push(dashboard);
  };
  // Unchanged files come first, because their references cannot change.
  const dashboards = ofType(model.objects, "dashboard");
  const isKept = (dashboard: Imported) => !places.isGenerated(places.pathOf(dashboard));
  for (const dashboard of [...dashboards.filter(isKept), ...dashboards]) {
    visit(dashboard);
  }
  return { dashboards: ordered, targetsOf: ({ id }) => targets.get(id) ?? [] };
}

function clickTargets(dashboard: Imported): readonly string[] {
  const ids = Object.values(tilesOf(dashboard)).flatMap(({ config }) => {
    const { onClick } = config as { readonly onClick?: { readonly type: string; readonly target?: DeclaredFields } };
    return onClick?.type === "dashboard" && typeof onClick.target?.id === "string" ? [onClick.target.id] : [];
  });
  return [...new Set(ids)];
}
