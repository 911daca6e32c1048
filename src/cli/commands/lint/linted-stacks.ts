import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { jsonIn } from "../../../client/json";
import { readRegularFile } from "../../../confined-folder";
import { isObject } from "../../../declaration/field";
import type { ApiFields } from "../../../drawing";
import { visiblePath } from "../../../visible";
import { type CodeLine, CodeLines } from "../../project/code-lines";
import { configurationFiles, findStacks, type Stack } from "../../project/find-stacks";
import { warnOfNewerFiles } from "../../project/open-stacks";
import { namedBlocks } from "../../project/placed-constructs";
import { isProject, synthesizeProject } from "../../project/project-program";
import { CommandError, inScratchFolder } from "../../terminal/exit";
import type { LintedHcl } from "./linted-hcl";
import { type LintedObject, lintedObjectsIn } from "./linted-objects";
import { addressesIn } from "./unevaluated";

/** Maximum size of one file of a configuration in bytes. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** A stack, read from the files of its configuration. */
export class LintedStack {
  readonly name: string;
  readonly folder: string;
  readonly configurations: readonly ApiFields[];
  readonly objects: readonly LintedObject[];
  readonly #byAddress: ReadonlyMap<string, LintedObject>;
  /** Blocks that refer to an object, by its address. A block is the address of an object or the name of a section. */
  readonly #mentions = new Map<string, Set<string>>();
  readonly #lines: CodeLines;

  private constructor(
    { name, folder }: Stack,
    readonly program: string | undefined,
    json: readonly ApiFields[],
    private readonly hcl: LintedHcl | undefined,
  ) {
    this.name = name;
    this.folder = folder;
    this.configurations = [...json, ...(hcl?.configurations ?? [])];
    this.objects = this.configurations.flatMap((configuration) => lintedObjectsIn(this, configuration));
    this.#byAddress = new Map(this.objects.map((object) => [object.address, object]));
    this.#lines = new CodeLines(folder, program);
    for (const [block, value] of this.configurations.flatMap(blocksIn)) {
      for (const address of textsIn(value).flatMap(addressesIn)) {
        this.#mentions.set(address, (this.#mentions.get(address) ?? new Set()).add(block));
      }
    }
  }

  /** @param program folder of the program that synthesized the stack into another place */
  static async read(stack: Stack, program?: string): Promise<LintedStack> {
    const files = configurationFiles(stack.folder).map((file) => join(stack.folder, file));
    const written = files.filter((file) => !file.endsWith(".json"));
    // Synthesized stacks contain no HCL, and its parser takes time to load.
    const hcl = written.length > 0 ? await (await import("./linted-hcl")).readHcl(written, readText) : undefined;
    const json = files.filter((file) => file.endsWith(".json")).map(readConfiguration);
    return new LintedStack(stack, program, json, hcl);
  }

  /** True for the output of a program. Its next synthesis replaces edits. */
  get isSynthesized(): boolean {
    return this.configurations.some((configuration) => isObject(configuration["//"]));
  }

  /** Returns the object with an address, such as `data.clickstack_source.logs`. */
  find(address: string | undefined): LintedObject | undefined {
    return address === undefined ? undefined : this.#byAddress.get(address);
  }

