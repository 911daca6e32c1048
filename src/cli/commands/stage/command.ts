import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Command } from "@commander-js/extra-typings";
import * as z from "zod";
import { jsonIn } from "../../../client/json";
import { ConfinedFolder, readRegularFile } from "../../../confined-folder";
import { isObject } from "../../../declaration/field";
import { LOCK_FILE, MAX_LOCK_BYTES, withoutLockedProvider } from "../../../install/lock-file";
import { placeProvider, REGISTRY_HOSTS } from "../../../install/place-provider";
import { PROVIDER_SOURCE } from "../../../install/provider-executable";
import { ownValue } from "../../../own-values";
import { visiblePath } from "../../../visible";
import { SYNTHESIS_MANIFEST } from "../../project/find-stacks";
import { CommandError } from "../../terminal/exit";
import { examplesText } from "../../terminal/help";
import { declareDocument } from "../../terminal/json-document";
import { type FlagsOf, NONE, repeatable } from "../../terminal/options";
import { print, printProse } from "../../terminal/output";
import { type Permissions, problemsOf } from "./configuration-rules";
import { readSynthesized, type Synthesized } from "./synthesized-stacks";

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
