import type { TileConfig } from "../../schema";
import { fromApi } from "../../schema/api-form";
import type { Fields } from "../../schema/field";
import { objectShapeOf } from "../../schema/shape";
import { tile as tileSchema } from "../../schema/tile";
import { validate } from "../../schema/validate";
import { writableConfig } from "../../schema/writable-config";
import { propText } from "../prop-names";
import { idOf, type Tile } from "../tile";
import { isFields, type Refuse, withoutEmpty } from "./body";
import type { BodyTexts } from "./body-texts";
import { declaredFields, type UnknownFields } from "./declared-fields";
import { isId, type References } from "./references";
import { configTileOfSeries, isSeriesTile } from "./series-tile";
import { apiTileOfUi, isUiTile, lossOfUi } from "./ui-tile";

const TILE = objectShapeOf(tileSchema);

/** A tile of a body. */
export interface ReadTile {
  readonly key: string;
  /** Its title; empty where it has none. */
  readonly name: string;
  /** What a declaration can say of it, as the body says it. */
  readonly declared: Fields;
  /** Why it cannot be declared, each as `place: sentence`; empty where it can. */
  readonly reasons: readonly string[];
  /** What is left out of it, each as `place: sentence`. */
  readonly losses: readonly string[];
}

/** Reads a tile in any of the forms that the servers and the UI write. */
export function readTile(key: string, tile: Fields, texts: BodyTexts, unknown: UnknownFields): ReadTile {
  const reasons: string[] = [];
  const refuse: Refuse = (place, sentence) => reasons.push(`${place}: ${sentence}`);
  const place = `tiles.${key}`;
  const declared = declaredFields(TILE, apiTile(tile, place, refuse), place, refuse, unknown);
  if (reasons.length === 0) reasons.push(...mistakesIn(declared, place, texts));
  return { key, name: titleOf(tile), declared, reasons, losses: isUiTile(tile) ? lossOfUi(tile, place) : [] };
}

/** The title of a tile, wherever its form has it. */
export function titleOf(tile: Fields): string {
  const { name } = isUiTile(tile) ? (tile.config as Fields) : tile;
  return typeof name === "string" ? name : "";
}

function apiTile({ id: _, ...tile }: Fields, place: string, refuse: Refuse): Fields {
  const inApiForm = isUiTile(tile) ? apiTileOfUi(tile, place, refuse) : tile;
  const { config, ...frame } = isSeriesTile(inApiForm) ? configTileOfSeries(inApiForm, place, refuse) : inApiForm;
  const whole = isFields(config) ? { ...frame, config: writableConfig(withoutEmpty(config)) } : frame;
  return fromApi(TILE, whole) as Fields;
}

/** Stands for an id that a look-up will find. */
const LOOKED_UP = Symbol("looked up");

/** Checks a tile before it has the place that the layout gives, and the ids that look-ups find. */
function mistakesIn({ config, ...frame }: Fields, place: string, { isToken }: BodyTexts): readonly string[] {
  const { sourceId, connectionId, onClick, ...shown } = (isFields(config) ? config : {}) as Fields;
  const target = isFields(onClick) ? clickTarget(onClick) : undefined;
  const whole = {
    ...{ name: "", x: 0, y: 0, w: 1, h: 1 },
    ...withoutEmpty(frame),
    config: {
      ...shown,
      ...(sourceId !== undefined && { sourceId: isName(sourceId) ? LOOKED_UP : sourceId }),
      ...(connectionId !== undefined && { connectionId: isName(connectionId) ? LOOKED_UP : connectionId }),
      ...(onClick !== undefined && {
        onClick: isName(target) ? { ...(onClick as Fields), target: LOOKED_UP } : onClick,
      }),
    },
  };
  const issues = validate(TILE, whole, (value) => value === LOOKED_UP || isToken(value));
  return issues.map(({ path, message }) => `${place}.${propText(path, {})}: ${message}`);
}

function isName(reference: unknown): boolean {
  return typeof reference === "string" && reference !== "" && !isId(reference);
}

/** The tile as a construct takes it, with what stands for the ids and names in it. */
export function referringTile({ config: declared, ...frame }: Fields, references: References, texts: BodyTexts): Tile {
  const { sourceId, connectionId, onClick, ...config } = (declared ?? {}) as Fields;
  return {
    ...texts.asItIs(frame),
    displayType: config.displayType,
    config: {
      ...texts.asItIs(config),
      ...(typeof sourceId === "string" && { sourceId: idOf(references.source(sourceId)) }),
      ...(typeof connectionId === "string" && { connectionId: idOf(references.connection(connectionId)) }),
      ...(isFields(onClick) && { onClick: referringClick(onClick, references, texts) }),
    } as TileConfig,
  } as Tile;
}

function referringClick(onClick: Fields, references: References, { asItIs }: BodyTexts): Fields {
  const { target, ...click } = onClick;
  const id = clickTarget(onClick);
  if (id === undefined) return asItIs(onClick);
  const referred =
    click.type === "dashboard" ? references.dashboardTarget(id) : { mode: "id", id: idOf(references.source(id)) };
  return { ...asItIs(click), target: referred };
}

/** The id or name that a click leads to, where it is no template. */
function clickTarget({ target }: Fields): string | undefined {
  return isFields(target) && target.mode === "id" && typeof target.id === "string" ? target.id : undefined;
}

/** Notes what a tile names, also where the tile itself is not taken. */
export function mentions({ config }: Fields, references: References): void {
  const { sourceId, connectionId, onClick } = (isFields(config) ? config : {}) as Fields;
  if (typeof sourceId === "string") references.mention("sources", sourceId);
  if (typeof connectionId === "string") references.mention("connections", connectionId);
  const target = isFields(onClick) ? clickTarget(onClick) : undefined;
  if (target === undefined) return;
  references.mention((onClick as Fields).type === "dashboard" ? "dashboards" : "sources", target);
}
