import { toApi } from "../../src/declaration/api-form";
import { shapeOf } from "../../src/declaration/shape";
import { pathText } from "../../src/plugin";
import { tileField } from "../../src/resources/dashboard/tiles/tile";
import { tileConfigField } from "../../src/resources/dashboard/tiles/tile-config";
import type { TileDeclaration } from "../../src/resources/declarations";
import { attributePathOf } from "../../src/resources/shared/terraform-form";
import { type FieldChange, fieldChanges } from "./field-changes";

const CONFIG = shapeOf(tileConfigField);
const TILE = shapeOf(tileField);

/** A change of one field of a tile that a user makes elsewhere. */
export interface TileChange extends FieldChange {
  /** The path of the change in a plan: `config.select.0.where`. */
  readonly attribute: string;
  /** The server's body after the change, in the form of the API. */
  readonly body: { readonly config: unknown };
}

/** Returns a change of every field of a tile. Each change causes one difference. */
export function tileChanges(declared: TileDeclaration): readonly TileChange[] {
  return fieldChanges(CONFIG, declared.config)
    .filter((change) => !losesItsLevel(declared, change))
    .map((change) => {
      const path = attributePathOf(TILE, ["config", ...change.path], declared);
      const attribute = pathText(path).replace(/\[(\d+)\]/g, ".$1");
      return { ...change, attribute, body: configBody(change.changed) };
    });
}

/** A configuration in the form that the UI sends. */
export function configBody(config: unknown): { readonly config: unknown } {
  return { config: toApi(CONFIG, config) };
}

/**
 * The server keeps a level only for quantiles, so a change of the function would cause two differences. Other tiles
 * change the function.
 */
function losesItsLevel({ config }: TileDeclaration, { path }: FieldChange): boolean {
  const [field, index, name] = path;
  if (field !== "select" || name !== "aggFn" || !("select" in config) || !Array.isArray(config.select)) {
    return false;
  }
  const item = config.select[Number(index)];
  return item !== undefined && "level" in item && item.level !== undefined;
}
