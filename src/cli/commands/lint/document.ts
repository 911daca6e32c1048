import * as z from "zod";
import { codeLine } from "../../project/code-lines";
import { EXIT } from "../../terminal/exit";
import { declareDocument, type ReadonlyDocument } from "../../terminal/json-document";
import { SEVERITIES } from "./lint-rule";
import type { LintResult, Problem } from "./run-rules";

const problemDocument = z.object({
  rule: z.string().describe("Id of the rule. It does not change between versions."),
  severity: z.enum(SEVERITIES),
  message: z.string(),
  fix: z.string().describe("Sentence that begins with an imperative."),
  fixable: z.boolean().describe("True if `lint --fix` can edit the program."),
  stack: z.string().optional().describe("Absent for a problem of a comment."),
  address: z.string().optional().describe("Such as `clickstack_alert.errors`. Absent for a problem of a comment."),
  tile: z.string().optional().describe("Key of the tile, for a problem of one tile."),
  source: codeLine.optional().describe("The line that declares the object or the tile."),
});

export const lintDocument = declareDocument("lint", 1, {
  exitCode: z.int().describe("The exit code."),
  stacks: z.array(z.string()).describe("Names of the stacks."),
  errors: z.int(),
  warnings: z.int(),
  fixed: z.int().describe("Number of problems that `--fix` removed from the program."),
  ignored: z.int().describe("Number of findings that comments and the configuration ignore."),
  problems: z.array(problemDocument).describe("By file and line."),
});

export type LintDocument = ReadonlyDocument<typeof lintDocument.schema>;

/** @param maxWarnings maximum number of warnings that do not fail the command */
export function toLintDocument(
  { problems, ignored, stacks }: LintResult,
  { maxWarnings = Number.POSITIVE_INFINITY, fixed = 0 } = {},
): LintDocument {
  const count = (severity: string) => problems.filter((each) => each.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warn")];
  return {
    exitCode: errors > 0 || warnings > maxWarnings ? EXIT.found : EXIT.done,
    stacks: stacks.map(({ name }) => name),
    ...{ errors, warnings, fixed, ignored },
    problems: problems.map(toProblemDocument),
  };
}

function toProblemDocument({ rule, severity, message, source, ...problem }: Problem): LintDocument["problems"][number] {
  const { finding, unusedComment } = problem;
  return {
    ...{ rule: rule.id, severity, message, fix: rule.fix, fixable: (finding?.repair ?? unusedComment) !== undefined },
    ...(finding && { stack: finding.object.stack.name, address: finding.object.address }),
    ...(finding?.tile !== undefined && { tile: finding.tile }),
    ...(source && { source }),
  };
}
