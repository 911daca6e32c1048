import { ALERT_PROP_NAMES } from "../../../constructs/alert";
import { API_KEY_PROP_NAMES } from "../../../constructs/api-key-props";
import { DASHBOARD_PROP_NAMES } from "../../../constructs/dashboard";
import { type PropNames, propMessage, propText } from "../../../constructs/prop-names";
import { SAVED_SEARCH_PROP_NAMES } from "../../../constructs/saved-search";
import { attributePathOf, attributeText } from "../../../provider/attribute-path";
import type { Fields } from "../../../schema/field";
import type { Issue } from "../../../schema/issue";
import { ownValue } from "../../../schema/own-property";
import { validate } from "../../../schema/validate";
import type { Existing } from "../existing";
import type { Format } from "../formats";
import type { Declared } from "../imported-state";
import { type ImportKind, KIND_FACTS } from "../kinds";
import type { TileLeftOut } from "./imported";

/** What code can say of an object. */
export interface Sayable extends Declared {
  readonly tilesLeftOut: readonly TileLeftOut[];
}

/**
 * The object without the tiles that no code can say, or why there can be no code at all. Servers hold what they no longer accept, and
 * what declarations refuse because it would never settle.
 */
export function sayableOf({ kind }: Existing, { fields, state }: Declared, format: Format): Sayable | string {
  const { shape } = KIND_FACTS[kind];
  const issues = validate(shape, fields, () => false);
  const issueText = (issue: Issue) => inWordsOf(format, kind, issue, fields);
  const ofObject = issues.filter((issue) => tileKeyIn(issue) === undefined);
  if (ofObject.length > 0)
    return `It cannot be declared as it is: change it on the server and import again. ${ofObject.map(issueText).join(" ")}`;
  const tiles = (fields.tiles ?? {}) as Readonly<Record<string, Fields>>;
  const leftOut = Object.keys(tiles).flatMap((key): TileLeftOut[] => {
    const own = issues.filter((issue) => tileKeyIn(issue) === key);
    if (own.length === 0) return [];
    const name = ownValue(tiles, key)?.name;
    return [{ key, name: typeof name === "string" ? name : "", reason: own.map(issueText).join(" ") }];
  });
  if (leftOut.length === 0) return { fields, state, tilesLeftOut: [] };
  const isSaid = ([key]: readonly [string, unknown]) => !leftOut.some((each) => each.key === key);
  const said = Object.fromEntries(Object.entries(tiles).filter(isSaid));
  return { fields: { ...fields, tiles: said }, state, tilesLeftOut: leftOut };
}

/** The key of the tile that an issue is about. */
function tileKeyIn({ path: [field, step] }: Issue): string | undefined {
  return field === "tiles" && typeof step === "object" ? step.key : undefined;
}

/** The props of constructs that differ from the declarations. */
const PROP_NAMES: Readonly<Partial<Record<ImportKind, PropNames>>> = {
  dashboard: DASHBOARD_PROP_NAMES,
  alert: ALERT_PROP_NAMES,
  saved_search: SAVED_SEARCH_PROP_NAMES,
  api_key: API_KEY_PROP_NAMES,
};

/** An issue in the words of the code that would say it. */
function inWordsOf(format: Format, kind: ImportKind, { message, path }: Issue, fields: Fields): string {
  const { shape } = KIND_FACTS[kind];
  if (format === "hcl") return `${attributeText(attributePathOf(shape, path, fields))}: ${message}`;
  const names = PROP_NAMES[kind] ?? {};
  return `${propText(path, names)}: ${propMessage(message, shape, names)}`;
}
