import { diffArrays } from "diff";

/**
 * Applies the changes between two generated texts to the edited one: removed lines are removed, added lines follow the
 * same line as before. In an edited import line, names are removed and added. Without added lines the edited text stays
 * unchanged. Returns undefined if a user changed a line that must be removed, or every line that could come before an
 * added one.
 */
export function patchedLines(edited: string, before: string, after: string): string | undefined {
  if (hunksOf(before.split("\n"), after.split("\n")).every((hunk) => hunk.added.length === 0)) {
    return edited;
  }
  const [lines, generated, next] = withSameImports(edited.split("\n"), before.split("\n"), after.split("\n"));
  const places = new Map(pairs(generated, lines));
  const gone = new Set<number>();
  const added = new Map<number, readonly string[]>();
  const hunks = hunksOf(generated, next);
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

type Lines = readonly string[];

/**
 * Replaces the import lines that a user edited by the same line in all three texts. It has the names of the edited line
 * without the removed ones and with the added ones.
 */
function withSameImports(edited: Lines, before: Lines, after: Lines): readonly [Lines, Lines, Lines] {
  const [ofBefore, ofAfter] = [importsOf(before), importsOf(after)];
  const lines = new Map<string, string>();
  for (const [module, names] of importsOf(edited)) {
    const [old, next] = [ofBefore.get(module), ofAfter.get(module)];
    if (old === undefined || next === undefined || old.join() === names.join()) {
      continue;
    }
    const kept = names.filter((name) => !old.includes(name) || next.includes(name));
    const missing = next.filter((name) => !old.includes(name) && !names.includes(name));
    lines.set(module, `import { ${[...kept, ...missing].join(", ")} } from "${module}";`);
  }
  const replaced = (text: Lines) => text.map((line) => lines.get(IMPORT.exec(line)?.groups?.module ?? "") ?? line);
  return [replaced(edited), replaced(before), replaced(after)];
}

/** An import on one line. */
const IMPORT = /^import \{ (?<names>[^{}]+) \} from "(?<module>[^"]+)";$/;

/** Returns the imported names by module. */
function importsOf(lines: Lines): ReadonlyMap<string, readonly string[]> {
  return new Map(
    lines.flatMap((line) => {
      const { names, module } = IMPORT.exec(line)?.groups ?? {};
      return names && module ? [[module, names.split(", ")]] : [];
    }),
  );
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
