import { tmpdir } from "node:os";
import { relative, resolve, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type DeclaredFields, isObject } from "../../../declaration/field";
import type { CodeFile } from "../../code/edits/code-file";
import { objectKey } from "../../code/edits/edit-result";
import { editContext, Program } from "../../code/typescript/edit/program";
import { editObject } from "../../code/typescript/objects/edit-object";
import { AuthorFiles, type EditedFile } from "../../project/author-files";
import type { ImportedType } from "../../project/imported-types";
import { constructsIn, type PlacedConstruct } from "../../project/placed-constructs";
import { assertCommitted } from "../../project/uncommitted";
import { type WrongPlan, writeVerified } from "../../project/write-verified";
import { inScratchFolder } from "../../terminal/exit";
import type { IgnoreComment } from "./ignore-comments";
import { BLOCK_KINDS, type LintedObject } from "./linted-objects";
import { type LintedStack, readProgram, readStacks } from "./linted-stacks";
import type { Problem } from "./run-rules";
import { WrittenCode } from "./written-code";

/** The object that a repair changes, and its fields after all repairs. */
export interface Repair {
  readonly key: string;
  readonly object: LintedObject;
  readonly wanted: DeclaredFields;
  /** Number of problems. */
  readonly count: number;
}

/** Code that declares objects, and its edits. */
export interface EditedCode {
  /** Returns the reasons if the code of the object cannot be edited. */
  edit(repair: Repair): readonly string[];
  /** Returns a file, or the reason why it cannot be edited. */
  open(path: string): CodeFile | string;
  finish(): readonly EditedFile[];
}

/**
 * Edits a program or a configuration in HCL or JSON, to fix the problems that have a repair. Then the program runs
 * again. An edit is undone unless its object has exactly the expected fields and nothing else changes. Returns the
 * number of fixed problems, the edited files, and the reasons why other problems stay.
 */
export async function fixProgram(
  program: string,
  stacks: readonly LintedStack[],
  problems: readonly Problem[],
  options: { readonly allowDirty?: boolean | undefined },
) {
  const files = new AuthorFiles(program);
  const fixes = new Fixes(files, stacks, problems);
  const patch = fixes.patchOf();
  if (patch.files.length === 0) {
    return { fixed: 0, files: [], notFixed: patch.obstacles };
  }
  if (!options.allowDirty) {
    await assertCommitted(
      program,
      patch.files.map(({ path }) => path),
    );
  }
  const { kept, rejected } = await writeVerified({
    files,
    objects: patch.keys,
    editsOf: (keys) => fixes.patchOf(keys).files,
    verify: (keys) => fixes.findWrongStacks(keys),
  });
  const notFixed = [...rejected].map(
    ([key, reasons]) => `The edit of ${key} was undone, because its verification failed: ${reasons.join(" ")}`,
  );
  return {
    fixed: [...kept].reduce((sum, key) => sum + fixes.countOf(key), 0),
    files: fixes.patchOf(kept).files.map(({ path }) => path),
    notFixed: [...patch.obstacles, ...notFixed],
  };
}

/** The edits of one program, or of one configuration in HCL or JSON. Objects and comments have keys. */
class Fixes {
  readonly #repairs = new Map<string, Repair>();
  readonly #comments: readonly IgnoreComment[];

  constructor(
    private readonly files: AuthorFiles,
    private readonly stacks: readonly LintedStack[],
    problems: readonly Problem[],
  ) {
    this.#comments = problems.flatMap(({ unusedComment }) => unusedComment ?? []);
    for (const { finding } of problems) {
      const { object, repair } = finding ?? {};
      if (object && repair && stacks.includes(object.stack)) {
        const key = keyOf(object);
        const { wanted = object.fields, count = 0 } = this.#repairs.get(key) ?? {};
        this.#repairs.set(key, { key, object, wanted: repair(wanted), count: count + 1 });
      }
    }
  }

  /** Returns the number of problems of an object or a comment. */
  countOf(key: string): number {
    return this.#repairs.get(key)?.count ?? 1;
  }

  /**
   * Returns the edited files, the keys of the objects and comments that they change, and the reasons why others stay.
   * @param only keys to edit. Default: all
   */
  patchOf(only?: ReadonlySet<string>) {
    const code = this.#isProgram ? programCode(this.files, this.stacks) : new WrittenCode(this.files);
    const keys: string[] = [];
    const obstacles: string[] = [];
    for (const repair of [...this.#repairs.values()].filter(({ key }) => only?.has(key) ?? true)) {
      const reasons = code.edit(repair);
      if (reasons.length > 0) {
        obstacles.push(...reasons.map((reason) => `${repair.object.address}: ${reason}`));
      } else {
        keys.push(repair.key);
      }
    }
    for (const comment of this.#comments.filter((each) => only?.has(keyOfComment(each)) ?? true)) {
      const file = code.open(relative(this.files.folder, resolve(comment.file)).split(sep).join("/"));
      if (typeof file !== "string" && removeComment(file, comment)) {
        keys.push(keyOfComment(comment));
      }
    }
    return { files: code.finish(), keys, obstacles };
  }

  get #isProgram(): boolean {
    return this.stacks.some(({ program }) => program !== undefined);
  }

