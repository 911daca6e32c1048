import * as z from "zod";
import { bar, pie } from "./tile-config/categorical";
import { eventPatterns, search } from "./tile-config/events";
import { heatmap } from "./tile-config/heatmap";
import { markdown } from "./tile-config/markdown";
import { number } from "./tile-config/number";
import { rawSqlConfigs } from "./tile-config/raw-sql";
import { table } from "./tile-config/table";
import { line, stackedBar } from "./tile-config/time-series";

export { ALERTABLE_DISPLAY_TYPES, type AlertProblem, alertProblem } from "./tile-config/alert-problem";

/** What a tile shows: made with select items or written in SQL (docs/internals/api-behavior.md 4.6, 4.7). */
export const tileConfig = z.union([
  line,
  stackedBar,
  table,
  number,
  pie,
  bar,
  heatmap,
  search,
  eventPatterns,
  markdown,
  ...rawSqlConfigs,
]);

export type TileConfig = z.input<typeof tileConfig>;
