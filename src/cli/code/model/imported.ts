import { isDeepStrictEqual } from "node:util";
import { placeTiles, type Rectangle, type TileToPlace } from "../../../constructs/layout";
import { propMessage, propNamesOf, propText } from "../../../constructs/prop-names";
import type { DeclaredFields } from "../../../declaration/field";
import type { Issue } from "../../../declaration/rules";
import { validate } from "../../../declaration/validate";
import { ownValue } from "../../../own-values";
import { pathText } from "../../../plugin";
import { attributePathOf } from "../../../resources/shared/terraform-form";
import type { CodeFormat } from "../../project/generated-file";
import { type ImportedType, TYPE_FACTS } from "../../project/imported-types";
import type { Declared, Existing } from "../../server/inventory";

/** The declarable part of an object. */
export interface Declarable extends Declared {
  /** The tiles of a dashboard that the code omits. */
  readonly tilesLeftOut: readonly TileLeftOut[];
}

export interface Imported extends Existing, Declarable {
  /** Unique id of the construct, such as `too-many-errors`. The Terraform resource has the same name. */
  readonly constructId: string;
  /** Set for an object that is not on the server, such as a converted one. It has no import block. */
  readonly isNew?: true;
  /** Name of the file that contains the object. Default: a name that is made from the type or the construct id. */
  readonly group?: string;
  /** Further comment on the object. */
  readonly remark?: string;
}

interface TileLeftOut {
  readonly key: string;
  /** Title; empty if there is none. */
  readonly name: string;
  readonly reason: string;
}

/** Returns the Terraform address that cdktf generates. */
export function addressOf({ type, constructId }: Pick<Imported, "type" | "constructId">): string {
  return `clickstack_${type}.${constructId}`;
}

/** Returns the ids of the tiles on the server, by tile key. */
export function tileIdsOf({ state }: Imported): Readonly<Record<string, string>> {
  return (state.tileIds ?? {}) as Record<string, string>;
}

export function tilesOf({ fields }: Imported): Readonly<Record<string, DeclaredFields>> {
  return (fields.tiles ?? {}) as Record<string, DeclaredFields>;
}

/**
 * Returns the attributes for `ignore_changes`: the tiles that the code does not declare. An update would delete them if
 * they were not ignored.
 */
export function ignoredAttributes({ tilesLeftOut }: Imported): readonly string[] {
  return tilesLeftOut.map(({ key }) => `tiles["${key}"]`);
}

export function ignoredRemark({ tilesLeftOut }: Imported): string {
  const tiles = tilesLeftOut.map(({ key, name, reason }) => `The tile "${name || key}" is not declared: ${reason}`);
  return [
    ...tiles,
    "It is ignored here, so updates keep it. If you do not ignore it, the next update removes it.",
  ].join("\n");
}

/** Returns the comment on an id that replaces a reference to prevent a cycle. */
export function circleRemark({ name }: Imported): string {
  return `"${name}" by its id, because each refers to the other.`;
}

/** Returns the comment on fields that are set on the server and cannot be declared. */
function otherFieldsRemark({ state, tilesLeftOut }: Imported): string | undefined {
  const leftOut = new Set(tilesLeftOut.map(({ key }) => key));
  const tilePaths = Object.entries((state.tiles ?? {}) as Record<string, DeclaredFields>)
    .filter(([key]) => !leftOut.has(key))
    .flatMap(([key, tile]) => pathsOf(tile).map((path) => `tiles.${key}.${path}`));
  const paths = [...pathsOf(state), ...tilePaths];
  if (paths.length === 0) {
    return undefined;
  }
  return `Set on the server and cannot be declared: ${paths.join(", ")}. Updates do not change it.`;
}

function pathsOf({ otherFields }: DeclaredFields): readonly string[] {
  return Object.keys((otherFields ?? {}) as DeclaredFields);
}

export function ofType(objects: readonly Imported[], type: ImportedType): readonly Imported[] {
  return objects.filter((each) => each.type === type);
}

/** Returns the name of the Terraform variable for a webhook's URL. */
export function addressVariableOf({ constructId }: Pick<Imported, "constructId">): string {
  return `${constructId.replaceAll("-", "_")}_url`;
}

/**
 * Returns the declarable part of an object, or the reason why it cannot be declared. Servers return stored values that
 * they no longer accept, and values that declarations refuse because plans would never be empty.
 */
export function declarableOf({ type }: Existing, { fields, state }: Declared, format: CodeFormat): Declarable | string {
  const { shape } = TYPE_FACTS[type];
  const issues = validate(shape, fields, () => false);
  const issueText = (issue: Issue) => inWordsOf(format, type, issue, fields);
  const objectIssues = issues.filter((issue) => tileKeyIn(issue) === undefined);
  if (objectIssues.length > 0) {
    return `It cannot be declared. Fix: Change it on the server and import again. ${objectIssues.map(issueText).join(" ")}`;
  }
  const tiles = (fields.tiles ?? {}) as Readonly<Record<string, DeclaredFields>>;
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
  const isImported = ([key]: readonly [string, unknown]) => !leftOut.some((each) => each.key === key);
  const imported = Object.fromEntries(Object.entries(tiles).filter(isImported));
  return { fields: { ...fields, tiles: imported }, state, tilesLeftOut: leftOut };
}

function tileKeyIn({ path: [field, step] }: Issue): string | undefined {
  return field === "tiles" && typeof step === "object" ? step.key : undefined;
}

/** Returns the text of an issue, with the names of the target language. */
function inWordsOf(format: CodeFormat, type: ImportedType, { message, path }: Issue, fields: DeclaredFields): string {
  const { shape } = TYPE_FACTS[type];
  if (format === "hcl") {
    return `${pathText(attributePathOf(shape, path, fields))}: ${message}`;
  }
  const names = propNamesOf(shape);
  return `${propText(path, names)}: ${propMessage(message, shape, names)}`;
}

export function remarkOf(imported: Imported): string | undefined {
  const { isNew, remark } = imported;
  const remarks = [remark, isNew ? undefined : unseenRemark(imported), otherFieldsRemark(imported)].filter(
    (each) => each !== undefined,
  );
  return remarks.length === 0 ? undefined : remarks.join("\n");
}

/** Returns the comment on values that the server does not return. */
function unseenRemark({ type, fields: { service } }: Imported): string | undefined {
  if (type === "connection") {
    return "The server never shows the password. It stays unchanged as long as none is declared here.";
  }
  if (type !== "webhook" || service === "slack") {
    return undefined;
  }
  const unseen = service === "incidentio" ? "headers, query parameters and body" : "headers and query parameters";
  return `The server never shows its ${unseen}. They stay unchanged as long as none are declared here.`;
}

type PlacedTile = TileToPlace & Rectangle;

export type DeclaredPosition = Partial<Rectangle>;

/** Returns the positions and sizes that the automatic layout does not compute itself. */
export function sparePlacements(tiles: ReadonlyMap<string, PlacedTile>): ReadonlyMap<string, DeclaredPosition> {
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

function placementsOf(tiles: ReadonlyMap<string, TileToPlace>): ReadonlyMap<string, DeclaredPosition> {
  return new Map([...tiles].map(([key, { x, y, w, h }]) => [key, { x, y, w, h }]));
}
