import { diffArrays } from "diff";
import { diff3Merge } from "node-diff3";

/** Limits of a merge: lines of a text, and milliseconds for the comparison of two texts. */
const MAX_LINES = 20_000;
const MAX_TIME = 2_000;

type Lines = readonly string[];

export interface MergedText {
  readonly text: string;
  /** True if both sides changed the same lines. The text then has the conflict markers of git. */
  readonly hasConflicts: boolean;
}

/**
 * Merges a generated text into an edited one. In an edited import line, names are removed and added. Returns undefined if
 * the texts are too large.
 * @param base the generated text that the user edited
 * @param isProgram true if lines of both sides at the same place are independent statements
 */
export function mergeTexts(edited: string, base: string, next: string, isProgram = false): MergedText | undefined {
  const texts = [edited, base, next].map((text) => text.split("\n"));
  if (texts.some(({ length }) => length > MAX_LINES)) {
    return undefined;
  }
  const [mine = [], before = [], theirs = []] = withSameImports(texts);
  const [a, b] = [numbered(mine, before), numbered(theirs, before)];
  if (!a || !b) {
    return undefined;
  }
  let hasConflicts = false;
  const merged = diff3Merge(a, before.map(numberOf), b).flatMap(({ ok = [], conflict }) => {
    if (!conflict) {
      return ok;
    }
    const both = isProgram
      ? (withRun(conflict.a, conflict.o, conflict.b) ?? withRun(conflict.b, conflict.o, conflict.a))
      : undefined;
    hasConflicts ||= both === undefined;
    return both ?? ["+<<<<<<< edited", ...conflict.a, "+=======", ...conflict.b, "+>>>>>>> imported"];
  });
  const lines = merged.map((each) => (each.startsWith("+") ? each.slice(1) : before[Number(each)]));
  return { text: lines.join("\n"), hasConflicts };
}

const numberOf = (_: unknown, index: number): string => String(index);

/**
 * Represents each line of a text by its number in the base, and a new line by its text after a plus sign. Equal lines
 * then differ, because node-diff3 takes 29 s for 2,000 equal lines.
 */
function numbered(lines: Lines, base: Lines): string[] | undefined {
  let at = 0;
  return diffArrays([...base], [...lines], { timeout: MAX_TIME })?.flatMap(({ value, added, removed }) => {
    if (added) {
      return value.map((line) => `+${line}`);
    }
    const from = at;
    at += value.length;
    return removed ? [] : value.map((_, index) => String(from + index));
  });
}

/** Replaces the lines of the base in a text that only adds lines before and after them; undefined for another text. */
function withRun(lines: Lines, base: Lines, replacement: Lines): Lines | undefined {
  const start = base[0] === undefined ? 0 : lines.indexOf(base[0]);
  const isWhole = start >= 0 && base.every((line, index) => lines[start + index] === line);
  return isWhole ? [...lines.slice(0, start), ...replacement, ...lines.slice(start + base.length)] : undefined;
}

/**
 * Merges each import line that a user edited, and puts the merged line into all three texts. The merged line is the
 * edited line without the names that the next text removes, and with the names that it adds.
 */
function withSameImports(texts: readonly Lines[]): readonly Lines[] {
  const [ofEdited = new Map(), ofBase, ofNext] = texts.map(importsOf);
  const lines = new Map<string, string>();
  for (const [module, names] of ofEdited) {
    const [old, next] = [ofBase?.get(module), ofNext?.get(module)];
    if (old === undefined || next === undefined || old.join() === names.join()) {
      continue;
    }
    const kept = names.filter((name: string) => !old.includes(name) || next.includes(name));
    const missing = next.filter((name) => !old.includes(name) && !names.includes(name));
    lines.set(module, `import { ${[...kept, ...missing].join(", ")} } from "${module}";`);
  }
  return texts.map((text) => text.map((line) => lines.get(IMPORT.exec(line)?.groups?.module ?? "") ?? line));
}

/** An import on one line. */
const IMPORT = /^import \{ (?<names>[^{}]+) \} from "(?<module>[^"]+)";$/;

function importsOf(lines: Lines): ReadonlyMap<string, Lines> {
  return new Map(
    lines.flatMap((line) => {
      const { names, module } = IMPORT.exec(line)?.groups ?? {};
      return names && module ? [[module, names.split(", ")]] : [];
    }),
  );
}
