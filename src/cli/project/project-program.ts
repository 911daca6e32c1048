import { existsSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import * as z from "zod";
import { ConfinedFolder } from "../../confined-folder";
import { visiblePath } from "../../visible";
import { runCommandLine } from "../engine/engine";
import { CommandError, expectedError } from "../terminal/exit";
import { withProgress } from "../terminal/output";
import { SYNTHESIS_MANIFEST, synthesizedIn } from "./find-stacks";
import { synthesisErrorIn, withoutStackTraces } from "./program-output";
import { readJsonFile } from "./read-file";

/** File that names the program of a CDK Terrain or CDKTF project. */
const PROJECT_FILE = "cdktf.json";

const projectSchema = z.object({
  app: z.string().min(1),
  output: z.string().min(1).default("cdktf.out"),
  context: z.record(z.string(), z.unknown()).optional(),
});

export function isProject(folder: string): boolean {
  return existsSync(join(folder, PROJECT_FILE));
}

/** Reads the settings of a project. Throws a `CommandError` with the fix. */
export function readProject(folder: string) {
  const file = join(folder, PROJECT_FILE);
  const settings = readJsonFile(file);
  const { data } = projectSchema.safeParse(settings);
  if (!data) {
    throw new CommandError(
      settings === undefined
        ? `${file} is not valid JSON. Fix: Correct its syntax. JSON has no comments and no comma before a closing brace.`
        : `${file} does not contain app, the program. Fix: Set app to the command that synthesizes the stacks, such as "npx tsx main.ts".`,
    );
  }
  return data;
}

export class ProgramError extends CommandError {
  override readonly name = "ProgramError";

  constructor(
    message: string,
    /** Further lines: problems of the declarations, or the end of the program's output. */
    readonly output: string,
  ) {
    super(message);
  }
}

/** Maximum length of the output that is shown, from its end. */
const MAX_OUTPUT_LENGTH = 20_000;

/**
 * Runs the program of a project, and lets it write its stacks to another folder, so that the output folder of the
 * project stays unchanged. Returns the output of the program.
 */
export async function runProgram(folder: string, outdir: string): Promise<string> {
  const { app, context } = readProject(folder);
  const contextVariable = context && { CDKTF_CONTEXT_JSON: JSON.stringify(context) };
  const { exitCode, stdout, stderr } = await runCommandLine(app, {
    workingDirectory: folder,
    environment: { ...process.env, CDKTF_OUTDIR: outdir, ...contextVariable },
  });
  const output = stripVTControlCharacters(`${stdout}${stderr}`).trim().slice(-MAX_OUTPUT_LENGTH);
  if (exitCode !== 0) {
    const [refusal, ...lines] = synthesisErrorIn(output) ?? [];
    throw refusal === undefined
      ? new ProgramError(`\`${app}\` exited with code ${exitCode}.`, lastLines(withoutStackTraces(output, folder)))
      : new ProgramError(refusal, lines.join("\n"));
  }
  if (!synthesizedIn(outdir)) {
    throw new ProgramError(
      `\`${app}\` wrote no stacks. Fix: Call app.synth(), and set no outdir in new App(). The command sets it with CDKTF_OUTDIR.`,
      lastLines(output),
    );
  }
  return output;
}

/** Maximum number of lines of a failed program in an error. */
const MAX_OUTPUT_LINES = 20;

function lastLines(output: string): string {
  return output.split("\n").slice(-MAX_OUTPUT_LINES).join("\n");
}

/** Like `runProgram`, with progress. Throws a `CommandError` with the mistake, or the end of the program's output. */
export async function synthesizeProject(folder: string, outdir: string): Promise<void> {
  try {
    await withProgress("Running the program", () => runProgram(folder, outdir));
  } catch (error) {
    const { message, output } = expectedError(error, ProgramError);
    throw new CommandError(`${message}\n${output}`.trim());
  }
}

/** Returns the output folder of a project: absolute for an absolute folder. */
export function outputOf(folder: string): string {
  return join(folder, readProject(folder).output);
}

/**
 * Runs the program of a project, which writes its stacks to the output folder. Returns that folder. A program that
 * writes to another folder is an error: the output folder would contain earlier stacks.
 */
export async function synthesizeToOutput(folder: string): Promise<string> {
  const output = outputOf(folder);
  const manifest = join(output, SYNTHESIS_MANIFEST);
  if (existsSync(manifest)) {
    utimesSync(manifest, EARLIER, EARLIER);
  }
  await synthesizeProject(folder, resolve(output));
  if (statSync(manifest).mtimeMs === EARLIER.getTime()) {
    throw new CommandError(
      `The program did not write its stacks to ${visiblePath(output)}. Fix: Set no outdir in new App(), and call app.synth(). Set output in ${PROJECT_FILE} for another folder.`,
    );
  }
  return output;
}

/** Time of a manifest that no run of the program wrote. */
const EARLIER = new Date(1000);

/** The stacks in the output folder of a program before its code is edited. Restores them without the program. */
export class SynthesizedOutput {
  readonly #texts: Readonly<Record<string, string>>;

  constructor(private readonly folder: string) {
    const stacks = this.#stackFolders().map((each) => join(each, "cdk.tf.json"));
    const files = [SYNTHESIS_MANIFEST, ...stacks];
    this.#texts = Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
  }

  /** Writes the earlier stacks, and removes the folders of stacks that only the edited code declares. */
  restore(): void {
    const added = this.#stackFolders().filter((each) => !Object.hasOwn(this.#texts, join(each, "cdk.tf.json")));
    new ConfinedFolder(this.folder).writeAll(this.#texts);
    for (const each of added) {
      rmSync(join(this.folder, each), { recursive: true, force: true });
    }
  }

  #stackFolders(): readonly string[] {
    const found = (synthesizedIn(this.folder) ?? []).map(({ folder }) => relative(this.folder, folder));
    return found.filter((each) => each.startsWith("stacks"));
  }
}
