import type { Construct } from "constructs";
import type { DeclaredFields } from "../../declaration/field";
import type { IssuePath } from "../../declaration/rules";
import { dashboardIn, type Refuse, type UnknownFields } from "../../resources/dashboard/from-json/body";
import { readDashboard } from "../../resources/dashboard/from-json/read-dashboard";
import type { ReadTile } from "../../resources/dashboard/from-json/read-tile";
import { mentions, referringTile } from "../../resources/dashboard/from-json/references";
import type { TileConfig } from "../../resources/declarations";
import type { DashboardProps, FilterProps } from "../dashboard";
import { propText } from "../prop-names";
import { idOf, type Tile } from "../tile";
import { BodyReferences, type BodyTexts, bodyTexts, type ReferenceOptions } from "./json-body";

/**
 * What is said beside an exported body: props that take the place of what the body says, and what its names stand for.
 */
export type JsonOptions = Partial<DashboardProps> &
  ReferenceOptions & {
    /** What happens to fields that no declaration has. Default: they are refused, so that nothing is lost unseen. */
    readonly unknownFields?: UnknownFields;
    /**
     * What happens to tiles that cannot be declared. Default: they are refused, each with its reasons. "skip" leaves
     * them out: the dashboard lists them in `skippedTiles`, and synthesis warns of each.
     */
    readonly unsupportedTiles?: "refuse" | "skip";
  };

/** A tile of a body that was left out. */
export type SkippedTile = Pick<ReadTile, "key" | "name" | "reasons">;

/** What a body becomes. */
interface TakenBody {
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
  const { isToken } = texts;
  const reading = { isToken, unknownFields, unknownFieldsFix: UNKNOWN_FIELDS_FIX, placeText };
  for (const place of texts.numbersLikeTokens(dashboardIn(body).tiles, "tiles")) {
    refuse(place, LIKE_A_TOKEN);
  }
  const outside: string[] = [];
  const {
    fields,
    filters,
    tiles: readTiles,
    losses: filterLosses,
  } = readDashboard(body, reading, (place, sentence) => outside.push(`${place}: ${sentence}`));

  for (const { declared } of readTiles) {
    mentions(declared, (type, written) => references.mention(type, written));
  }
  const wanted = readTiles.filter(({ key }) => !Object.hasOwn(ownTiles, key));
  const supported = wanted.filter(({ reasons }) => reasons.length === 0);
  const unsupported = wanted.filter(({ reasons }) => reasons.length > 0);
  if (unsupportedTiles === "refuse") {
    mistakes.push(...unsupported.flatMap(({ reasons }) => reasons));
  }
  mistakes.push(...outside);

  const taken = {
    ...texts.asItIs(fields),
    ...(filters && { filters: filters.map((each) => filterProps(each, references, texts)) }),
    ...overrides,
    tiles: {
      ...Object.fromEntries(
        supported.map(({ key, declared }) => [key, tileProps(declared, references, texts)] as const),
      ),
      ...ownTiles,
    },
  } as DashboardProps;

  references.refuseUnused(refuse);
  if (mistakes.length > 0) {
    throw new Error(`The body cannot be taken over as it is:\n${mistakes.map((line) => `  - ${line}`).join("\n")}`);
  }
  const skippedTiles = unsupported.map(({ key, name, reasons }) => ({ key, name, reasons }));
  return { props: taken, skippedTiles, losses: [...supported.flatMap(({ losses }) => losses), ...filterLosses] };
}

const placeText = (path: IssuePath) => propText(path, {});

const UNKNOWN_FIELDS_FIX = 'Take it out of the body, or leave out all such fields with unknownFields: "drop".';

const LIKE_A_TOKEN = "cdktf takes this number for one of its tokens. Write another one.";

function tileProps(declared: DeclaredFields, references: BodyReferences, { asItIs }: BodyTexts): Tile {
  const tile = referringTile(declared, {
    source: (written) => idOf(references.source(written)),
    connection: (written) => idOf(references.connection(written)),
    dashboardTarget: (written) => references.dashboardTarget(written),
    asItIs,
  });
  return { ...tile, displayType: (tile.config as TileConfig).displayType } as Tile;
}

function filterProps(declared: DeclaredFields, references: BodyReferences, texts: BodyTexts): FilterProps {
  const { sourceId, appliesToSourceIds, ...fields } = declared;
  const applied = Array.isArray(appliesToSourceIds) ? appliesToSourceIds.map(String) : undefined;
  return {
    ...texts.asItIs(fields),
    source: typeof sourceId === "string" ? references.source(sourceId) : sourceId,
    ...(applied && { appliesTo: applied.map((each) => references.source(each)) }),
  } as FilterProps;
}
