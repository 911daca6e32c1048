/** Expressions with the words that replace them. */
const REPLACED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bstands?\b/i, "is, is in, is next to, represents"],
  [/\b(somebody|nobody|everybody|whoever)\b/i, "a user, no process, another client"],
  [/\bwhatever\b/i, "any value"],
  [/\bbeside\b/i, "in addition to, next to"],
  [/\b(of (its|their|one's) own)\b/i, "separate"],
  [/(?<!\bthere )\b(is|are) no (?!longer\b)[a-z]+\b/i, "is not a valid"],
  [/\b(is told|are told|comes to be)\b/i, "is configured, is created"],
  [/\b(to vouch for|vouches for|at stake|in vain|hardly)\b/i, "to sign, at risk, without result, rarely"],
  [/\b(goes|going|went) on\b/i, "continues"],
  [/\b(is|are|was|were) gone\b/i, "was deleted"],
  [/\b(lies|lie)\b/i, "is in"],
  [/\bsays\b/i, "reports, contains, describes"],
  [/\bends with code\b/i, "exits with code"],
  [/\b(MOST|LONGEST|LARGEST|LEAST)_[A-Z]/, "MAX_, MIN_"],
];

/** Returns the first expression of a line that has a plainer replacement, with the replacement. */
export function findUncommonWords(line: string): string | undefined {
  const found = REPLACED.find(([pattern]) => pattern.test(line));
  return found && `"${found[0].exec(line)?.[0].trim()}" - write: ${found[1]}`;
}
