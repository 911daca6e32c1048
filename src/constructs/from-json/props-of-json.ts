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
import { BodyReferences, type BodyTexts, type ReferenceOptions, selectBodyTexts } from "./json-body";

/** Options of `fromJson`: props that replace those of the body, and references for its names. */
export type JsonOptions = Partial<DashboardProps> &
  ReferenceOptions & {
    /** Handling of fields that no declaration contains. Default: "refuse", so that no data is lost silently. */
    readonly unknownFields?: UnknownFields;
    /**
     * Handling of tiles that cannot be declared. Default: "refuse" reports each with its reasons. "skip" leaves them
     * out: the dashboard lists them in `skippedTiles`, and synthesis prints a warning for each.
     */
    readonly unsupportedTiles?: "refuse" | "skip";
  };

/** Tile of a body that was left out. */
export type SkippedTile = Pick<ReadTile, "key" | "name" | "reasons">;

/** Result of the conversion of a body. */
interface ConvertedBody {
  readonly props: DashboardProps;
  readonly skippedTiles: readonly SkippedTile[];
  /** Parts of converted tiles that are left out, each as `place: sentence`. */
  readonly losses: readonly string[];
}

/** Converts an exported dashboard to props. Throws one error that lists all unsupported content. */
export function convertBody(scope: Construct, body: unknown, options: JsonOptions): ConvertedBody {
  const { sources, connections, dashboards, unknownFields = "refuse", unsupportedTiles = "refuse", ...props } = options;
  const { tiles: ownTiles = {}, ...overrides } = props;
  const mistakes: string[] = [];
  const refuse: Refuse = (place, sentence) => mistakes.push(`${place}: ${sentence}`);
  const { provider } = overrides;
  const texts = selectBodyTexts(body);
  const named = { sources, connections, dashboards };
  const references = new BodyReferences(scope, named, texts, provider ? { provider } : {});
  const { isToken } = texts;
  const reading = { isToken, unknownFields, unknownFieldsFix: UNKNOWN_FIELDS_FIX, placeText };
  for (const place of texts.findNumbersLikeTokens(dashboardIn(body).tiles, "tiles")) {
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
    ...texts.toVerbatim(fields),
    ...(filters && { filters: filters.map((each) => toFilterProps(each, references, texts)) }),
    ...overrides,
    tiles: {
      ...Object.fromEntries(
        supported.map(({ key, declared }) => [key, toTileProps(declared, references, texts)] as const),
      ),
      ...ownTiles,
    },
  } as DashboardProps;

  references.refuseUnused(refuse);
  if (mistakes.length > 0) {
    throw new Error(
      `The body contains content that cannot be declared:\n${mistakes.map((line) => `  - ${line}`).join("\n")}`,
    );
  }
  const skippedTiles = unsupported.map(({ key, name, reasons }) => ({ key, name, reasons }));
  return { props: taken, skippedTiles, losses: [...supported.flatMap(({ losses }) => losses), ...filterLosses] };
}

const placeText = (path: IssuePath) => propText(path, {});

const UNKNOWN_FIELDS_FIX = 'Remove it from the body, or set unknownFields: "drop" to leave out all such fields.';

const LIKE_A_TOKEN = "cdktf treats this number as a token. Use another number.";

function toTileProps(declared: DeclaredFields, references: BodyReferences, { toVerbatim }: BodyTexts): Tile {
  const tile = referringTile(declared, {
    source: (written) => idOf(references.source(written)),
    connection: (written) => idOf(references.connection(written)),
    dashboardTarget: (written) => references.dashboardTarget(written),
    toVerbatim,
  });
  return { ...tile, displayType: (tile.config as TileConfig).displayType } as Tile;
}

function toFilterProps(declared: DeclaredFields, references: BodyReferences, texts: BodyTexts): FilterProps {
  const { sourceId, appliesToSourceIds, ...fields } = declared;
  const applied = Array.isArray(appliesToSourceIds) ? appliesToSourceIds.map(String) : undefined;
  return {
    ...texts.toVerbatim(fields),
    source: typeof sourceId === "string" ? references.source(sourceId) : sourceId,
    ...(applied && { appliesTo: applied.map((each) => references.source(each)) }),
  } as FilterProps;
}
