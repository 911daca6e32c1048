import { type Fields, isFields } from "../../drawing";
import { type PlanJson, type ResourceChange, stateResources } from "../engine/plan-json";
import { boardOf, type Contents, referencesOf, searchOf, type TilePlace, type Watch, watchOf } from "./contents";
import { searchReference, tileReference } from "./from-configuration";

/** A plan of the engine, as `show -json` tells it: what is there before, and what there will be after. */
interface PlannedContents {
  readonly before: Contents;
  readonly after: Contents;
}

type Side = "before" | "after";

export function contentsOfPlan(plan: PlanJson): PlannedContents {
  return { before: sideOf(plan, "before"), after: sideOf(plan, "after") };
}

function sideOf(plan: PlanJson, side: Side): Contents {
  const ofType = (type: string) =>
    (plan.resource_changes ?? []).flatMap((resource) => {
      const values = resource.change[side];
      return resource.mode !== "data" && resource.type === type && isFields(values) ? [{ resource, values }] : [];
    });
  const boards = ofType("clickstack_dashboard");
  const searches = ofType("clickstack_saved_search");
  const placed = new Placement(boards, searches);
  return {
    dashboards: boards.map(({ resource, values }) => boardOf(resource.address, values)),
    alerts: ofType("clickstack_alert").map(({ resource, values }) => placed.watchOf(resource, values, plan)),
    savedSearches: searches.map(({ resource, values }) => searchOf(resource.address, values)),
    sourceName: sourceNames(plan),
  };
}

interface Planned {
  readonly resource: ResourceChange;
  readonly values: Fields;
}

/** Finds what an alert watches: by ids where they are known, else by the references in the configuration. */
class Placement {
  readonly #tiles = new Map<string, TilePlace>();
  readonly #searches = new Map<string, string>();

  constructor(boards: readonly Planned[], searches: readonly Planned[]) {
    for (const { resource, values } of boards) {
      const ids = isFields(values.tile_ids) ? values.tile_ids : {};
      for (const [key, id] of Object.entries(ids)) this.#tiles.set(String(id), { board: resource.address, key });
    }
    for (const { resource, values } of searches) this.#searches.set(String(values.id), resource.address);
  }

  watchOf(resource: ResourceChange, values: Fields, plan: PlanJson): Watch {
    const module = resource.module_address ? `${resource.module_address}.` : "";
    const referredTile = () => {
      const found = referencesOf(plan, resource, "tile_id").map(tileReference).find(Boolean);
      return found && { ...found, board: module + found.board };
    };
    const referredSearch = () => {
      const address = searchReference(referencesOf(plan, resource, "saved_search_id")[0] ?? "");
      return address === undefined ? undefined : module + address;
    };
    return watchOf(
      resource.address,
      values,
      (tileId) => this.#tiles.get(tileId) ?? referredTile(),
      (savedSearchId) => this.#searches.get(savedSearchId) ?? referredSearch(),
    );
  }
}

function sourceNames(plan: PlanJson): Contents["sourceName"] {
  const known = [plan.prior_state?.values, plan.planned_values].flatMap((state) => stateResources(state?.root_module));
  const sources = known.filter(({ type }) => type === "clickstack_source");
  const names = new Map(sources.map(({ values }) => [String(values.id), String(values.name)]));
  return (sourceId) => names.get(sourceId);
}
