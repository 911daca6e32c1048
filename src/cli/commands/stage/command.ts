import { existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import * as z from "zod";
import { jsonIn } from "../../../client/json";
import { ConfinedFolder, readRegularFile } from "../../../confined-folder";
import { isObject } from "../../../declaration/field";
import { assertUsable, UnusableJsonError } from "../../../declaration/json-text";
import { LOCK_FILE, MAX_LOCK_BYTES, withoutLockedProvider } from "../../../install/lock-file";
import { placeProvider, REGISTRY_HOSTS } from "../../../install/place-provider";
import { PROVIDER_SOURCE } from "../../../install/provider-executable";
import { ownValue } from "../../../own-values";
import { visiblePath } from "../../../visible";
import { SYNTHESIS_MANIFEST, synthesisManifest } from "../../project/find-stacks";
import { CommandError, expectedError } from "../../terminal/exit";
import { examplesText } from "../../terminal/help";
import { declareDocument } from "../../terminal/json-document";
import { type FlagsOf, NONE, repeatable } from "../../terminal/options";
import { print, printProse } from "../../terminal/output";
import { type Permissions, problemsOf, type SynthesizedStack } from "./configuration-rules";

export const stageDocument = declareDocument("stage", 1, {
  stacks: z.array(
    z.object({ name: z.string(), folder: z.string().describe("The folder in which the engine runs the stack.") }),
  ),
});

const EXAMPLES = {
  "stage synthesized --out staged": "Check the stacks of another job, and copy them with the provider.",
  'stage synthesized --out staged --backend \'{"s3":{"bucket":"b","key":"<stack>.tfstate","region":"eu-central-1"}}\'':
    "The same for stacks with a backend.",
};

export function stageCommand() {
  return declaredCommand().addHelpText("after", examplesText(EXAMPLES)).action(stage);
}

function declaredCommand() {
  return new Command("stage")
    .description(
      "Check stacks that a job without credentials synthesized, and copy them with this package's provider into a new folder.",
    )
    .argument("<dir>", "folder with stacks/<stack>/cdk.tf.json and manifest.json, and no other file")
    .requiredOption("--out <dir>", "new folder of the stacks")
    .option("--backend <json>", 'backend block of every stack; "<stack>" means the name of the stack (default: none)')
    .addOption(
      repeatable("--allow-provider <source>", "permit another provider, such as hashicorp/null").default(NONE, "none"),
    )
    .addOption(
      repeatable("--allow-module <source>", "permit modules of this source, without a check").default(NONE, "none"),
    )
    .addOption(repeatable("--allow-variable <name>", "permit a variable that is not sensitive").default(NONE, "none"))
    .addOption(
      repeatable("--allow-endpoint <url>", "let providers send credentials to this address").default(NONE, "none"),
    )
    .option("--allow-provisioners", "permit provisioners, which can run any program in the job")
    .option("--lock-file <file>", "copy this .terraform.lock.hcl, which pins other providers, into every stack")
    .option("--json", "print the result as JSON");
}

type Flags = FlagsOf<typeof declaredCommand>;

function stage(folder: string, flags: Flags): void {
  const { out } = flags;
  if (existsSync(out) && readdirSync(out).length > 0) {
    throw new CommandError(`${visiblePath(out)} is not empty. Fix: Name a new folder.`);
  }
  const permissions = { ...flags, backend: backendOf(flags) };
  const lock = flags.lockFile === undefined ? undefined : lockWithoutOwn(flags.lockFile);
  const synthesized = readSynthesized(folder);
  const names = synthesized.stacks.map(({ name }) => name);
  const problems = synthesized.stacks.flatMap((stack) =>
    problemsOf(stack, permissions, names).map((problem) => `\n  ${stack.name}: ${problem}`),
  );
  if (problems.length > 0) {
    throw new CommandError(
      `The synthesized stacks were refused. No files were written.${problems.join("")}\nFix: Check the program and its dependencies. Permit what you expect with the named options.`,
    );
  }
  writeStacks(out, synthesized, lock);
  const stacks = names.map((name) => ({ name, folder: join(out, "stacks", name) }));
  for (const stack of stacks) {
    placeProvider(stack.folder);
  }
  if (flags.json) {
    print(stageDocument.text({ stacks }));
  } else {
    printProse(stacks.map((stack) => `${visiblePath(stack.name)}: staged in ${visiblePath(stack.folder)}\n`).join(""));
  }
}

function backendOf({ backend: text }: Flags): Permissions["backend"] {
  const backend = text === undefined ? undefined : jsonIn(text);
  if (isObject(backend)) {
    return backend;
  }
  if (text === undefined) {
    return undefined;
  }
  const problem = backend === undefined ? "valid JSON" : "a JSON object";
  throw new CommandError(`--backend is not ${problem}. Fix: Pass the backend block of cdk.tf.json.`);
}

/** Returns the lock file without this provider. The engine writes an entry for the placed provider. */
function lockWithoutOwn(file: string): string {
  const text = readRegularFile(file, MAX_LOCK_BYTES, true);
  if (text === undefined) {
    throw new CommandError(`The file ${visiblePath(file)} does not exist. Fix: Name the lock file of the repository.`);
  }
  const addresses = REGISTRY_HOSTS.map((host) => `${host}/${PROVIDER_SOURCE}`);
  return addresses.reduce(withoutLockedProvider, text);
}

/** Writes the checked values, so that the engine reads no duplicate key that the check did not see. */
function writeStacks(out: string, { stacks, entries: manifest }: Synthesized, lock: string | undefined): void {
  const files: [path: string, text: string][] = [];
  const entries = stacks.map(({ name, configuration }) => {
    const workingDirectory = join("stacks", name);
    files.push([join(workingDirectory, "cdk.tf.json"), json(configuration)]);
    if (lock !== undefined) {
      files.push([join(workingDirectory, LOCK_FILE), lock]);
    }
    const { annotations = [], dependencies = [] } = ownValue(manifest, name) ?? {};
    return [name, { name, workingDirectory, annotations, dependencies }] as const;
  });
  files.push([SYNTHESIS_MANIFEST, json({ stacks: Object.fromEntries(entries) })]);
  new ConfinedFolder(out).writeAll(Object.fromEntries(files));
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

interface Synthesized {
  readonly stacks: readonly SynthesizedStack[];
  /** Entries of the manifest by stack: warnings, which only appear in reports, and the order of applies. */
  readonly entries: Readonly<Record<string, Pick<ManifestEntry, "annotations" | "dependencies">>>;
}

type ManifestEntry = z.output<typeof synthesisManifest>["stacks"][string];

/** Maximum size of a configuration. An engine needs minutes for larger ones. */
const MAX_BYTES = 64 * 1024 * 1024;

const CONFIGURATION = "cdk.tf.json";

/** A folder and a saved plan have the name of the stack. */
const STACK_NAME = /^\w[\w.-]*$/;

/**
 * Reads the configurations of a synthesized folder. Throws a `CommandError` if the folder contains another file, a link
 * or a device: the engine reads every file, and could start a provider in it.
 */
function readSynthesized(folder: string): Synthesized {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new CommandError(
      `${visiblePath(folder)} is not a folder. Fix: Name the folder that the other job synthesized.`,
    );
  }
  const source = new ConfinedFolder(folder);
  const names = source.names("stacks");
  const unexpected = [
    ...unexpectedIn(folder, ".", ["stacks", SYNTHESIS_MANIFEST]),
    ...names.filter((name) => !STACK_NAME.test(name)).map((name) => join("stacks", name)),
    ...names.flatMap((name) => unexpectedIn(folder, join("stacks", name), [CONFIGURATION])),
  ];
  if (unexpected.length > 0) {
    throw new CommandError(
      `${visiblePath(folder)} contains other files than stacks/<stack>/${CONFIGURATION} and ${SYNTHESIS_MANIFEST}: ${unexpected.map(visiblePath).join(", ")}. Fix: Upload only these files.`,
    );
  }
  if (names.length === 0) {
    throw new CommandError(`${visiblePath(folder)} contains no stack. Fix: Upload stacks/<stack>/${CONFIGURATION}.`);
  }
  const stacks = names.map((name) => ({ name, configuration: readConfiguration(source, name) }));
  return { stacks, entries: readEntries(source) };
}

function unexpectedIn(root: string, folder: string, expected: readonly string[]): readonly string[] {
  const isFolder = lstatSync(join(root, folder)).isDirectory();
  const names = isFolder ? new ConfinedFolder(root).names(folder) : [];
  return isFolder ? names.filter((name) => !expected.includes(name)).map((name) => join(folder, name)) : [folder];
}

function readConfiguration(source: ConfinedFolder, name: string): SynthesizedStack["configuration"] {
  const file = join("stacks", name, CONFIGURATION);
  const configuration = jsonIn(source.read(file, MAX_BYTES) ?? "");
  if (!isObject(configuration)) {
    throw new CommandError(`${visiblePath(file)} is not a JSON object. Fix: Synthesize again.`);
  }
  try {
    assertUsable(configuration);
    return configuration;
  } catch (error) {
    const [problem = ""] = expectedError(error, UnusableJsonError).message.split("\n", 1);
    throw new CommandError(`${visiblePath(file)} cannot be used. ${visiblePath(problem)} Fix: Change the program.`);
  }
}

function readEntries(source: ConfinedFolder): Synthesized["entries"] {
  const { data } = synthesisManifest.safeParse(jsonIn(source.read(SYNTHESIS_MANIFEST, MAX_BYTES) ?? ""));
  const stacks = Object.values(data?.stacks ?? {});
  return Object.fromEntries(stacks.map(({ name, ...entry }) => [name, entry]));
}
