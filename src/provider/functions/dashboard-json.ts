import { fieldsByAttribute } from "../../declaration/attribute-form";
import { attributeName, type DeclaredFields } from "../../declaration/field";
import type { IssuePath } from "../../declaration/rules";
import { objectShapeOf } from "../../declaration/shape";
import { validate } from "../../declaration/validate";
import {
  DynamicValue,
  FunctionArgumentError,
  isObjectValue,
  type ObjectValue,
  type ProviderFunction,
  pathText,
} from "../../plugin";
import { type DashboardDeclaration, dashboard } from "../../resources/dashboard/declaration";
import { readDashboard } from "../../resources/dashboard/from-json/read-dashboard";
import { FILTER_SHAPE, mentions, TILE_SHAPE, withReferences } from "../../resources/dashboard/from-json/references";
import { wholeBody } from "../../resources/dashboard/mapping";
import { attributePathOf, objectFromTerraform, objectToTerraform } from "../../resources/shared/terraform-form";
import { NamedIds } from "./named-ids";

const DASHBOARD = objectShapeOf(dashboard);

const PLACE = ["x", "y", "w", "h"] as const;

const READING = {
  isToken: () => false,
  unknownFields: "refuse",
  unknownFieldsFix: "Remove it from the JSON.",
  contentCode: "file(path)",
  placeText: (path: IssuePath) => pathText(attributePathOf(TILE_SHAPE, path)),
} as const;

/** Returns a dashboard's attributes from its JSON. Reads the same formats as `Dashboard.fromJson` of the constructs. */
export const dashboardFromJson: ProviderFunction = {
  summary: "The attributes of a dashboard from its JSON.",
  description: `Reads a dashboard as a GET of either API returns it, a body for a POST, or the file that the UI exports, and returns the attributes of \`clickstack_dashboard\`: \`name\`, \`tiles\`, \`filters\`, \`containers\`, \`tags\`, \`saved_query\`, \`saved_query_language\` and \`saved_filter_values\`, null where the JSON has none.

Tiles get keys from their titles, as in an import: "Error rate" is \`error_rate\`, a second one \`error_rate_2\`. The field \`key\` of a tile replaces this key. Ids of sources, connections and dashboards stay. A function cannot look up names, which UI exports contain instead of ids. Pass the ids of names as further arguments. Values that the server sets are left out; values that cannot be declared are errors with their place.`,
  parameters: [{ name: "json", type: "string", description: 'The JSON text, such as `file("checkout.json")`.' }],
  variadic: {
    name: "references",
    type: { map: { map: "string" } },
    description:
      'Ids that replace the names, or other ids, in the JSON: `{ sources = { Logs = data.clickstack_source.logs.id } }`, and likewise `connections` and `dashboards`. A mapping may have names that the JSON does not use. `{ options = { strict = true } }` refuses such names. `{ options = { unsupported_tiles = "skip" } }` leaves out tiles that cannot be declared, instead of refusing them.',
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
        refuse(`tiles.${key}`, `The tile has no ${missing.join(", ")}. Set its position on the grid.`);
      }
      mistakes.push(...reasons);
      mentions(TILE_SHAPE, declared, named.check);
    }
    for (const each of filters ?? []) {
      mentions(FILTER_SHAPE, each, named.check);
    }
    named.refuseUnused();
    if (mistakes.length > 0) {
      const lines = mistakes.map((line) => `  - ${line}`).join("\n");
      throw new FunctionArgumentError(0, `The JSON cannot be converted:\n${lines}`);
    }
    return attributesOf({
      ...fields,
      ...(filters && { filters: filters.map((each) => withReferences(FILTER_SHAPE, each, named)) }),
      tiles: Object.fromEntries(tiles.map(({ key, declared }) => [key, withReferences(TILE_SHAPE, declared, named)])),
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

/** Returns the attributes that an author can set; null if the JSON lacks them, so that references are valid. */
function attributesOf(declared: DeclaredFields): ObjectValue {
  const values = objectToTerraform(DASHBOARD, declared);
  const settable = [...fieldsByAttribute(DASHBOARD)].filter(([, { meta }]) => !meta.readOnly);
  return Object.fromEntries(settable.map(([name]) => [name, values[name] ?? null]));
}

/** Returns the body of a dashboard for either API, as the provider sends it in a create. */
export const dashboardToJson: ProviderFunction = {
  summary: "The JSON of a dashboard, as both APIs accept it.",
  description:
    "Returns the JSON that creates a dashboard. The argument is a `clickstack_dashboard`, or an object with its attributes. The result contains no address and no ids of the dashboard and its tiles. `dashboard_from_json` reads this JSON.",
  parameters: [
    {
      name: "dashboard",
      type: "dynamic",
      description: "A `clickstack_dashboard`, or an object with `name`, `tiles` and other attributes of the resource.",
    },
  ],
  returns: "string",
  call([argument]) {
    const value = argument instanceof DynamicValue ? argument.value : (argument ?? null);
    if (!isObjectValue(value)) {
      throw new FunctionArgumentError(0, "A dashboard is an object with a name and tiles.");
    }
    const { id: _, tile_ids: __, url: ___, ...attributes } = value;
    const declared = objectFromTerraform(DASHBOARD, attributes);
    const { otherFields: ____, ...checked } = declared;
    const refusals = validate(DASHBOARD, checked, () => false, attributeName).map(
      ({ path, message }) => `  - ${pathText(attributePathOf(DASHBOARD, path, declared))}: ${message}`,
    );
    if (refusals.length > 0) {
      throw new FunctionArgumentError(0, `The argument is not a valid dashboard:\n${refusals.join("\n")}`);
    }
    return JSON.stringify(wholeBody(declared as DashboardDeclaration));
  },
};
