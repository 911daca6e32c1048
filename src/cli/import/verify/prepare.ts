import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { placeExecutable, providerExecutable, thisPlatform } from "../../../constructs/provider-executable";
import { packageRoot } from "../../../package-root";
import type { Engine } from "../../engine/engine";
import { runProcess } from "../../engine/run-process";
import { STACK_NAME } from "../typescript/main-file";

/** A working directory of the engine, or why there is none. */
export type Prepared = { readonly workingDirectory: string } | { readonly step: string; readonly output: string };

/** Synthesises a program in TypeScript into the scratch folder. */
export async function synthesise(folder: string, scratch: string, engine: Engine): Promise<Prepared> {
  const program = resolve(folder, "main.ts");
  const outdir = join(scratch, "cdktf.out");
  const root = packageRoot();
  const runner = join(root, "dist", "cli", "run-typescript.js");
  const { exitCode, stdout, stderr } = await runProcess(process.execPath, [runner, program, root], {
    workingDirectory: scratch,
    environment: { ...process.env, CDKTF_OUTDIR: outdir, TERRAFORM_BINARY_NAME: engine.path, CHECKPOINT_DISABLE: "1" },
  });
  if (exitCode !== 0) return { step: "main.ts", output: stdout + stderr };
  const stacks = stacksIn(outdir);
  const stack = stacks.includes(STACK_NAME) ? STACK_NAME : stacks[0];
  if (stack === undefined) return { step: "main.ts", output: "It synthesised no stack." };
  return { workingDirectory: join(outdir, "stacks", stack) };
}

/** Copies a configuration in HCL into the scratch folder, with the provider beside it. */
export function copyConfiguration(folder: string, scratch: string): Prepared {
  for (const name of readdirSync(folder)) {
    if (/\.(tf|tf\.json|tfvars|tfvars\.json)$/.test(name)) copyFileSync(join(folder, name), join(scratch, name));
  }
  const platform = thisPlatform();
  placeExecutable(providerExecutable(platform), scratch, platform);
  return { workingDirectory: scratch };
}

function stacksIn(outdir: string): readonly string[] {
  const file = join(outdir, "manifest.json");
  if (!existsSync(file)) return [];
  const { stacks } = JSON.parse(readFileSync(file, "utf8")) as { readonly stacks: Readonly<Record<string, unknown>> };
  return Object.keys(stacks);
}