  /** Returns true if another block of the stack names the object: a resource, a local value, an output or a module. */
  isMentioned({ address }: LintedObject): boolean {
    return [...(this.#mentions.get(address) ?? [])].some((block) => block !== address);
  }

  /** Returns the line that declares an object, or one of its tiles. */
  lineOf(object: LintedObject, tile?: string): CodeLine | undefined {
    const written = tile === undefined ? undefined : this.hcl?.tileLine(object, tile);
    if (written) {
      return written;
    }
    const { kind, type, label } = object;
    const line = this.#lines.find({ kind, type, name: label }, tile);
    // A line of a file in the temporary folder does not help the reader.
    const isTemporary = this.program !== undefined && resolve(line?.file ?? "").startsWith(resolve(this.folder) + sep);
    return isTemporary ? undefined : line;
  }
}

/**
 * Reads the stacks of some folders without any engine, and passes them to `work`. A folder with a program is
 * synthesized into a temporary folder. Any other folder contains stacks or `.tf` or `.tf.json` files.
 */
export async function withLintedStacks<T>(
  folders: readonly string[],
  work: (stacks: readonly LintedStack[]) => Promise<T>,
): Promise<T> {
  const asked = folders.length > 0 ? folders : ["."];
  const programs = asked.filter((folder) => existsSync(folder) && isProject(folder));
  const others = asked.filter((folder) => !programs.includes(folder));
  const synthesized = others.length > 0 ? findStacks(others, undefined, NOTHING_TO_LINT) : [];
  warnOfNewerFiles(synthesized);
  return inScratchFolder(tmpdir(), "cdk-clickstack-lint-", async (scratch) => {
    const stacks = await withLocalModules(await readStacks(synthesized));
    for (const [index, program] of programs.entries()) {
      const output = join(scratch, String(index));
      stacks.push(...(await readProgram(resolve(program), output)));
    }
    return work(stacks);
  });
}

export async function readStacks(stacks: readonly Stack[], program?: string): Promise<readonly LintedStack[]> {
  const read: LintedStack[] = [];
  for (const stack of stacks) {
    read.push(await LintedStack.read(stack, program));
  }
  return read;
}

/** Adds the child modules of stacks that are folders on this machine, each once, with their own child modules. */
async function withLocalModules(stacks: readonly LintedStack[]): Promise<LintedStack[]> {
  const all = new Map(stacks.map((stack) => [stack.folder, stack]));
  // A map also iterates over what is added meanwhile.
  for (const { configurations, folder } of all.values()) {
    const sources = configurations.flatMap((each) =>
      Object.values(isObject(each.module) ? each.module : {}).flatMap(sourcesIn),
    );
    for (const path of sources.map((source) => resolve(folder, source))) {
      if (!all.has(path) && existsSync(path) && configurationFiles(path).length > 0) {
        all.set(path, await LintedStack.read({ name: relative(process.cwd(), path) || ".", folder: path }));
      }
    }
  }
  return [...all.values()];
}

/** Returns the folders that the blocks of a module name, such as `./team`. */
function sourcesIn(blocks: unknown): readonly string[] {
  return [blocks].flat().flatMap((block: unknown) => {
    const source = isObject(block) ? block.source : undefined;
    return typeof source === "string" && /^\.\.?[\\/]/.test(source) ? [source] : [];
  });
}

/** @param output folder to which the program writes */
export async function readProgram(program: string, output: string): Promise<readonly LintedStack[]> {
  await synthesizeProject(program, output);
  return readStacks(findStacks([output]), program);
}

const NOTHING_TO_LINT =
  "contains neither cdktf.json, nor cdktf.out, nor .tf or .tf.json files. Fix: Name the folder of a program, cdktf.out, or a folder with such files.";

/** Throws an `UnsafePathError` for a FIFO or a device. */
function readText(file: string): string {
  return readRegularFile(file, MAX_FILE_BYTES, true) ?? "";
}

function readConfiguration(file: string): ApiFields {
  const configuration = jsonIn(readText(file));
  if (isObject(configuration) && !isTooDeep(configuration)) {
    return configuration;
  }
  throw new CommandError(
    `${visiblePath(file)} is not a JSON object with at most ${MAX_DEPTH} levels. Fix: Synthesize again.`,
  );
}

/** Maximum number of levels of a configuration. Engines need no more, and recursion could end this process. */
const MAX_DEPTH = 500;

/** Works without recursion, because the value can have any depth. */
function isTooDeep(value: object): boolean {
  let level = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) {
      return true;
    }
    level = level.flatMap((each) => Object.values(each)).filter((each) => typeof each === "object" && each !== null);
  }
  return false;
}

/** Lists the objects of a configuration with their addresses, and its other sections with their names. */
function blocksIn(configuration: ApiFields): readonly (readonly [string, unknown])[] {
  return Object.entries(configuration).flatMap(([section, content]) =>
    ["resource", "data", "ephemeral"].includes(section) && isObject(content)
      ? namedBlocks(content).map(
          ([name, block]) => [section === "resource" ? name : `${section}.${name}`, block] as const,
        )
      : [[section, content] as const],
  );
}

/** Lists the texts of a JSON value, without comments. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") {
    return [value];
  }
  const parts = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return parts.flatMap(([key, part]) => (key === "//" ? [] : textsIn(part)));
}