  /** Runs the edited program, and compares its stacks with the expected ones. */
  findWrongStacks(keys: ReadonlySet<string>): Promise<readonly WrongPlan[]> {
    const repairs = [...this.#repairs.values()].filter(({ key }) => keys.has(key));
    const wanted = new Map(repairs.map((each) => [each.key, each.wanted]));
    return inScratchFolder(tmpdir(), "cdk-clickstack-lint-", async (scratch) => {
      const after = this.#isProgram ? await readProgram(this.files.folder, scratch) : await readStacks(this.stacks);
      const names = new Set([...this.stacks, ...after].map(({ name }) => name));
      return [...names].flatMap((name) => {
        const [old, now] = [this.stacks, after].map((stacks) => stacks.find((stack) => stack.name === name));
        return old && now
          ? wrongObjects(old, now, wanted)
          : [{ object: undefined, reason: `The stacks change: ${name}.` }];
      });
    });
  }
}

const NO_POSITION = "Synthesis recorded no position for the object in the program.";

/** Returns the code of a program. */
function programCode(files: AuthorFiles, stacks: readonly LintedStack[]): EditedCode {
  const program = new Program(files);
  const placed = new Map(stacks.map((stack) => [stack, { constructs: constructsIn(stack), known: [] }]));
  const contextOf = editContext([...placed.values()], program);
  return {
    edit: (repair) => {
      const place = placed.get(repair.object.stack);
      const construct = place?.constructs.find(({ address }) => address === repair.object.address);
      return place && construct ? editRepaired(repair, construct, contextOf(place)) : [NO_POSITION];
    },
    open: (path) => program.open(path),
    finish: () => program.finish(),
  };
}

/** Edits the code of an object. Returns the reasons if it cannot be edited. */
function editRepaired(
  { object, wanted }: Repair,
  construct: PlacedConstruct,
  context: ReturnType<ReturnType<typeof editContext>>,
): readonly string[] {
  const type = object.type.replace(/^clickstack_/, "") as ImportedType;
  const declared = (fields: DeclaredFields) => JSON.parse(JSON.stringify(fields)) as DeclaredFields;
  const change = { type, construct, old: declared(object.fields), wanted: declared(wanted) };
  const { edited, obstacles } = editObject(change, context);
  if (obstacles.length > 0) {
    return obstacles.map(({ file, line, reason }) => `${file}:${line}: ${reason}`);
  }
  return edited.length > 0 ? [] : ["No prop of the construct declares the value."];
}

function keyOf({ stack, address }: LintedObject): string {
  return objectKey({ stack: stack.name, address });
}

function keyOfComment({ file, line }: IgnoreComment): string {
  return `comment in ${file}:${line}`;
}

/** Removes a comment, and its line if nothing else is on it. */
function removeComment(file: CodeFile, { line, column }: IgnoreComment): boolean {
  const comment = file.comments.find(({ start }) => start === file.offsetOf(line, column));
  const { start, end } = comment ?? {};
  if (typeof start !== "number" || typeof end !== "number") {
    return false;
  }
  const lineStart = file.lineStart(start);
  const rest = /^[ \t]*(?:\r\n|\n|$)/.exec(file.text.slice(end))?.[0];
  const isAlone = file.text.slice(lineStart, start).trim() === "" && rest !== undefined;
  file.remove(isAlone ? lineStart : start, isAlone ? end + rest.length : end);
  return true;
}

function wrongObjects(
  before: LintedStack,
  after: LintedStack,
  wanted: ReadonlyMap<string, DeclaredFields>,
): readonly WrongPlan[] {
  const addresses = new Set([...before.objects, ...after.objects].map(({ address }) => address));
  const wrong = [...addresses].flatMap((address): WrongPlan[] => {
    const [old, now] = [before.find(address), after.find(address)];
    const key = old && keyOf(old);
    const expected = (key === undefined ? undefined : wanted.get(key)) ?? old?.fields;
    if (isDeepStrictEqual(now?.fields, expected)) {
      return [];
    }
    return [{ object: key !== undefined && wanted.has(key) ? key : undefined, reason: `${address} would change.` }];
  });
  const isSameRest = otherBlocks(before) === otherBlocks(after);
  return isSameRest ? wrong : [...wrong, { object: undefined, reason: `Other blocks of ${before.name} would change.` }];
}

/** Returns the configuration of a stack without this provider's objects and without metadata, as comparable text. */
function otherBlocks({ configurations }: LintedStack): string {
  return JSON.stringify(configurations, (key, value: unknown) => {
    if (key === "//") {
      return undefined;
    }
    return (BLOCK_KINDS as readonly string[]).includes(key) && isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([type]) => !type.startsWith("clickstack")))
      : value;
  });
}
