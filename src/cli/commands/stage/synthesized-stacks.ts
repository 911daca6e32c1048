import { lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import type * as z from "zod";
import { jsonIn } from "../../../client/json";
import { ConfinedFolder } from "../../../confined-folder";
import { isObject } from "../../../declaration/field";
import { assertUsable, UnusableJsonError } from "../../../declaration/json-text";
import { visiblePath } from "../../../visible";
import { SYNTHESIS_MANIFEST, synthesisManifest } from "../../project/find-stacks";
import { CommandError, expectedError } from "../../terminal/exit";
import type { SynthesizedStack } from "./configuration-rules";

export interface Synthesized {
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
export function readSynthesized(folder: string): Synthesized {
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
