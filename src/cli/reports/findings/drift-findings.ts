import type { CodeLine } from "../../project/code-lines";
import { changeContent } from "../changes/digest";
import { changeLines } from "../changes/field-lines";
import type { ObjectChange, Report, StackReport } from "../changes/report-model";
import { SHARED_FIX, sharedProblem } from "../changes/stack-report";
import { nounAndTitle, verbOf } from "../changes/wording";

/** Something that a command names: a problem of the code, or a change of others. */
export interface Finding {
  /** Does not change between versions. */
  readonly rule: string;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  /** Lines below the message, such as changed fields. */
  readonly details?: readonly string[];
  /** Sentence that begins with an imperative. */
  readonly fix?: string;
  readonly address?: string;
  readonly source?: CodeLine;
  /** Texts that distinguish the finding from others of its rule, also in later runs. */
  readonly identity: Readonly<Record<string, string>>;
}

export const DRIFT_RULES = {
  changed: "An object differs from the last apply.",
  gone: "An object that a stack manages was deleted.",
  unmanaged: "An object on the server is in no state.",
  shared: "An object is managed more than once.",
  failed: "A stack could not be compared with the server.",
} as const;

export interface DriftFinding extends Finding {
  readonly rule: Exclude<keyof typeof DRIFT_RULES, "failed">;
  readonly stack?: string;
  /** Id of an object that is not managed by exactly one stack. */
  readonly id?: string;
  readonly object: Pick<ObjectChange, "type" | "noun" | "name" | "place">;
  /** Differs if the drift of the object changed. */
  readonly content: unknown;
}

/**
 * Returns the objects with drift. Code scanning requires a file for each. An object without a line has the file of a
 * stack.
 */
export function driftFindings({ stacks, unmanaged, shared }: Report): readonly DriftFinding[] {
  const source = fileOf(stacks[0]);
  return [
    ...stacks.flatMap((stack) => stack.objects.map((object) => changeFinding(stack, object))),
    ...unmanaged.map((object) => ({
      ...({ rule: "unmanaged", severity: "note", id: object.id, object, source } as const),
      message: `${nounAndTitle(object)} is in no state`,
      identity: { type: object.type, id: object.id },
      content: object.name,
    })),
    ...shared.map((object) => ({
      ...({ rule: "shared", severity: "error", id: object.id, object, source } as const),
      message: `${nounAndTitle(object)} ${sharedProblem(object)}`,
      fix: SHARED_FIX,
      identity: { type: object.type, id: object.id },
      content: object.places,
    })),
  ];
}

function changeFinding(stack: StackReport, object: ObjectChange): DriftFinding {
  const { action, address, risks } = object;
  const isGone = action === "delete";
  return {
    rule: isGone ? "gone" : "changed",
    severity: isGone || risks.length > 0 ? "error" : "warning",
    message: `${nounAndTitle(object)} ${verbOf("drift", object)}`,
    details: changeLines(object),
    ...{ stack: stack.name, object, address, source: object.source ?? fileOf(stack) },
    identity: { stack: stack.name, address },
    content: changeContent(object),
  };
}

/** Returns the reasons why stacks and the server could not be compared. */
export function failureFindings({ stacks, problems }: Report): readonly Finding[] {
  const failure = (message: string, stack: StackReport | undefined, identity: Finding["identity"]): Finding => ({
    ...{ rule: "failed", severity: "error", message, source: fileOf(stack), identity },
  });
  return [
    ...stacks.flatMap((stack) =>
      errorsOf(stack).map(({ summary, detail }) =>
        failure(`${summary}. ${detail}`.trim(), stack, { stack: stack.name, summary }),
      ),
    ),
    ...problems.map((problem) => failure(problem, stacks[0], { problem })),
  ];
}

/** Returns the errors of the engine that prevented the plan of a stack. */
export function errorsOf({ failed, diagnostics }: StackReport): StackReport["diagnostics"] {
  return failed ? diagnostics.filter(({ severity }) => severity === "error") : [];
}

function fileOf(stack: StackReport | undefined): CodeLine {
  return { file: stack?.objects.find(({ source }) => source)?.source?.file ?? stack?.folder ?? ".", line: 1 };
}
