import type { Fields } from "../field";
import { DISPLAY_TYPES } from "./display-types";

/** The kinds of tile that an alert can watch; alerts on others vanish (docs/internals/api-behavior.md 3.8). */
export const ALERTABLE_DISPLAY_TYPES: readonly string[] = ["line", "stacked_bar", "number"];

const ALERTABLE = `Alerts watch tiles of the kinds ${ALERTABLE_DISPLAY_TYPES.join(", ")}.`;

const INTERVAL = /\bintervalSeconds\b|\bintervalMilliseconds\b|\$__timeInterval(?:_ms)?\b|\$__interval_s\b/;

/** Why no alert can watch a tile. */
export interface AlertProblem {
  readonly summary: string;
  readonly detail: string;
}

/**
 * Why no alert can watch a tile with this configuration, or undefined (docs/internals/api-behavior.md 3.8).
 * A field that is not known yet, which is anything but a text, gives no reason.
 */
export function alertProblem({ displayType, configType, sqlTemplate }: Fields): AlertProblem | undefined {
  if (typeof displayType !== "string") return undefined;
  if (!DISPLAY_TYPES.some((known) => known === displayType)) {
    return {
      summary: `Tiles of the kind ${JSON.stringify(displayType)} are not known`,
      detail: `This version cannot tell whether an alert can watch such a tile. ${ALERTABLE} Choose another tile, or a version that knows the kind.`,
    };
  }
  if (!ALERTABLE_DISPLAY_TYPES.includes(displayType)) {
    return {
      summary: `A ${displayType} tile cannot alert`,
      detail: `${ALERTABLE} The server would accept this alert and delete it at the next update of the dashboard.`,
    };
  }
  if (configType !== "sql" || displayType === "number" || typeof sqlTemplate !== "string") return undefined;
  if (INTERVAL.test(sqlTemplate)) return undefined;
  return {
    summary: "The query of the tile has no interval",
    detail:
      "An alert evaluates the query once per interval. Group by `$__timeInterval(Timestamp)` or use `$__interval_s`, `{intervalSeconds:Int64}` or `{intervalMilliseconds:Int64}` in it.",
  };
}
