import type { Construct } from "constructs";
import { type DeclaredFields, isPlainObject } from "../declaration/field";
import type { IssuePath } from "../declaration/rules";
import { isKnownIdForm } from "../id-forms";
import { ownValue } from "../own-values";
import { dashboardIn, type Refuse, type UnknownFields } from "../resources/dashboard/from-json/body";
import { readDashboard } from "../resources/dashboard/from-json/read-dashboard";
import type { ReadTile } from "../resources/dashboard/from-json/read-tile";
import {
  type DashboardTarget,
  FILTER_SHAPE,
  mentions,
  type NamedType,
  type References,
  TILE_SHAPE,
  withReferences,
} from "../resources/dashboard/from-json/references";
import { didYouMean } from "../resources/declarations";
import type { TileConfig } from "../resources/declared-types";
import type { DashboardProps } from "./dashboard";
import { idOf } from "./declared";
import { Token } from "./framework";
import type { ProviderOption } from "./look-up";
import type { DashboardReference } from "./on-click";
import { propText } from "./prop-names";
import { Connection, Source } from "./source";
import type { ConnectionReference, SourceReference, Tile } from "./tile";
import { verbatimExceptTokens, verbatimJson } from "./verbatim";

/** Functions that read the texts of a body. */
interface BodyTexts {
  /** Returns the value in a form that Terraform and cdktf do not evaluate. */
  readonly toVerbatim: <T>(value: T) => T;
  /** Returns true if a value is a token, which only Terraform can resolve. */
  readonly isToken: (value: unknown) => boolean;
  /** Returns the places of numbers that cdktf would confuse with tokens. */
  readonly findNumbersLikeTokens: (value: unknown, place: string) => readonly string[];
}

/** Functions for a body in JSON text, which contains no tokens. */
const OF_A_TEXT: BodyTexts = {
  toVerbatim: (value) => verbatimJson(value) as typeof value,
  isToken: () => false,
  findNumbersLikeTokens,
};

/** Functions for a body that is an object, which can contain tokens of the program. */
const OF_AN_OBJECT: BodyTexts = {
  toVerbatim: (value) => verbatimExceptTokens(value) as typeof value,
  isToken: Token.isUnresolved,
  findNumbersLikeTokens: () => [],
};

function findNumbersLikeTokens(value: unknown, place: string): readonly string[] {
  if (typeof value === "number") {
    return [value, [value]].some(Token.isUnresolved) ? [place] : [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => findNumbersLikeTokens(item, `${place}[${index}]`));
  }
  if (!isPlainObject(value)) {
    return [];
  }
  return Object.entries(value).flatMap(([name, item]) => findNumbersLikeTokens(item, `${place}.${name}`));
}

/** References that replace sources, connections and dashboards, by the id or name in the body. */
interface ReferenceOptions {
  /** Sources by their id or name in the body: `{ Logs: logs }`. Default: ids stay, and names are looked up. */
  readonly sources?: Readonly<Record<string, SourceReference>>;
  /** Connections by their id or name in the body. Default: ids stay, and names are looked up. */
  readonly connections?: Readonly<Record<string, ConnectionReference>>;
  /** Dashboards that clicks open, by their id or name in the body. Default: ids stay, and names stay names. */
  readonly dashboards?: Readonly<Record<string, DashboardReference>>;
}

/**
 * Converts ids and names in a body to references. An id stays and a name is looked up, unless the options contain a
 * reference.
 */
class BodyReferences implements References {
  readonly toVerbatim: BodyTexts["toVerbatim"];
  readonly #named: Record<NamedType, Set<string>> = {
    sources: new Set(),
    connections: new Set(),
    dashboards: new Set(),
  };

  constructor(
    private readonly scope: Construct,
    private readonly options: ReferenceOptions,
    private readonly texts: BodyTexts,
    private readonly provider: ProviderOption,
  ) {
    this.toVerbatim = texts.toVerbatim;
  }

  readonly source = (written: string): string =>
    this.#idOf("sources", written) ?? Source.byName(this.scope, this.toVerbatim(written), this.provider).id;

  readonly connection = (written: string): string =>
    this.#idOf("connections", written) ?? Connection.byName(this.scope, this.toVerbatim(written), this.provider).id;

  /** Returns the dashboard that a click opens. A click by name can name a dashboard that does not exist yet. */
  readonly dashboardTarget = (written: string): DashboardTarget => {
    const id = this.#idOf("dashboards", written);
    return id === undefined ? { mode: "template", template: this.toVerbatim(written) } : { mode: "id", id };
  };

  /** Records a name in the body. */
  mention(type: NamedType, written: string): void {
    this.#named[type].add(written);
  }

  /** Reports references for names that the body does not contain, such as misspelled names. */
  refuseUnused(refuse: Refuse): void {
    for (const type of Object.keys(this.#named) as NamedType[]) {
      const named = [...this.#named[type]];
      for (const name of Object.keys(this.options[type] ?? {})) {
        if (named.includes(name)) {
          continue;
        }
        const known = named.length > 0 ? ` It contains ${named.map((each) => `"${each}"`).join(", ")}.` : "";
        refuse(`${type}["${name}"]`, `The body does not contain this name.${didYouMean(name, named)}${known}`);
      }
    }
  }

  /** Returns the id of the reference in the options, or an id or token of the body itself. Undefined for a name. */
  #idOf(type: NamedType, written: string): string | undefined {
    this.mention(type, written);
    const reference = ownValue(this.options[type] ?? {}, written);
    if (reference !== undefined) {
      return idOf(reference);
    }
    return isKnownIdForm(written) || this.texts.isToken(written) ? written : undefined;
  }
}

/** Options of `fromJson`: props that replace those of the body, and references for its names. */
export type JsonOptions = Partial<Omit<DashboardProps, "name">> &
  ReferenceOptions & {
    /** Name of the dashboard. Default: the name in the body. */
    readonly name?: string;
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
  const texts = typeof body === "string" ? OF_A_TEXT : OF_AN_OBJECT;
  const named = { sources, connections, dashboards };
  const references = new BodyReferences(scope, named, texts, provider ? { provider } : {});
  const reading = {
    isToken: texts.isToken,
    unknownFields,
    unknownFieldsFix: 'Remove it from the body, or set unknownFields: "drop" to leave out all such fields.',
    contentCode: 'readFileSync(file, "utf8")',
    placeText: (path: IssuePath) => propText(path, {}),
  };
  for (const place of texts.findNumbersLikeTokens(dashboardIn(body, reading).tiles, "tiles")) {
    refuse(place, "cdktf treats this number as a token. Use another number.");
  }
  const outside: string[] = [];
  const read = readDashboard(body, reading, (place, sentence) => outside.push(`${place}: ${sentence}`));
  const { fields, filters, tiles: readTiles } = read;
  for (const { declared } of readTiles) {
    mentions(TILE_SHAPE, declared, (type, written) => references.mention(type, written));
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
    ...(filters && { filters: filters.map((each) => withReferences(FILTER_SHAPE, each, references)) }),
    ...overrides,
    tiles: {
      ...Object.fromEntries(supported.map(({ key, declared }) => [key, toTileProps(declared, references)] as const)),
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
  return { props: taken, skippedTiles, losses: [...supported.flatMap(({ losses }) => losses), ...read.losses] };
}

function toTileProps(declared: DeclaredFields, references: References): Tile {
  const tile = withReferences(TILE_SHAPE, declared, references);
  return { ...tile, displayType: (tile.config as TileConfig).displayType } as Tile;
}
