import { diffArrays } from "diff";

/**
 * Applies the changes between two generated texts to the edited one: removed lines are removed, added lines follow the
 * same line as before. Without added lines the edited text stays unchanged. Returns undefined if a user changed a line
 * that must be removed, or every line that could come before an added one.
 */
export function patchedLines(edited: string, before: string, after: string): string | undefined {
  const lines = edited.split("\n");
  const generated = before.split("\n");
  const places = new Map(pairs(generated, lines));
  const gone = new Set<number>();
  const added = new Map<number, readonly string[]>();
  const hunks = hunksOf(generated, after.split("\n"));
  if (hunks.every((hunk) => hunk.added.length === 0)) {
    return edited;
  }
  for (const hunk of hunks) {
    const removed = Array.from({ length: hunk.removed }, (_, index) => places.get(hunk.at + index));
    const anchor = removed.length > 0 ? removed[0] : anchorOf(hunk.at, generated, places);
    if (anchor === undefined || removed.includes(undefined)) {
      return undefined;
    }
    for (const index of removed) {
      if (index !== undefined) {
        gone.add(index);
      }
    }
    added.set(anchor, [...(added.get(anchor) ?? []), ...hunk.added]);
  }
  const patched = lines.flatMap((line, index) => [...(gone.has(index) ? [] : [line]), ...(added.get(index) ?? [])]);
  return [...(added.get(TOP) ?? []), ...patched].join("\n");
}

/** The position before the first line. */
const TOP = -1;

/** Finds the last line before a position that is not empty and still exists. */
function anchorOf(at: number, generated: readonly string[], places: ReadonlyMap<number, number>): number | undefined {
  if (at === 0) {
    return TOP;
  }
  for (let index = at - 1; index >= 0; index--) {
    const place = places.get(index);
    if (place !== undefined && generated[index]?.trim() !== "") {
      return place;
    }
  }
  return undefined;
}

interface Hunk {
  /** Index of the first removed line, or of the line after the added ones. */
  readonly at: number;
  readonly removed: number;
  readonly added: readonly string[];
}

/** Lists the changes that turn one list of lines into the other. */
function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const same = [...pairs(before, after), [before.length, after.length] as const];
  let [a, b] = [0, 0];
  return same.flatMap(([at, to]) => {
    const hunk = { at: a, removed: at - a, added: after.slice(b, to) };
    [a, b] = [at + 1, to + 1];
    return hunk.removed + hunk.added.length > 0 ? [hunk] : [];
  });
}

/** Returns the common lines of two texts, as pairs of indexes. */
function pairs(before: readonly string[], after: readonly string[]): readonly (readonly [number, number])[] {
  let [from, to] = [0, 0];
  return diffArrays([...before], [...after]).flatMap(({ count, added, removed }) => {
    const [a, b] = [from, to];
    from += added ? 0 : count;
    to += removed ? 0 : count;
    return added || removed ? [] : Array.from({ length: count }, (_, index) => [a + index, b + index] as const);
  });
}
