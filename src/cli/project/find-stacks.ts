import { readdirSync, statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import * as z from "zod";
import { physicalPath } from "../../physical-path";
import { CommandError } from "../terminal/exit";
import { readJsonFile } from "./read-file";

/** A folder that the engine runs in. */
export interface Stack {
  /** Unique among the stacks of one command. */
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  readonly warnings?: readonly { readonly constructPath: string; readonly message: string }[];
  /** Names of the stacks that must be applied before this one. */
  readonly dependencies?: readonly string[];
}

/** File that each synthesis writes next to the stacks (docs/internals/terraform-protocol.md 8). */
export const SYNTHESIS_MANIFEST = "manifest.json";

export const synthesisManifest = z.object({
  stacks: z.record(
    z.string(),
    z.object({
      name: z.string(),
      workingDirectory: z.string(),
      annotations: z
        .array(z.object({ constructPath: z.string(), level: z.string(), message: z.string() }))
        .catch([])
        .default([]),
      dependencies: z.array(z.string()).catch([]).default([]),
    }),
  ),
});

const NO_STACK =
  "contains no stack: no cdktf.out with synthesized stacks, and no .tf or .tf.json files. Fix: Name the folder of a stack, or run the program, which must end with app.synth().";

/**
 * Finds the stacks in some folders. A folder with configuration is a stack. `cdktf.out`, and a folder that contains it,
 * represent every synthesized stack. Throws a `CommandError` for a folder without a stack.
 * @param withoutStack problem and fix for a folder without a stack. The message starts with the name of the folder.
 */
export function findStacks(
  folders: readonly string[],
  from = process.cwd(),
  withoutStack = NO_STACK,
): readonly Stack[] {
  const asked = folders.length > 0 ? folders : ["."];
  const found = asked.flatMap((folder) => stacksIn(resolve(from, folder), folder, withoutStack));
  const distinct = [...new Map(found.map((stack) => [stack.folder, stack])).values()];
  return withUniqueNames(distinct, from);
}

function stacksIn(folder: string, asked: string, withoutStack: string): readonly Stack[] {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isFile()) {
    throw new CommandError(`${asked} is a file. Fix: Name its folder.`);
  }
  if (!found?.isDirectory()) {
    throw new CommandError(
      `The folder ${asked} does not exist. Fix: Run the program, which must end with app.synth(), or name the folder of a stack.`,
    );
  }
  for (const root of [folder, join(folder, "cdktf.out")]) {
    const stacks = synthesizedIn(root);
    if (stacks) {
      return stacks;
    }
  }
  if (configurationFiles(folder).length > 0) {
    // A stack's folder is `stacks/NAME` next to the manifest.
    const path = physicalPath(folder);
    const synthesized = synthesizedIn(resolve(folder, "..", ".."))?.find(
      (stack) => physicalPath(stack.folder) === path,
    );
    return [{ name: basename(folder), ...synthesized, folder }];
  }
  throw new CommandError(`${asked} ${withoutStack}`);
}

/** Returns the stacks that a program synthesized into a folder; undefined without a valid manifest. */
export function synthesizedIn(root: string): readonly Stack[] | undefined {
  const { data } = synthesisManifest.safeParse(readJsonFile(join(root, SYNTHESIS_MANIFEST)));
  return (
    data &&
    Object.values(data.stacks).map(({ name, workingDirectory, annotations, dependencies }) => {
      const warnings = annotations.filter(({ level }) => level.endsWith("/warn"));
      return {
        ...{ name, folder: resolve(root, workingDirectory) },
        ...(warnings.length > 0 && { warnings }),
        ...(dependencies.length > 0 && { dependencies }),
      };
    })
  );
}

/** Returns the sorted names of the files of Terraform or OpenTofu in a folder. */
export function configurationFiles(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => /\.(tf|tofu)(\.json)?$/.test(name));
  return names.sort();
}

/** Stacks in folders with the same name are distinguished by their path. */
function withUniqueNames(stacks: readonly Stack[], from: string): readonly Stack[] {
  return stacks.map((stack) => {
    const isShared = stacks.some((other) => other !== stack && other.name === stack.name);
    return isShared ? { ...stack, name: relative(from, stack.folder) || "." } : stack;
  });
}
