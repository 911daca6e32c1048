import { type DrawnDashboard, type DrawnTile, flawTexts } from "../../drawing";
import { jsonDocument } from "../frame/json-document";
import type { Picture } from "./picture";

/** What is drawn, as JSON: `kind` "preview", version 1; the shape stands in docs/preview.md. */
export function previewDocument(pictures: readonly Picture[], remarks: readonly string[]): string {
  return jsonDocument("preview", 1, {
    dashboards: pictures.map(({ source, address, change, before, after }) => ({
      source,
      address,
      change,
      before: before ? dashboard(before) : null,
      after: after ? dashboard(after) : null,
    })),
    remarks,
  });
}

function dashboard({ title, sections }: DrawnDashboard): object {
  return {
    title,
    sections: sections.map((section) => ({
      title: section.title ?? null,
      tiles: section.tiles.map(tile),
      flaws: flawTexts(section),
    })),
  };
}

function tile({ id, title, kind, query, x, y, w, h, alerts, change }: DrawnTile): object {
  const shown = alerts.map(({ name, condition }) => ({ name: name ?? null, condition }));
  return { id, title, kind, query, x, y, w, h, alerts: shown, change: change ?? null };
}
