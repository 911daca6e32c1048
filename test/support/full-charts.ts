import type { AlertChart } from "../../src/resources/alert/chart";
import { ALERTABLE_DISPLAY_TYPES } from "../../src/tile-kinds";
import { fullConfigs, type References } from "./full-tiles";

/** Fields of a tile that affect only the drawing. */
const DRAWING = ["compareToPreviousPeriod", "fitYAxisToData", "color", "colorRules", "backgroundChart"];

/** An inline chart of every kind that supports alerts, with every field that it can have. */
export function fullCharts(references: References): readonly AlertChart[] {
  const own = { name: "p99" };
  const filter = { where: "ServiceName:api", whereLanguage: "sql" };
  return Object.values(fullConfigs(references))
    .filter(({ displayType }) => ALERTABLE_DISPLAY_TYPES.includes(displayType))
    .map((config) => {
      const kept = Object.entries(config).filter(([name]) => !DRAWING.includes(name));
      const isSql = "configType" in config;
      return { ...Object.fromEntries(kept), ...own, ...(!isSql && filter) } as AlertChart;
    });
}
