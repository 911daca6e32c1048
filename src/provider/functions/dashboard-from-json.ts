import { fieldsByAttribute } from "../../declaration/attribute-form";
import type { Fields } from "../../declaration/field";
import type { IssuePath } from "../../declaration/rules";
import { objectShapeOf } from "../../declaration/shape";
import { FunctionArgumentError, type ObjectValue, type ProviderFunction } from "../../plugin";
import { dashboard } from "../../resources/dashboard/declaration";
import { readDashboard } from "../../resources/dashboard/from-json/read-dashboard";
import { mentions, referringTile } from "../../resources/dashboard/from-json/references";
import { tile } from "../../resources/dashboard/tiles/tile";
import { attributePathOf, attributeText, objectToTerraform } from "../../resources/handlers/terraform-form";
import { NamedIds } from "./named-ids";

const DASHBOARD = objectShapeOf(dashboard);
const TILE = objectShapeOf(tile);

const PLACE = ["x", "y", "w", "h"] as const;

const READING = {
  isToken: () => false,
  unknownFields: "refuse",
  unknownFieldsFix: "Take it out of the JSON.",
  placeText: (path: IssuePath) => attributeText(attributePathOf(TILE, path)),
} as const;

/** A dashboard's attributes from its JSON. Reads what `Dashboard.fromJson` of the constructs reads. */
export const dashboardFromJson: ProviderFunction = {
  summary: "The attributes of a dashboard from its JSON.",
  description: `Reads a dashboard as a GET of either API returns it, a body for a POST, or the file that the UI exports, and returns the attributes of \`clickstack_dashboard\`: \`name\`, \`tiles\`, \`filters\`, \`containers\`, \`tags\`, \`saved_query\`, \`saved_query_language\` and \`saved_filter_values\`, null where the JSON has none.

Tiles get keys from their titles, as an import gives them: "Error rate" is \`error_rate\`, a second one \`error_rate_2\`. Ids of sources, connections and dashboards stay. A function cannot look up a name, such as an export of the UI has: give the ids of names as further arguments. What the server sets itself is left out; what cannot be declared is an error with its place.`,
  parameters: [{ name: "json", type: "string", description: 'The JSON text, such as `file("checkout.json")`.' }],
  variadic: {
    name: "references",
    type: { map: { map: "string" } },
    description:
      'What stands for the names, or other ids, in the JSON: `{ sources = { Logs = data.clickstack_source.logs.id } }`, and likewise `connections` and `dashboards`. A mapping may have names that the JSON does not use. `{ options = { strict = true } }` refuses such names. `{ options = { unsupported_tiles = "skip" } }` leaves out tiles that cannot be declared, instead of refusing them.',
  },
  returns: "dynamic",
  call([json, ...references]) {
    const mistakes: string[] = [];
    const refuse = (place: string, sentence: string) => mistakes.push(`${place}: ${sentence}`);
    const named = new NamedIds(references, refuse);
    const { fields, filters, tiles: read } = readJson(String(json), refuse);
    const tiles = named.skipsUnsupportedTiles ? read.filter(({ reasons }) => reasons.length === 0) : read;
    for (const { key, declared, reasons } of tiles) {
      const missing = PLACE.filter((name) => declared[name] === undefined);
      if (missing.length > 0) {
        refuse(`tiles.${key}`, `The tile has no ${missing.join(", ")}: give it its place on the grid.`);
      }
      mistakes.push(...reasons);
      mentions(declared, named.check);
    }
    for (const each of filters ?? []) {
      for (const id of sourcesOf(each)) {
        named.check("sources", id);
      }
    }
    named.refuseUnused();
    if (mistakes.length > 0) {
      throw new FunctionArgumentError(0, mistakesText(mistakes));
    }
    return attributesOf({
      ...fields,
      ...(filters && { filters: filters.map((each) => filterWithIds(each, named)) }),
      tiles: Object.fromEntries(tiles.map(({ key, declared }) => [key, referringTile(declared, named)])),
    });
  },
};

function readJson(json: string, refuse: (place: string, sentence: string) => void) {
  try {
    return readDashboard(json, READING, refuse);
  } catch (error) {
    throw new FunctionArgumentError(0, error instanceof Error ? error.message : String(error));
  }
}

function mistakesText(mistakes: readonly string[]): string {
  return `The JSON cannot be taken over as it is:\n${mistakes.map((line) => `  - ${line}`).join("\n")}`;
}

function sourcesOf({ sourceId, appliesToSourceIds }: Fields): readonly string[] {
  const others = Array.isArray(appliesToSourceIds) ? appliesToSourceIds.map(String) : [];
  return typeof sourceId === "string" ? [sourceId, ...others] : others;
}

function filterWithIds(filter: Fields, { source }: NamedIds): Fields {
  const { sourceId, appliesToSourceIds, ...fields } = filter;
  return {
    ...fields,
    ...(typeof sourceId === "string" && { sourceId: source(sourceId) }),
    ...(Array.isArray(appliesToSourceIds) && { appliesToSourceIds: appliesToSourceIds.map(String).map(source) }),
  };
}

/** What an author can set of a dashboard; what the JSON lacks is null, so that naming it is no mistake. */
function attributesOf(declared: Fields): ObjectValue {
  const values = objectToTerraform(DASHBOARD, declared);
  const settable = [...fieldsByAttribute(DASHBOARD)].filter(([, { meta }]) => !meta.readOnly);
  return Object.fromEntries(settable.map(([name]) => [name, values[name] ?? null]));
}
