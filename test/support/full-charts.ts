import type { AlertChart } from "../../src/resources/alert/chart";
import { ALERTABLE_DISPLAY_TYPES } from "../../src/resources/declarations";
import { fullConfigs, type References } from "./full-tiles";

/** What of a tile only shows in a drawing. */
const DRAWING = ["compareToPreviousPeriod", "fitYAxisToData", "color", "colorRules", "backgroundChart"];

/** A chart of every kind that an alert can have of its own, with every field that it can have. */
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
