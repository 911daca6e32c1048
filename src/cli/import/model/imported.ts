import { isDeepStrictEqual } from "node:util";
import { ALERT_PROP_NAMES } from "../../../constructs/alert";
import { API_KEY_PROP_NAMES } from "../../../constructs/api-key-props";
import { DASHBOARD_PROP_NAMES } from "../../../constructs/dashboard";
import { placeTiles, type Rectangle, type TileToPlace } from "../../../constructs/layout";
import { type PropNames, propMessage, propText } from "../../../constructs/prop-names";
import { SAVED_SEARCH_PROP_NAMES } from "../../../constructs/saved-search";
import type { Fields } from "../../../declaration/field";
import type { Issue } from "../../../declaration/rules";
import { validate } from "../../../declaration/validate";
import { ownValue } from "../../../own-values";
import { attributePathOf, attributeText } from "../../../resources/handlers/terraform-form";
import type { Existing } from "../read/existing-objects";
import { type ImportedType, TYPE_FACTS } from "../read/imported-types";
import type { Declared } from "../read/inventory";
import type { CodeFormat } from "../text/formats";

/** What code can say of an object. */
export interface Declarable extends Declared {
  /** The tiles of a dashboard that stand in no code. */
  readonly tilesLeftOut: readonly TileLeftOut[];
}

export interface Imported extends Existing, Declarable {
  /**
   * Its construct's id, unique in the stack, such as `too-many-errors`. The resource has the same name in Terraform.
   */
  readonly constructId: string;
}

/** A tile that code cannot say. */
interface TileLeftOut {
  readonly key: string;
  /** Its title; empty where it has none. */
  readonly name: string;
  readonly reason: string;
}

/** Its address in Terraform as cdktf makes it. */
export function addressOf({ type, constructId }: Pick<Imported, "type" | "constructId">): string {
  return `clickstack_${type}.${constructId}`;
}

/** The ids of its tiles on the server, by tile key. */
export function tileIdsOf({ state }: Imported): Readonly<Record<string, string>> {
  return (state.tileIds ?? {}) as Record<string, string>;
}

/** The tiles that are declared, by tile key. */
export function tilesOf({ fields }: Imported): Readonly<Record<string, Fields>> {
  return (fields.tiles ?? {}) as Record<string, Fields>;
}

/** The attributes that are ignored: without that the next update would remove the tiles that stand in no code. */
export function ignoredAttributes({ tilesLeftOut }: Imported): readonly string[] {
  return tilesLeftOut.map(({ key }) => `tiles["${key}"]`);
}

/** What is said of ignored tiles beside the code. */
export function ignoredRemark({ tilesLeftOut }: Imported): string {
  const tiles = tilesLeftOut.map(({ key, name, reason }) => `The tile "${name || key}" is not declared: ${reason}`);
  return [...tiles, "Ignored here, updates leave it as it is. Otherwise the next one removes it."].join("\n");
}

/** What is said of an id beside the code where a reference would close a circle. */
export function circleRemark({ name }: Imported): string {
  return `"${name}" by its id, because each refers to the other.`;
}

/** What was set on the server and no declaration can say; undefined where there is nothing. */
function otherFieldsRemark({ state, tilesLeftOut }: Imported): string | undefined {
  const leftOut = new Set(tilesLeftOut.map(({ key }) => key));
  const ofTiles = Object.entries((state.tiles ?? {}) as Record<string, Fields>)
    .filter(([key]) => !leftOut.has(key))
    .flatMap(([key, tile]) => pathsOf(tile).map((path) => `tiles.${key}.${path}`));
  const paths = [...pathsOf(state), ...ofTiles];
  if (paths.length === 0) {
    return undefined;
  }
  return `Set on the server, and nothing that can be declared: ${paths.join(", ")}. Updates leave it as it is.`;
}

function pathsOf({ otherFields }: Fields): readonly string[] {
  return Object.keys((otherFields ?? {}) as Fields);
}

export function ofType(objects: readonly Imported[], type: ImportedType): readonly Imported[] {
  return objects.filter((each) => each.type === type);
}

/** The Terraform variable that keeps a webhook's address out of the code. */
export function addressVariableOf({ constructId }: Pick<Imported, "constructId">): string {
  return `${constructId.replaceAll("-", "_")}_url`;
}

/** The ids of the objects that are declared before one, which it may refer to without closing a circle. */
export function idsBefore(objects: readonly Imported[], object: Imported): ReadonlySet<string> {
  return new Set(objects.slice(0, objects.indexOf(object)).map(({ id }) => id));
}

/**
 * The object without the tiles that no code can say, or why there can be no code at all. Servers hold what they no
 * longer accept, and what declarations refuse because it would never settle.
 */
