import { ApiError } from "../../../client";
import { type DrawnDashboard, type DrawnTile, dashboardsSvg } from "../../../drawing";
import { unplacedAlerts, withSourceIds } from "../../project/contents/contents";
import { contentsOfServer, type Reading, readContents } from "../../project/contents/read-contents";
import { drawn, type Picture, picturesOf, pictureTitle, previewHtml } from "../../reports/formats/pictures";
import { withServer } from "../../server/open-client";
import { openCharts } from "../../server/series/open-charts";
import type { SeriesCharts, TimeRange } from "../../server/series/query-series";
import { QueryRefusedError } from "../../server/series/series-errors";
import { SET_DATABASE } from "../../server/series/server-charts";
import { CommandError } from "../../terminal/exit";
import { withProgress } from "../../terminal/output";
import { plain, selectNamed, textOptionsFor } from "../../terminal/text-options";
import { wrapLine } from "../../terminal/wrap";
import type { PreviewFlags } from "./command";
import { previewJson } from "./document";
import { picturesText } from "./terminal-drawing";

export async function preview(paths: readonly string[], flags: PreviewFlags): Promise<string> {
  const readings = flags.server ? [] : await readContents(paths, flags);
  const { pictures, remarks } =
    flags.server || flags.series ? await picturesWithServer(readings, flags) : selectPictures(readings, flags);
  return render(pictures, remarks, flags);
}

function picturesWithServer(readings: readonly Reading[], flags: PreviewFlags): Promise<PreviewResult> {
  return withServer(async (client, { openSource }) => {
    const all = flags.server
      ? [{ name: "server", after: await contentsOfServer(client) }]
      : await Promise.all(readings.map(async (each) => ({ ...each, after: await withSourceIds(each.after, client) })));
    const selected = selectPictures(all, flags);
    if (!flags.series) {
      return selected;
    }
    await using opened = openCharts(client, openSource?.endpoint);
    if (opened === undefined) {
      throw new CommandError(
        `A managed deployment returns no chart series. Fix: ${SET_DATABASE}. Or leave out --series, or draw from an open-source server.`,
      );
    }
    const end = Date.now();
    return await withProgress("Reading the series of the tiles", () =>
      withSeries(selected, opened.charts, { start: end - flags.last, end }, (error) => {
        if (error instanceof QueryRefusedError) {
          return error.message;
        }
        // The server refuses this query, and can answer others. Any other error ends the command.
        if (error instanceof ApiError && (error.kind === "invalid_request" || error.kind === "server_error")) {
          return error.summary;
        }
        throw error;
      }),
    );
  });
}

/** Returns the pictures of the requested dashboards. Throws a `CommandError` if there are none. */
export function selectPictures(
  readings: readonly Reading[],
  { dashboard }: Pick<PreviewFlags, "dashboard">,
): PreviewResult {
  const pictures = selectNamed("dashboard", readings.flatMap(picturesOf), dashboard, (picture) => [
    pictureTitle(picture),
    picture.address,
  ]);
  const remarks = readings.flatMap(({ after }) =>
    unplacedAlerts(after).map(
      ({ address, fields: { source } }) =>
        `The ${source === "inline" ? "chart" : "tile"} of ${address} is not in the input, so its alert is not drawn.`,
    ),
  );
  return { pictures, remarks };
}

function render(pictures: readonly Picture[], remarks: readonly string[], { format, output }: PreviewFlags): string {
  switch (format) {
    case "json":
      return previewJson(pictures, remarks);
    case "html":
      return previewHtml(pictures, remarks);
    case "svg":
      return `${dashboardsSvg(pictures.map(drawn))}\n`;
    case "text": {
      const options = textOptionsFor(output);
      const notes = remarks.flatMap((text) => wrapLine(plain(text), { width: options.width, first: "! " }));
      return [picturesText(pictures, options), ...notes.map((line) => `${line}\n`)].join("");
    }
  }
}

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
