/** Whether a text matches a pattern in which `*` stands for any characters. Upper and lower case count. */
export function matchesText(pattern: string, text: string): boolean {
  let [at, from] = [0, 0];
  /** Behind the last `*`, and where in the text what follows it was tried last. Trying earlier ones again would never help. */
  let star: { readonly next: number; tried: number } | undefined;
  while (from < text.length) {
    if (pattern[at] === "*") {
      at += 1;
      star = { next: at, tried: from };
    } else if (at < pattern.length && pattern[at] === text[from]) {
      at += 1;
      from += 1;
    } else if (star) {
      star.tried += 1;
      [at, from] = [star.next, star.tried];
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

/**
 * Whether a field's path is the one of a pattern, or lies below it. Steps are separated by dots: `tiles.*.x` is the column of every
 * tile. `*` stands for any characters within a step, `**` for any number of steps.
 */
export function matchesField(pattern: string, path: readonly (string | number)[]): boolean {
  const steps = pattern.split(".");
  /** Behind which steps of the path the steps of the pattern so far can end. */
  let ends: readonly number[] = [0];
  for (const [index, step] of steps.entries()) {
    const first = ends[0];
    if (first === undefined) return false;
    if (step === "**" && index === steps.length - 1) return true;
    ends =
      step === "**"
        ? path.slice(first).map((_, further) => first + further)
        : ends.filter((end) => end < path.length && matchesText(step, String(path[end]))).map((end) => end + 1);
  }
  return ends.length > 0;
}
