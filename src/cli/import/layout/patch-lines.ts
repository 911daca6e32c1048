/**
 * A text that somebody edited, with what changed between two texts that were generated: lines that went go, and lines that came stand
 * behind the line that they stood behind. Where nothing came, the text stays as it is. Undefined where somebody changed lines that had to
 * go, or all that could stand before new ones.
 */
export function patchedLines(edited: string, before: string, after: string): string | undefined {
  const lines = edited.split("\n");
  const generated = before.split("\n");
  const places = new Map(pairs(generated, lines));
  const gone = new Set<number>();
  const added = new Map<number, readonly string[]>();
  const hunks = hunksOf(generated, after.split("\n"));
  if (hunks.every((hunk) => hunk.added.length === 0)) return edited;
  for (const hunk of hunks) {
    const removed = Array.from({ length: hunk.removed }, (_, index) => places.get(hunk.at + index));
    const anchor = removed.length > 0 ? removed[0] : anchorOf(hunk.at, generated, places);
    if (anchor === undefined || removed.includes(undefined)) return undefined;
    for (const index of removed) if (index !== undefined) gone.add(index);
    added.set(anchor, [...(added.get(anchor) ?? []), ...hunk.added]);
  }
  const patched = lines.flatMap((line, index) => [...(gone.has(index) ? [] : [line]), ...(added.get(index) ?? [])]);
  return [...(added.get(TOP) ?? []), ...patched].join("\n");
}

/** Stands for what is before the first line. */
const TOP = -1;

/** The last line before a place that says something and is still there. */
function anchorOf(at: number, generated: readonly string[], places: ReadonlyMap<number, number>): number | undefined {
  if (at === 0) return TOP;
  for (let index = at - 1; index >= 0; index--) {
    const place = places.get(index);
    if (place !== undefined && generated[index]?.trim() !== "") return place;
  }
  return undefined;
}

interface Hunk {
  /** Index of the first line that goes, or before which lines come. */
  readonly at: number;
  readonly removed: number;
  readonly added: readonly string[];
}

/** What has to change in lines to make others of them. */
function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const same = [...pairs(before, after), [before.length, after.length] as const];
  let [a, b] = [0, 0];
  return same.flatMap(([at, to]) => {
    const hunk = { at: a, removed: at - a, added: after.slice(b, to) };
    [a, b] = [at + 1, to + 1];
    return hunk.removed + hunk.added.length > 0 ? [hunk] : [];
  });
}

/** The longest sequence of lines that both have, as pairs of indexes. */
function pairs(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    const row = lengths[i];
    for (let j = b.length - 1; row && j >= 0; j--) {
      row[j] = a[i] === b[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }
  const found: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) found.push([i++, j++]);
    else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i++;
    else j++;
  }
  return found;
}
