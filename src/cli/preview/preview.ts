import { type DrawnDashboard, dashboardsSvg } from "../../drawing";
import type { Client } from "../../resources/client";
import { unplacedAlerts, withSourceIds } from "../contents/contents";
import { contentsOfServer, type Reading, readContents } from "../contents/read-contents";
import { CommandError } from "../frame/exit";
import { colorsFor, withProgress } from "../frame/output";
import { withServer } from "../open-client";
import { previewJson } from "./document";
import { drawn, type Picture, picturesOf, previewHtml, titleOf } from "./html";
import { pictureText } from "./text";

export interface PreviewFlags {
  readonly format: "text" | "svg" | "html" | "json";
  readonly json?: boolean;
  readonly server?: boolean;
  readonly dashboard: readonly string[];
  readonly plan?: boolean;
  readonly init?: boolean;
  readonly series?: boolean;
  /** Milliseconds. */
  readonly last: number;
  readonly output?: string;
}

/** Draws what is asked for, in the form that is asked for. */
export async function preview(paths: readonly string[], flags: PreviewFlags): Promise<string> {
  const readings = flags.server
    ? []
    : await readContents(paths, { plan: flags.plan ?? false, init: flags.init ?? false });
  const { pictures, remarks } =
    flags.server || flags.series
      ? await withServer((client) => picturesWithServer(client, readings, flags))
      : select(readings, flags);
  return render(pictures, remarks, flags);
}

interface Drawings {
  readonly pictures: readonly Picture[];
  /** Whatever else is to be said, one sentence each. */
  readonly remarks: readonly string[];
}

async function picturesWithServer(
  client: Client,
  readings: readonly Reading[],
  flags: PreviewFlags,
): Promise<Drawings> {
  const all = flags.server
    ? [{ name: "server", after: await contentsOfServer(client) }]
    : await Promise.all(readings.map(async (each) => ({ ...each, after: await withSourceIds(each.after, client) })));
  const selected = select(all, flags);
  return flags.series ? withSeries(client, selected, flags.last) : selected;
}

function select(readings: readonly Reading[], { dashboard }: PreviewFlags): Drawings {
  const all = readings.flatMap(picturesOf);
  const fits = (picture: Picture) =>
    dashboard.length === 0 || dashboard.includes(titleOf(picture)) || dashboard.includes(picture.address);
  const pictures = all.filter(fits);
  if (pictures.length === 0) throw new CommandError(nothingFits(all, dashboard));
  return { pictures, remarks: readings.flatMap(unplacedRemarks) };
}

function nothingFits(all: readonly Picture[], asked: readonly string[]): string {
  if (all.length === 0) return "There is no dashboard to draw.";
  const names = all.slice(0, 20).map(titleOf).join(", ");
  return `There is no dashboard ${asked.map((name) => `"${name}"`).join(" or ")}. There is: ${names}${all.length > 20 ? ", ..." : ""}.`;
}

function unplacedRemarks({ after }: Reading): readonly string[] {
  return unplacedAlerts(after).map(
    ({ address, fields: { source } }) =>
      `The ${source === "inline" ? "chart" : "tile"} of ${address} cannot be told from what was read, so its alert is not drawn.`,
  );
}

/** Draws the series of all tiles into them; a tile without series is named in the remarks. */
async function withSeries(client: Client, { pictures, remarks }: Drawings, last: number): Promise<Drawings> {
  if (client.observability === "managed") {
    throw new CommandError(
      "A managed deployment returns no chart series. Leave out --series, or draw from an open-source server.",
    );
  }
  const { chartedTile } = await import("../series/tile-chart");
  const end = Date.now();
  const problems: string[] = [];
  const chart = async (dashboard: DrawnDashboard): Promise<DrawnDashboard> => ({
    ...dashboard,
    sections: await Promise.all(
      dashboard.sections.map(async (section) => ({
        ...section,
        tiles: await Promise.all(
          section.tiles.map(async (tile) => {
            const { tile: charted, problem } = await chartedTile(tile, client.charts, { start: end - last, end });
            if (problem && tile.config.displayType !== "markdown")
              problems.push(`${dashboard.title} > ${tile.title}: ${problem}`);
            return charted;
          }),
        ),
      })),
    ),
  });
  const charted = await withProgress("Asking for the series of the tiles", () =>
    Promise.all(
      pictures.map(async (picture) => (picture.after ? { ...picture, after: await chart(picture.after) } : picture)),
    ),
  );
  return { pictures: charted, remarks: [...remarks, ...problems] };
}

function render(pictures: readonly Picture[], remarks: readonly string[], flags: PreviewFlags): string {
  const format = flags.json ? "json" : flags.format;
  if (format === "json") return previewJson(pictures, remarks);
  if (format === "html") return previewHtml(pictures, remarks);
  if (format === "svg") return `${dashboardsSvg(pictures.map(drawn))}\n`;
  const toTerminal = flags.output === undefined;
  const options = {
    colors: colorsFor(toTerminal ? process.stdout : {}),
    width: Math.min(160, (toTerminal && process.stdout.columns) || 100),
  };
  const notes = remarks.map((text) => `! ${text}\n`);
  return pictures.map((picture) => pictureText(picture, options)).join("\n") + notes.join("");
}
