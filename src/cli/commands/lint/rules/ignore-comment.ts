import { lintRule } from "../lint-rule";

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
