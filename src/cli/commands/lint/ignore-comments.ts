import { readRegularFile } from "../../../confined-folder";
import { didYouMean } from "../../../declaration/describe-refusal";
import { quietly } from "../../../quietly";
import type { FoundComment } from "./found-comments";
import { lintRule } from "./lint-rule";

/** Rule about the comments that disable other rules. The runner checks it, because it needs all other findings. */
export const ignoreCommentRule = lintRule({
  id: "ignore-comment",
  severity: "warn",
  description: "A comment that disables rules is invalid, or it disables no finding.",
  fix: "Correct the comment, or remove it.",
  limits:
    "The rule reads only files in which the program creates objects. It ignores comments for rules that did not run.",
  types: [],
  fixableIf: "the comment is valid and disables no finding",
});

/** Maximum size of a source file in bytes. */
const MAX_SOURCE_BYTES = 5_000_000;

const MARK = "clickstack-lint-disable";

/** A comment that disables rules for a line or for a file. */
export interface IgnoreComment {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Line that the comment is for; undefined for the whole file. */
  readonly target?: number;
  readonly rules: readonly string[];
  readonly problems: readonly string[];
}

const FORMS = ["clickstack-lint-disable-next-line", "clickstack-lint-disable-file"] as const;

/** Example of the comment, for messages. */
const EXAMPLE = "clickstack-lint-disable-next-line alert-note -- the page has a runbook";

/** Reads the comments of a source file in TypeScript, JavaScript or HCL. Other files have none. */
export async function readIgnoreComments(file: string, ids: readonly string[]): Promise<readonly IgnoreComment[]> {
  // Positions come from a configuration, which can name any path.
  const text = quietly(() => readRegularFile(file, MAX_SOURCE_BYTES, true));
  return text?.includes(MARK) ? parseIgnoreComments(file, text, ids) : [];
}

/** @param ids ids of the rules */
export async function parseIgnoreComments(
  file: string,
  text: string,
  ids: readonly string[],
): Promise<readonly IgnoreComment[]> {
  // Most programs have no such comment, and the parsers take time to load.
  const { commentsIn } = await import("./found-comments");
  const comments = await commentsIn(file, text);
  const lines = withoutComments(text, comments).split(/\r\n|[\n\r\u2028\u2029]/);
  const nextLineOfCode = (line: number) => {
    let next = line + 1;
    while (next < lines.length && lines[next - 1]?.trim() === "") {
      next += 1;
    }
    return next;
  };
  return comments.flatMap(({ value, loc }) => {
    const content = value.replace(/^[\s*]+/, "").trim();
    if (!content.startsWith(MARK) || !loc) {
      return [];
    }
    const { form, rules, problems } = parseComment(content, ids);
    return [
      {
        ...{ file, line: loc.start.line, column: loc.start.column + 1, rules, problems },
        ...(form === "clickstack-lint-disable-next-line" && { target: nextLineOfCode(loc.end.line) }),
      },
    ];
  });
}

/** Replaces comments by white space, and keeps the lines. */
function withoutComments(text: string, comments: readonly FoundComment[]): string {
  const parts: string[] = [];
  let next = 0;
  for (const { start = next, end = next } of comments) {
    parts.push(text.slice(next, start), text.slice(start, end).replace(/[^\n\r\u2028\u2029]/g, " "));
    next = end;
  }
  return [...parts, text.slice(next)].join("");
}

function parseComment(content: string, ids: readonly string[]) {
  const [word = ""] = /^[\w-]+/.exec(content) ?? [];
  const rest = word === "" ? "" : content.slice(word.length);
  const form = FORMS.find((each) => each === word);
  const [names = "", ...reasons] = rest.split(/\s--(?:\s|$)/);
  const rules = names.split(/[\s,]+/).filter((name) => name !== "");
  const unknown = rules.filter((name) => !ids.includes(name));
  const problems = [
    ...(form ? [] : [`"${word}" is not a known comment.${didYouMean(word, FORMS)}`]),
    ...unknown.map((name) => `No rule has the id "${name}".${didYouMean(name, ids)}`),
    ...(rules.length === 0 ? ["The comment names no rule."] : []),
    ...(reasons.join("").trim() === ""
      ? [`The comment has no reason. Write it after " -- ", as in "${EXAMPLE}".`]
      : []),
  ];
  return { form, rules: rules.filter((name) => ids.includes(name)), problems };
}
