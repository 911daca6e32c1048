import { alignLists } from "./list-alignment";
import type { Shown } from "./model";

/** The lines that differ between two texts, marked `- ` and `+ `; undefined unless both are texts and one has several lines. */
export function changedLines(before: Shown, after: Shown): readonly string[] | undefined {
  const [old, now] = [textOf(before), textOf(after)];
  if (old === undefined || now === undefined || !`${old}${now}`.includes("\n")) return undefined;
  const oldLines = old.split("\n");
  const newLines = now.split("\n");
  const pairs = alignLists(oldLines, newLines).filter(([from, to]) => lineAt(oldLines, from) !== lineAt(newLines, to));
  const gone = pairs.flatMap(([from]) => (from === undefined ? [] : [`- ${oldLines[from]}`]));
  const come = pairs.flatMap(([, to]) => (to === undefined ? [] : [`+ ${newLines[to]}`]));
  return [...gone, ...come];
}

function textOf(shown: Shown): string | undefined {
  return shown.kind === "value" && typeof shown.value === "string" ? shown.value : undefined;
}

function lineAt(lines: readonly string[], index: number | undefined): string | undefined {
  return index === undefined ? undefined : lines[index];
}
