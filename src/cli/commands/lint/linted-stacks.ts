import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { jsonIn } from "../../../client/json";
import { readRegularFile } from "../../../confined-folder";
import { isObject } from "../../../declaration/field";
import type { ApiFields } from "../../../drawing";
import { visiblePath } from "../../../visible";
import { type CodeLine, CodeLines } from "../../project/code-lines";
import { configurationFiles, findStacks, type Stack } from "../../project/find-stacks";
import { isProject, synthesizeProject } from "../../project/project-program";
import { CommandError, inScratchFolder } from "../../terminal/exit";
import { BLOCK_KINDS, type LintedObject, lintedObjectsIn } from "./linted-objects";
import { addressesIn } from "./unevaluated";

/** Maximum size of one file of a configuration in bytes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** A stack as the rules see it. */
export interface LintedStack {
  readonly name: string;
  readonly folder: string;
  /** Folder of the program that synthesized the stack. Undefined for a stack that another process synthesized. */
  readonly program?: string;
  /** Files of the configuration. */
  readonly configurations: readonly ApiFields[];
  readonly objects: readonly LintedObject[];
  /** Returns the object with an address, such as `data.clickstack_source.logs`. */
  find(address: string | undefined): LintedObject | undefined;
  /** Returns true if another block of the stack names the object: a resource, a local value, an output or a module. */
  isMentioned(object: LintedObject): boolean;
  /** Returns the line that declares an object, or one of its tiles. */
  lineOf(object: LintedObject, tile?: string): CodeLine | undefined;
}

/**
 * Reads the stacks of some folders without any engine, and passes them to `work`. A folder with a program is
 * synthesized into a temporary folder. Any other folder contains stacks or `.tf.json` files.
 */
export async function withLintedStacks<T>(
  folders: readonly string[],
  work: (stacks: readonly LintedStack[]) => Promise<T>,
): Promise<T> {
  const asked = folders.length > 0 ? folders : ["."];
  const programs = asked.filter((folder) => existsSync(folder) && isProject(folder));
  const synthesized = findStacksIn(asked.filter((folder) => !programs.includes(folder)));
  return inScratchFolder(tmpdir(), "cdk-clickstack-lint-", async (scratch) => {
    const stacks = synthesized.map((stack) => readStack(stack));
    for (const [index, program] of programs.entries()) {
      const output = join(scratch, String(index));
      stacks.push(...(await readProgram(resolve(program), output)));
    }
    return work(stacks);
  });
}

/**
 * Runs a program, and reads its stacks.
 * @param output folder to which the program writes
 */
export async function readProgram(program: string, output: string): Promise<readonly LintedStack[]> {
  await synthesizeProject(program, output);
  return findStacks([output]).map((stack) => readStack(stack, program));
}

function findStacksIn(folders: readonly string[]): readonly Stack[] {
  return folders.length > 0 ? findStacks(folders, undefined, NOTHING_TO_LINT) : [];
}

const NOTHING_TO_LINT =
  "contains neither cdktf.json, nor cdktf.out, nor .tf.json files. Fix: Name the folder of a program, cdktf.out, or a folder with .tf.json files.";

/** @param program folder of the program that synthesized the stack into another place */
function readStack({ name, folder }: Stack, program?: string): LintedStack {
  const files = readFiles(folder);
  const configurations = [...files].flatMap(([file, text]) => configurationIn(folder, file, text));
  if (configurations.length === 0) {
    throw new CommandError(
      `${visiblePath(folder)} contains no .tf.json file. \`lint\` does not read HCL. Fix: Name a folder with a program, cdktf.out, or a folder with .tf.json files.`,
    );
  }
  const objects = configurations.flatMap((configuration) => lintedObjectsIn(name, configuration));
  const byAddress = new Map(objects.map((object) => [object.address, object]));
  const hcl = [...files].filter(([file]) => !file.endsWith(".json")).map(([, text]) => text);
  const mentions = findMentions(configurations, hcl);
  const lines = new CodeLines(folder, program);
  return {
    name,
    folder,
    ...(program !== undefined && { program }),
    configurations,
    objects,
    find: (address) => (address === undefined ? undefined : byAddress.get(address)),
    isMentioned: ({ address }) => [...(mentions.get(address) ?? [])].some((block) => block !== address),
    lineOf: ({ kind, type, label }, tile) => {
      const line = lines.find({ kind, type, name: label }, tile);
      // A line of a file in the temporary folder helps no reader.
      return program !== undefined && line && isInside(folder, line.file) ? undefined : line;
    },
  };
}

function isInside(folder: string, file: string): boolean {
  return resolve(file).startsWith(resolve(folder) + sep);
}

/** Reads the files of a configuration. Throws an `UnsafePathError` for a FIFO or a device. */
function readFiles(folder: string): ReadonlyMap<string, string> {
  const names = configurationFiles(folder);
  return new Map(names.map((file) => [file, readRegularFile(join(folder, file), MAX_FILE_BYTES, true) ?? ""]));
}

function configurationIn(folder: string, file: string, text: string): readonly ApiFields[] {
  if (!file.endsWith(".json")) {
    return [];
  }
  const configuration = jsonIn(text);
  if (isObject(configuration) && depthOf(text) <= MAX_DEPTH) {
    return [configuration];
  }
  throw new CommandError(
    `${visiblePath(join(folder, file))} is not a JSON object with at most ${MAX_DEPTH} levels. Fix: Synthesize again.`,
  );
}

/** Maximum number of levels of a configuration. No engine needs more, and the stack of this process has an end. */
const MAX_DEPTH = 500;

/** Returns the number of levels of a text in JSON. */
function depthOf(json: string): number {
  let [depth, deepest, inText] = [0, 0, false];
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (inText) {
      index += character === "\\" ? 1 : 0;
      inText = character !== '"';
    } else if (character === '"') {
      inText = true;
    } else if (character === "{" || character === "[") {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === "}" || character === "]") {
      depth -= 1;
    }
  }
  return deepest;
}

/** Returns the blocks that name each object: the address of an object, or the name of another section. */
function findMentions(
  configurations: readonly ApiFields[],
  hcl: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const mentions = new Map<string, Set<string>>();
  const add = (text: string, block: string) => {
    for (const address of addressesIn(text)) {
      mentions.set(address, (mentions.get(address) ?? new Set()).add(block));
    }
  };
  for (const configuration of configurations) {
    for (const [section, content] of Object.entries(configuration)) {
      for (const [block, value] of blocksOf(section, content)) {
        forEachText(value, (text) => add(text, block));
      }
    }
  }
  for (const text of hcl) {
    add(text, "hcl");
  }
  return mentions;
}

/** Lists the parts of a section that can be an object. A section without objects is one part. */
function blocksOf(section: string, content: unknown): readonly (readonly [string, unknown])[] {
  if (!(BLOCK_KINDS as readonly string[]).includes(section) || section === "provider" || !isObject(content)) {
    return [[section, content]];
  }
  const prefix = section === "resource" ? "" : `${section}.`;
  return Object.entries(content).flatMap(([type, blocks]) =>
    Object.entries(isObject(blocks) ? blocks : {}).map(
      ([label, block]) => [`${prefix}${type}.${label}`, block] as const,
    ),
  );
}

function forEachText(value: unknown, use: (text: string) => void): void {
  if (typeof value === "string") {
    use(value);
  } else if (Array.isArray(value)) {
    for (const item of value) {
      forEachText(item, use);
    }
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (key !== "//") {
        forEachText(item, use);
      }
    }
  }
}
