import type { VariableDeclaration } from "@babel/types";
import { type AuthorFiles, type EditedFile, openFile } from "../../../project/author-files";
import { findPathProblem, isGenerated } from "../../../project/editable-path";
import type { PlacedConstruct } from "../../../project/placed-constructs";
import { IGNORED_REASON } from "../../../project/uncommitted";
import type { KnownObject, StackChanges } from "../../edits/changed-objects";
import { DashboardJson } from "../../json/edit-json";
import { FileScope } from "./file-scope";
import { updateImports } from "./imports";
import { ProgramFile } from "./program-file";
import { isPureCode } from "./pure-code";
import { removeStatement, statementOf } from "./statements";
import type { CallNode } from "./typescript-syntax";

/** The source files of a program, read on demand. */
export class Program {
  readonly #files = new Map<string, ProgramFile | string>();
  readonly #jsonFiles = new Map<string, DashboardJson | string>();

  /** @param ignored files that git ignores */
  constructor(
    private readonly originals: AuthorFiles,
    private readonly ignored: ReadonlySet<string> = new Set(),
  ) {}

  /** Folder in which the program runs. Positions are relative to it. */
  get folder(): string {
    return this.originals.folder;
  }

  /** Returns a file, or the reason why it cannot be edited. */
  open(path: string): ProgramFile | string {
    return this.#open(this.#files, path, (text) =>
      isGenerated(this.originals, path, text)
        ? "The file is generated JavaScript without a source map. Create source maps, or run the program with tsx."
        : new ProgramFile(path, text),
    );
  }

  /** Returns a JSON file, or the reason why it cannot be edited. */
  openJson(path: string): DashboardJson | string {
    return this.#open(this.#jsonFiles, path, (text) => new DashboardJson(path, text));
  }

  #open<F>(files: Map<string, F | string>, path: string, parse: (text: string) => F | string): F | string {
    const findProblem = () => (this.ignored.has(path) ? IGNORED_REASON : findPathProblem(this.folder, path));
    const file = files.get(path) ?? findProblem() ?? openFile(this.originals, path, parse);
    files.set(path, file);
    return file;
  }

  /** Updates the imports of the edited files, and returns these files. */
  finish(): readonly EditedFile[] {
    const sources = [...this.#files.values()].filter((each) => typeof each !== "string");
    const json = [...this.#jsonFiles.values()].filter((each) => typeof each !== "string");
    for (const file of sources) {
      removeUnusedConstants(file);
      updateImports(file);
    }
    return [...sources, ...json].filter(({ edited, original }) => edited !== original);
  }
}

/** The program of a stack, and the objects that its code can refer to. */
export interface EditContext {
  readonly program: Program;
  readonly known: readonly KnownObject[];
  /** Returns how many objects the program creates at a position. */
  readonly countAt: (position: PlacedConstruct["position"]) => number;
}

/** Returns the program of some stacks as the edits of one object need it. */
export function editContext(
  stacks: readonly Pick<StackChanges, "constructs">[],
  program: Program,
): (stack: Pick<StackChanges, "known">) => EditContext {
  const keyOf = ({ file, line, column }: PlacedConstruct["position"]) => `${file}:${line}:${column}`;
  const counts = new Map<string, number>();
  for (const { position, tiles } of stacks.flatMap(({ constructs }) => constructs)) {
    for (const key of [position, ...tiles.values()].map(keyOf)) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return ({ known }) => ({ program, known, countAt: (position) => counts.get(keyOf(position)) ?? 0 });
}

/** Returns the call at a recorded position, or the reason why it cannot be edited. */
export function findPlacedCall(
  { program, countAt }: EditContext,
  position: PlacedConstruct["position"],
): { readonly file: ProgramFile; readonly call: CallNode } | string {
  const count = countAt(position);
  if (count > 1) {
    return `This line creates ${count} objects.`;
  }
  const file = program.open(position.file);
  if (typeof file === "string") {
    return file;
  }
  const call = file.callAt(position.line, position.column);
  return call ? { file, call } : "The file contains no call at the recorded position.";
}

/**
 * Removes the constants of a file whose last use was in replaced or removed code. A constant stays if other files can use
 * it, or if its value has an effect.
 */
function removeUnusedConstants(file: ProgramFile): void {
  if (file.edited === file.original) {
    return;
  }
  const edited = new ProgramFile(file.path, file.edited);
  const unused = file.nodes.filter((node): node is VariableDeclaration => {
    return node.type === "VariableDeclaration" && isUnused(node, file, edited);
  });
  for (const declaration of unused) {
    removeStatement(file, declaration);
  }
  if (unused.length > 0) {
    // The removed constants can contain the last uses of other constants.
    removeUnusedConstants(file);
  }
}

function isUnused(declaration: VariableDeclaration, file: ProgramFile, edited: ProgramFile): boolean {
  const [declarator, other] = declaration.declarations;
  if (declaration.kind !== "const" || other || declarator?.id.type !== "Identifier" || !declarator.init) {
    return false;
  }
  const { name } = declarator.id;
  return (
    file.declaratorOf(name) === declarator &&
    edited.declaratorOf(name) !== undefined &&
    file.usesOf(name).length > 0 &&
    edited.usesOf(name).length === 0 &&
    !file.isExported(name) &&
    statementOf(file, declaration) === declaration &&
    isPureCode(declarator.init, new FileScope(file, [], declaration), true)
  );
}
