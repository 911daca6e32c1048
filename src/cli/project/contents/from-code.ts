import { evaluateText } from "../../../constructs/verbatim";
import { addressInReference, blocksOf, tilePlaceOf } from "../../../declaration/configuration-json";
import { type ApiFields, isFields } from "../../../drawing";
import { Concealer } from "../../engine/concealer";
import type { PlanJson } from "../../engine/read-plan";
import { alertOf, type Contents, dashboardOf, referencesOf, type SoughtSource, savedSearchOf } from "./contents";

/**
 * Reads the declarations of a configuration in JSON, as synthesis writes it to `cdk.tf.json`. Sends no request:
 * references stay unresolved, and tiles, searches and sources are found by the names in them.
 */
export function contentsOfConfiguration(json: ApiFields): Contents {
  const configuration = new Concealer().expressions(json) as ApiFields;
  const each = <T>(type: string, make: (address: string, block: ApiFields) => T) =>
    blocksOf(configuration.resource, type).map(([name, block]) => make(`${type}.${name}`, block));
  return {
    dashboards: each("clickstack_dashboard", dashboardOf),
    alerts: each("clickstack_alert", (address, block) => alertOf(address, block, tilePlaceOf, searchReference)),
    savedSearches: each("clickstack_saved_search", savedSearchOf),
    ...sourcesOf(configuration),
  };
}

/** Returns the saved search in `clickstack_saved_search.NAME.id`. */
function searchReference(expression: string): string | undefined {
  const address = addressInReference(expression);
  return address?.startsWith("clickstack_saved_search.") ? address : undefined;
}

/** Returns the sources that the configuration looks up or declares, by the expression of their id. */
function sourcesOf(configuration: ApiFields): Required<Pick<Contents, "sourceName" | "soughtSource">> {
  const sections = { "data.": configuration.data, "": configuration.resource };
  const sought = new Map(
    Object.entries(sections).flatMap(([prefix, section]): [string, SoughtSource | undefined][] =>
      blocksOf(section, "clickstack_source").map(([name, block]) => [
        `\${${prefix}clickstack_source.${name}.id}`,
        soughtIn(block),
      ]),
    ),
  );
  return { sourceName: (id) => sought.get(id)?.name, soughtSource: (id) => sought.get(id) };
}

/** Returns the fields that identify a source; undefined if one of them is an unknown expression. */
function soughtIn({ id, name, kind }: ApiFields): SoughtSource | undefined {
  const given = Object.entries({ id, name, kind }).filter(([, value]) => typeof value === "string");
  const texts = given.map(([field, value]) => [field, evaluateText(String(value))] as const);
  const isKnown = texts.length > 0 && texts.every(([, text]) => text !== undefined);
  return isKnown ? Object.fromEntries(texts) : undefined;
}

export function contentsOfPlan(plan: PlanJson) {
  return { before: sideOf(plan, "before"), after: sideOf(plan, "after") };
}

function sideOf(plan: PlanJson, side: "before" | "after"): Contents {
  const ofType = (type: string) =>
    (plan.resource_changes ?? []).flatMap((resource) => {
      const values = resource.change[side];
      return resource.mode !== "data" && resource.type === type && isFields(values) ? [{ resource, values }] : [];
    });
  const boards = ofType("clickstack_dashboard");
  const searches = ofType("clickstack_saved_search");
  const tiles = new Map(
    boards.flatMap(({ resource: { address: board }, values: { tile_ids: ids } }) =>
      Object.entries(isFields(ids) ? ids : {}).map(([key, id]) => [String(id), { board, key }]),
    ),
  );
  const searchAddresses = new Map(searches.map(({ resource, values }) => [String(values.id), resource.address]));
  /** The watched object is found by ids if they are known, otherwise by the references in the configuration. */
  const alert = ({ resource, values }: (typeof boards)[number]) => {
    const module = resource.module_address ? `${resource.module_address}.` : "";
    const referredTile = () => {
      const found = referencesOf(plan, resource, "tile_id").flatMap((reference) => tilePlaceOf(reference) ?? []);
      const [place, ...others] = new Map(found.map((each) => [`${each.board} ${each.key}`, each])).values();
      // An expression with several tiles selects one of them in the apply.
      return place && others.length === 0 ? { ...place, board: module + place.board } : undefined;
    };
    const referredSearch = () => {
      const address = searchReference(referencesOf(plan, resource, "saved_search_id")[0] ?? "");
      return address === undefined ? undefined : module + address;
    };
    const tileOf = (id: string) => tiles.get(id) ?? referredTile();
    return alertOf(resource.address, values, tileOf, (id) => searchAddresses.get(id) ?? referredSearch());
  };
  const sources = [...plan.held, ...plan.planned].filter(({ type }) => type === "clickstack_source");
  const sourceNames = new Map(sources.map(({ values }) => [String(values.id), String(values.name)]));
  return {
    dashboards: boards.map(({ resource, values }) => dashboardOf(resource.address, values)),
    alerts: ofType("clickstack_alert").map(alert),
    savedSearches: searches.map(({ resource, values }) => savedSearchOf(resource.address, values)),
    sourceName: (id) => sourceNames.get(id),
  };
}
