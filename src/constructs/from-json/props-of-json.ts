import type { Construct } from "constructs";
import type { Fields } from "../../declaration/field";
import { objectShapeOf } from "../../declaration/shape";
import { tileKeys } from "../../resources/dashboard/tiles/tile";
import { dashboard } from "../../resources/declarations";
import type { DashboardProps, FilterProps } from "../dashboard";
import {
  BodyReferences,
  type BodyTexts,
  bodyTexts,
  dashboardIn,
  declaredFields,
  listOf,
  type ReferenceOptions,
  type Refuse,
  type UnknownFields,
  withoutEmpty,
} from "./json-body";
import { mentions, type ReadTile, readTile, referringTile, titleOf } from "./read-tile";

const DASHBOARD = objectShapeOf(dashboard);

/** What is said beside an exported body: props that take the place of what the body says, and what its names stand for. */
export type JsonOptions = Partial<DashboardProps> &
  ReferenceOptions & {
    /** What happens to fields that no declaration has. Default: they are refused, so that nothing is lost unseen. */
    readonly unknownFields?: UnknownFields;
    /**
     * What happens to tiles that cannot be declared. Default: they are refused, each with its reasons. "skip" leaves them out: the
     * dashboard lists them in `skippedTiles`, and synthesis warns of each.
     */
    readonly unsupportedTiles?: "refuse" | "skip";
  };

/** A tile of a body that was left out. */
export type SkippedTile = Pick<ReadTile, "key" | "name" | "reasons">;

/** What a body becomes. */
export interface TakenBody {
  readonly props: DashboardProps;
  readonly skippedTiles: readonly SkippedTile[];
  /** What is left out of tiles that are taken, each as `place: sentence`. */
  readonly losses: readonly string[];
}

/** The props of a dashboard that was exported. Throws with everything in the body that cannot be taken over. */
export function takenBody(scope: Construct, body: unknown, options: JsonOptions): TakenBody {
  const { sources, connections, dashboards, unknownFields = "refuse", unsupportedTiles = "refuse", ...props } = options;
  const { tiles: ownTiles = {}, ...overrides } = props;
  const mistakes: string[] = [];
  const refuse: Refuse = (place, sentence) => mistakes.push(`${place}: ${sentence}`);
  const { provider } = overrides;
  const texts = bodyTexts(body);
  const named = { sources, connections, dashboards };
  const references = new BodyReferences(scope, named, texts, provider ? { provider } : {});
  const { tiles, filters, ...fields } = dashboardIn(body);
  for (const place of texts.numbersLikeTokens(tiles, "tiles")) refuse(place, LIKE_A_TOKEN);

  const readTiles = keyed(listOf(tiles), texts).map(([key, tile]) => readTile(key, tile, texts, unknownFields));
  for (const { declared } of readTiles) mentions(declared, references);
  const wanted = readTiles.filter(({ key }) => !Object.hasOwn(ownTiles, key));
  const supported = wanted.filter(({ reasons }) => reasons.length === 0);
  const unsupported = wanted.filter(({ reasons }) => reasons.length > 0);
  if (unsupportedTiles === "refuse") mistakes.push(...unsupported.flatMap(({ reasons }) => reasons));

  const own = withoutIdleLanguage(declaredFields(DASHBOARD, fields, "", refuse, unknownFields));
  const readFilters = Array.isArray(filters)
    ? listOf(filters).map((each, index) => declaredFilter(each, `filters[${index}]`, refuse, unknownFields))
    : undefined;
  const taken = {
    ...texts.asItIs(own),
    ...(readFilters && { filters: readFilters.map((each) => filterProps(each, references, texts)) }),
    ...overrides,
    tiles: {
      ...Object.fromEntries(
        supported.map(({ key, declared }) => [key, referringTile(declared, references, texts)] as const),
      ),
      ...ownTiles,
    },
  } as DashboardProps;

  references.refuseUnused(refuse);
  if (mistakes.length > 0)
    throw new Error(`The body cannot be taken over as it is:\n${mistakes.map((line) => `  - ${line}`).join("\n")}`);
  const skippedTiles = unsupported.map(({ key, name, reasons }) => ({ key, name, reasons }));
  return { props: taken, skippedTiles, losses: supported.flatMap(({ losses }) => losses) };
}

const LIKE_A_TOKEN = "cdktf takes this number for one of its tokens. Write another one.";

/** Every tile under a key made from its title, by the rule of the provider's import, which tells tiles of one title apart by their ids. */
function keyed(tiles: readonly Fields[], texts: BodyTexts): readonly (readonly [key: string, tile: Fields])[] {
  const ids = idsOf(tiles);
  const identified = tiles.map((tile, index) => ({ id: ids[index] ?? "", name: knownTitle(tile, texts) }));
  const keys = tileKeys(identified, {});
  return tiles.map((tile, index) => [keys.get(ids[index] ?? "") ?? "", tile]);
}

/** A token's text changes with the program around it, and would change the key with it. */
function knownTitle(tile: Fields, { isToken }: BodyTexts): string {
  const title = titleOf(tile);
  return isToken(title) ? title.replace(TOKEN, "") : title;
}

const TOKEN = /\$\{TfToken\[[^\]]*\]\}/g;

/** The ids in the body, or where they are missing or repeated, as in a body for a POST, the places of the tiles in it. */
function idsOf(tiles: readonly Fields[]): readonly string[] {
  const ids = tiles.map(({ id }) => id).filter((id) => typeof id === "string");
  if (new Set(ids).size === tiles.length) return ids;
  return tiles.map((_, index) => String(index).padStart(5, "0"));
}

const FILTERS = DASHBOARD.fields.filters?.shape;

function declaredFilter(
  { id: _, source, ...filter }: Fields,
  place: string,
  refuse: Refuse,
  unknown: UnknownFields,
): Fields {
  const inApiForm = withoutEmpty({ ...filter, sourceId: filter.sourceId ?? source });
  const shape = FILTERS?.kind === "list" ? FILTERS.item : DASHBOARD;
  return declaredFields(shape, inApiForm, place, refuse, unknown);
}

function filterProps(declared: Fields, references: BodyReferences, texts: BodyTexts): FilterProps {
  const { sourceId, appliesToSourceIds, ...fields } = declared;
  const applied = Array.isArray(appliesToSourceIds) ? appliesToSourceIds.map(String) : undefined;
  return {
    ...texts.asItIs(fields),
    source: typeof sourceId === "string" ? references.source(sourceId) : sourceId,
    ...(applied && { appliesTo: applied.map((each) => references.source(each)) }),
  } as FilterProps;
}

/** A language without a query says nothing, and no declaration has it (docs/internals/api-behavior.md 4.2). */
function withoutIdleLanguage({ savedQuery, savedQueryLanguage, ...fields }: Fields): Fields {
  if (savedQuery === undefined || savedQuery === "") return fields;
  return { ...fields, savedQuery, ...(savedQueryLanguage !== undefined && { savedQueryLanguage }) };
}