export function declarableOf({ type }: Existing, { fields, state }: Declared, format: CodeFormat): Declarable | string {
  const { shape } = TYPE_FACTS[type];
  const issues = validate(shape, fields, () => false);
  const issueText = (issue: Issue) => inWordsOf(format, type, issue, fields);
  const ofObject = issues.filter((issue) => tileKeyIn(issue) === undefined);
  if (ofObject.length > 0) {
    return `It cannot be declared as it is: change it on the server and import again. ${ofObject.map(issueText).join(" ")}`;
  }
  const tiles = (fields.tiles ?? {}) as Readonly<Record<string, Fields>>;
  const leftOut = Object.keys(tiles).flatMap((key): TileLeftOut[] => {
    const own = issues.filter((issue) => tileKeyIn(issue) === key);
    if (own.length === 0) {
      return [];
    }
    const name = ownValue(tiles, key)?.name;
    return [{ key, name: typeof name === "string" ? name : "", reason: own.map(issueText).join(" ") }];
  });
  if (leftOut.length === 0) {
    return { fields, state, tilesLeftOut: [] };
  }
  const isSaid = ([key]: readonly [string, unknown]) => !leftOut.some((each) => each.key === key);
  const said = Object.fromEntries(Object.entries(tiles).filter(isSaid));
  return { fields: { ...fields, tiles: said }, state, tilesLeftOut: leftOut };
}

function tileKeyIn({ path: [field, step] }: Issue): string | undefined {
  return field === "tiles" && typeof step === "object" ? step.key : undefined;
}

/** The props of constructs that differ from the declarations. */
const PROP_NAMES: Readonly<Partial<Record<ImportedType, PropNames>>> = {
  dashboard: DASHBOARD_PROP_NAMES,
  alert: ALERT_PROP_NAMES,
  saved_search: SAVED_SEARCH_PROP_NAMES,
  api_key: API_KEY_PROP_NAMES,
};

/** An issue in the words of the code that would say it. */
function inWordsOf(format: CodeFormat, type: ImportedType, { message, path }: Issue, fields: Fields): string {
  const { shape } = TYPE_FACTS[type];
  if (format === "hcl") {
    return `${attributeText(attributePathOf(shape, path, fields))}: ${message}`;
  }
  const names = PROP_NAMES[type] ?? {};
  return `${propText(path, names)}: ${propMessage(message, shape, names)}`;
}

/** What a reader of the code has to know of an object; undefined where there is nothing. */
export function remarkOf(imported: Imported): string | undefined {
  const remarks = [unseenRemark(imported), otherFieldsRemark(imported)].filter((each) => each !== undefined);
  return remarks.length === 0 ? undefined : remarks.join("\n");
}

/** What the server does not show, and so no code can say. */
function unseenRemark({ type, fields }: Imported): string | undefined {
  if (type === "connection") {
    return "The server never shows the password: it stays as long as none is declared here.";
  }
  return type === "webhook" ? webhookRemark(fields) : undefined;
}

function webhookRemark({ service }: Fields): string | undefined {
  if (service === "slack") {
    return undefined;
  }
  const unseen = service === "incidentio" ? "headers, query parameters and body" : "headers and query parameters";
  return `The server never shows its ${unseen}: they stay as long as none are declared here.`;
}

type PlacedTile = TileToPlace & Rectangle;

/** What is said about a tile's place and size. */
export type TilePlacement = Partial<Rectangle>;

/** What has to be said about places and sizes, so that the automatic layout gives the very same dashboard. */
export function sparePlacements(tiles: ReadonlyMap<string, PlacedTile>): ReadonlyMap<string, TilePlacement> {
  const spare = new Map([...tiles].map(([key, tile]) => [key, withoutUsualSize(tile)]));
  const flowing = new Map([...spare].map(([key, tile]) => [key, withoutPosition(tile)]));
  if (isSameLayout(tiles, flowing)) {
    return placementsOf(flowing);
  }
  for (const [key, tile] of spare) {
    spare.set(key, withoutPosition(tile));
    if (!isSameLayout(tiles, spare)) {
      spare.set(key, tile);
    }
  }
  return placementsOf(spare);
}

function withoutUsualSize({ displayType, w, h, ...tile }: PlacedTile): TileToPlace {
  const usual = placeTiles(new Map([["tile", { displayType }]])).get("tile");
  return { displayType, ...tile, ...(w !== usual?.w && { w }), ...(h !== usual?.h && { h }) };
}

function withoutPosition({ x: _, y: __, ...tile }: TileToPlace): TileToPlace {
  return tile;
}

function isSameLayout(wanted: ReadonlyMap<string, PlacedTile>, tiles: ReadonlyMap<string, TileToPlace>): boolean {
  const placed = placeTiles(tiles);
  return [...wanted].every(([key, { x, y, w, h }]) => isDeepStrictEqual(placed.get(key), { x, y, w, h }));
}

function placementsOf(tiles: ReadonlyMap<string, TileToPlace>): ReadonlyMap<string, TilePlacement> {
  return new Map([...tiles].map(([key, { x, y, w, h }]) => [key, { x, y, w, h }]));
}
