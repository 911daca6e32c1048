import type { CodeLine } from "../../project/code-lines";
import { matchesText } from "../../project/drift-rules";
import { compareTexts } from "../../terminal/text-options";
import { lintedTiles } from "./charts";
import type { ConfiguredRule, LintConfiguration } from "./configuration";
import { type IgnoreComment, ignoreCommentRule, readIgnoreComments } from "./ignore-comments";
import type { LintInput, LintRule, RuleFinding, Severity } from "./lint-rule";
import type { LintedObject } from "./linted-objects";
import type { LintedStack } from "./linted-stacks";
import { LINT_RULES } from "./rules";
import type { LintServer } from "./server/lint-server";

/** A finding with its severity and its place. */
export interface Problem {
  readonly rule: LintRule;
  readonly severity: Severity;
  readonly message: string;
  /** Absent for a problem of a comment. */
  readonly finding?: RuleFinding;
  /** Comment that disables no finding, and can be removed. */
  readonly unusedComment?: IgnoreComment;
  readonly source?: CodeLine;
}

export interface LintResult {
  readonly problems: readonly Problem[];
  /** Number of findings that comments and the configuration ignore. */
  readonly ignored: number;
  readonly stacks: readonly LintedStack[];
  readonly notChecked: LintServer["notChecked"];
}

/** Runs the rules that are not off. Rules that ask the server run only with a connection. */
export async function runRules(
  stacks: readonly LintedStack[],
  configuration: LintConfiguration,
  server?: LintServer,
): Promise<LintResult> {
  const input: LintInput = { stacks, objects: stacks.flatMap((stack) => stack.objects) };
  const active = configuration.rules.filter(({ severity }) => severity !== "off");
  const found: Problem[] = [];
  const ran = new Set<string>();
  for (const configured of active) {
    const findings = await configured.rule.run(input, configured.settings, server);
    if (findings) {
      ran.add(configured.rule.id);
      found.push(...[...findings].map((finding) => problemOf(configured, finding)));
    }
  }
  const comments = await readComments(input);
  const kept = found.filter(
    (problem) =>
      !comments.some((comment) => disables(comment, problem)) &&
      !configuration.ignored.some(
        ({ rule, address }) => rule === problem.rule.id && matchesText(address, problem.finding?.object.address ?? ""),
      ),
  );
  const problemsOfComments = active
    .filter(({ rule }) => rule === ignoreCommentRule)
    .flatMap(({ severity }) =>
      comments.flatMap((comment) => {
        const isUsed = found.some((problem) => disables(comment, problem));
        return commentProblems(comment, severity, !isUsed && comment.rules.every((id) => ran.has(id)));
      }),
    );
  const problems = [...kept, ...problemsOfComments].sort(byPlace);
  return { problems, ignored: found.length - kept.length, stacks, notChecked: server?.notChecked ?? new Map() };
}

function problemOf({ rule, severity }: ConfiguredRule, finding: RuleFinding): Problem {
  const source = finding.object.stack.lineOf(finding.object, finding.tile);
  return {
    ...{ rule, severity: severity as Severity, message: finding.message, finding },
    ...(source && { source }),
  };
}

/** Reads the comments of all files in which the program creates objects. */
async function readComments({ objects }: LintInput): Promise<readonly IgnoreComment[]> {
  const files = new Set(objects.flatMap(sourceFilesOf));
  const ids = LINT_RULES.map(({ id }) => id);
  const comments: IgnoreComment[] = [];
  for (const file of files) {
    comments.push(...(await readIgnoreComments(file, ids)));
  }
  return comments;
}

/** Returns the files that create an object or one of its tiles. */
function sourceFilesOf(object: LintedObject): readonly string[] {
  const tiles = lintedTiles(object).map(([tile]) => tile);
  const files = [undefined, ...tiles].flatMap((tile) => object.stack.lineOf(object, tile)?.file ?? []);
  return files.filter((file) => !file.endsWith(".json"));
}

function disables({ file, target, rules, problems }: IgnoreComment, { rule, source }: Problem): boolean {
  return (
    problems.length === 0 &&
    source?.file === file &&
    rules.includes(rule.id) &&
    (target === undefined || target === source.line)
  );
}

/** @param isUnused true if no rule found a problem that the comment disables */
function commentProblems(
  comment: IgnoreComment,
  severity: ConfiguredRule["severity"],
  isUnused: boolean,
): readonly Problem[] {
  const { file, line, column, rules, problems } = comment;
  const problem = { rule: ignoreCommentRule, severity: severity as Severity, source: { file, line, column } };
  return problems.length === 0 && isUnused
    ? [{ ...problem, message: `The comment disables no finding of ${rules.join(", ")}.`, unusedComment: comment }]
    : problems.map((message) => ({ ...problem, message }));
}

function byPlace(one: Problem, other: Problem): number {
  return (
    compareTexts(one.source?.file ?? "", other.source?.file ?? "") ||
    (one.source?.line ?? 0) - (other.source?.line ?? 0) ||
    (one.source?.column ?? 0) - (other.source?.column ?? 0) ||
    LINT_RULES.indexOf(one.rule) - LINT_RULES.indexOf(other.rule)
  );
}
