/** Whether a text matches a pattern in which `*` stands for any characters. Upper and lower case count. */
export function matchesText(pattern: string, text: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(text);
}

/**
 * Whether a field's path is the one of a pattern, or lies below it. Steps are separated by dots: `tiles.*.x` is the column of every
 * tile. `*` stands for any characters within a step, `**` for any number of steps.
 */
export function matchesField(pattern: string, path: readonly (string | number)[]): boolean {
  return matchesSteps(pattern.split("."), path.map(String));
}

function matchesSteps(pattern: readonly string[], path: readonly string[]): boolean {
  const [step, ...rest] = pattern;
  if (step === undefined) return true;
  if (step === "**") return path.some((_, index) => matchesSteps(rest, path.slice(index))) || rest.length === 0;
  const [first, ...below] = path;
  return first !== undefined && matchesText(step, first) && matchesSteps(rest, below);
}
