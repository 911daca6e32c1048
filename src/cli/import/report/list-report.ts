import { jsonDocument } from "../../frame/json-document";
import { onOneLine } from "../code/comment-lines";
import { KIND_FACTS } from "../kinds";
import type { Listing } from "../run-import";
import { IMPORT_VERSION, importListDocument } from "./import-document";

/** What exists, as a table. */
export function listText({ objects, notes }: Listing): string {
  const rows = objects.map(({ kind, name, tags, id }) => [
    kind,
    onOneLine(name) || "-",
    onOneLine(tags.join(", ")) || "-",
    id,
  ]);
  const lines = objects.length > 0 ? table([["KIND", "NAME", "TAGS", "ID"], ...rows]) : ["Nothing fits."];
  return [...lines, ...(notes.length > 0 ? ["", ...notes] : []), ""].join("\n");
}

/** What exists, for a program. */
export function listJson({ objects, notes }: Listing): string {
  const listed = objects.map(({ kind, id, name, tags }) => ({ kind, id, name, tags }));
  return jsonDocument("import-list", IMPORT_VERSION, importListDocument.parse({ objects: listed, notes }));
}

/** How many there are of each kind: "2 dashboards, 1 alert". */
export function counted(objects: Listing["objects"]): string {
  const counts = new Map<keyof typeof KIND_FACTS, number>();
  for (const { kind } of objects) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .map(([kind, count]) => `${count} ${count === 1 ? KIND_FACTS[kind].noun : KIND_FACTS[kind].plural}`)
    .join(", ");
}

function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
