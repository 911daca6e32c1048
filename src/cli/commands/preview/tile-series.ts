import type { DrawnDashboard, DrawnTile } from "../../../drawing";
import type { Picture } from "../../reports/formats/pictures";
import type { SeriesCharts, TimeRange } from "../../server/series/query-series";

/** Pictures, and further notes. */
export interface PreviewResult {
  readonly pictures: readonly Picture[];
  /** One sentence each. */
  readonly remarks: readonly string[];
}

/**
 * Draws the series into all tiles. The remarks name the tiles without series.
 * @param problemOf returns why a tile has no series after a failed query, or throws the error
 */
export async function withSeries(
  { pictures, remarks }: PreviewResult,
  charts: SeriesCharts,
  range: TimeRange,
  problemOf: (error: unknown) => string,
): Promise<PreviewResult> {
  const { chartedTile } = await import("../../server/series/tile-chart");
  const problems: string[] = [];
  const chartTile = async (tile: DrawnTile, dashboard: DrawnDashboard): Promise<DrawnTile> => {
    const { tile: charted, problem } = await chartedTile(tile, charts, range).catch((error: unknown) => ({
      tile,
      problem: problemOf(error),
    }));
    if (problem && tile.config.displayType !== "markdown") {
      problems.push(`${dashboard.title} > ${tile.title}: ${problem}`);
    }
    return charted;
  };
  const chartAll = async (dashboard: DrawnDashboard): Promise<DrawnDashboard> => {
    const sections = dashboard.sections.map(async (section) => {
      const tiles = await Promise.all(section.tiles.map((tile) => chartTile(tile, dashboard)));
      return { ...section, tiles };
    });
    return { ...dashboard, sections: await Promise.all(sections) };
  };
  const charted = await Promise.all(
    pictures.map(async (picture) => (picture.after ? { ...picture, after: await chartAll(picture.after) } : picture)),
  );
  return { pictures: charted, remarks: [...remarks, ...problems] };
}
