import { tilePlaceOf } from "../../../declaration/configuration-json";
import { isObject } from "../../../declaration/field";
import type { ApiFields } from "../../../drawing";
import { ownValue } from "../../../own-values";
import type { LintInput } from "./lint-rule";
import type { LintedObject } from "./linted-objects";
import { isUnevaluated, referenceOf } from "./unevaluated";

/** The object that an alert watches, as far as the configuration declares it. */
export interface WatchedObject {
  readonly kind: "tile" | "saved search" | "chart" | "unknown";
  /** Managed dashboard or saved search. */
  readonly owner?: LintedObject;
  /** Key of the tile. */
  readonly tile?: string;
  /** Configuration of the tile or of the inline chart. */
  readonly config?: ApiFields;
}

/** Returns the object that an alert watches. */
export function watchedObject(input: LintInput, alert: LintedObject): WatchedObject {
  const { chartConfig, savedSearchId, tileId } = alert.fields;
  const stack = input.stackOf(alert);
  if (chartConfig !== undefined) {
    return { kind: "chart", ...configIn(chartConfig) };
  }
  if (savedSearchId !== undefined) {
    return { kind: "saved search", ...ownerIn(stack.find(referenceOf(savedSearchId))) };
  }
  const place = isUnevaluated(tileId) ? tilePlaceOf(tileId.expression) : undefined;
  if (!place) {
    return { kind: tileId === undefined ? "unknown" : "tile" };
  }
  const owner = stack.find(place.board);
  const tiles = owner?.fields.tiles;
  const tile = isObject(tiles) && !isUnevaluated(tiles) ? ownValue(tiles, place.key) : undefined;
  return { kind: "tile", tile: place.key, ...ownerIn(owner), ...(isObject(tile) && configIn(tile.config)) };
}

function ownerIn(owner: LintedObject | undefined): Pick<WatchedObject, "owner"> {
  return owner && owner.kind === "resource" ? { owner } : {};
}

function configIn(config: unknown): Pick<WatchedObject, "config"> {
  return isObject(config) && !isUnevaluated(config) ? { config } : {};
}
