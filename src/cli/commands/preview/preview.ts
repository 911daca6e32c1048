import { dashboardsSvg } from "../../../drawing";
import { unplacedAlerts, withSourceIds } from "../../project/contents/contents";
import { contentsOfServer, type Reading, readContents } from "../../project/contents/read-contents";
import { drawn, type Picture, picturesOf, pictureTitle, previewHtml } from "../../reports/formats/pictures";
import { withServer } from "../../server/open-client";
import { openCharts } from "../../server/series/open-charts";
import { QueryRefusedError } from "../../server/series/series-errors";
import { SET_DATABASE } from "../../server/series/server-charts";
import { CommandError } from "../../terminal/exit";
import { withProgress } from "../../terminal/output";
import { plain, selectNamed, textOptionsFor } from "../../terminal/text-options";
import { wrapLine } from "../../terminal/wrap";
import type { PreviewFlags } from "./command";
import { previewJson } from "./document";
import { picturesText } from "./terminal-drawing";
import { type PreviewResult, withSeries } from "./tile-series";

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
        // Any other error ends the command.
        if (error instanceof QueryRefusedError) {
          return error.message;
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
