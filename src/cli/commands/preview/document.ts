import * as z from "zod";
import { type DrawnDashboard, flawTexts } from "../../../drawing";
import type { Picture } from "../../reports/formats/pictures";
import { declareDocument } from "../../terminal/json-document";

const tile = z.object({
  id: z.string().describe("The tile's key, or on the server its id."),
  title: z.string(),
  kind: z.string().describe("Such as `line`, or `line (SQL)` for a query in SQL."),
  query: z.string().describe("The query in one line."),
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
  alerts: z.array(z.object({ name: z.string().nullable(), condition: z.string().describe("Such as `≥ 100 in 5m`.") })),
  change: z.enum(["added", "removed", "changed"]).nullable().describe("Null if the drawing is not compared."),
});

const dashboard = z.object({
  title: z.string(),
  sections: z
    .array(
      z.object({
        title: z.string().nullable().describe("The container and its tab; null for tiles outside of containers."),
        tiles: z.array(tile),
        flaws: z.array(z.string()).describe("Overlaps, gaps and tiles past the last column, as sentences."),
      }),
    )
    .describe("Grids from top to bottom, without empty ones."),
});

export const previewDocument = declareDocument("preview", 1, {
  dashboards: z.array(
    z.object({
      source: z.string().describe("The stack, the file, or `server`."),
      address: z.string().describe("The address in the configuration, or the id on the server."),
      change: z.enum(["none", "added", "removed", "changed"]),
      before: dashboard.nullable().describe("Null unless the dashboard is removed or changed."),
      after: dashboard.nullable().describe("Null if the dashboard is removed."),
    }),
  ),
  remarks: z.array(z.string()).describe("Alerts whose tile is unknown, and tiles without series, as sentences."),
});

export function previewJson(pictures: readonly Picture[], remarks: readonly string[]): string {
  const dashboards = pictures.map(({ source, address, change, before, after }) => ({
    ...{ source, address, change },
    before: before ? dashboardFields(before) : null,
    after: after ? dashboardFields(after) : null,
  }));
  return previewDocument.text({ dashboards, remarks });
}

function dashboardFields({ title, sections }: DrawnDashboard): z.input<typeof dashboard> {
  return {
    title,
    sections: sections.map((section) => ({
      title: section.title ?? null,
      tiles: section.tiles.map((drawn) => ({
        ...drawn,
        alerts: drawn.alerts.map(({ name, condition }) => ({ name: name ?? null, condition })),
        change: drawn.change ?? null,
      })),
      flaws: [...flawTexts(section)],
    })),
  };
}
