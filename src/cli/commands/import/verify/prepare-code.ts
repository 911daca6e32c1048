import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ENTRY } from "../../../../constructs/entries";
import { placeProvider } from "../../../../install/place-provider";
import { packageRoot } from "../../../../package-root";
import { type Engine, runProcess } from "../../../engine/engine";
import { synthesizedIn } from "../../../project/find-stacks";
import type { ProjectForm } from "../../../project/project-form";
import { fileProblem } from "../../../terminal/exit";

/** Returns the addresses of declared and imported resources in a folder. */
export function readConfiguration(directory: string) {
  const texts = (ending: string) =>
    readdirSync(directory)
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(join(directory, name), "utf8"));
  const json = texts(".tf.json").map((text) => JSON.parse(text) as JsonConfiguration);
  const hcl = texts(".tf").join("\n");
  return {
    declared: new Set([...json.flatMap(declaredInJson), ...declaredInHcl(hcl)]),
    imported: new Set([
      ...json.flatMap(({ import: blocks = [] }) => blocks.map(({ to }) => to)),
      ...importedInHcl(hcl),
    ]),
  };
}

interface JsonConfiguration {
  readonly resource?: Readonly<Record<string, object>>;
  readonly import?: readonly { readonly to: string }[];
}

function declaredInJson({ resource = {} }: JsonConfiguration): readonly string[] {
  return Object.entries(resource).flatMap(([type, byName]) => Object.keys(byName).map((name) => `${type}.${name}`));
}

function declaredInHcl(text: string): readonly string[] {
  return [...text.matchAll(/^[ \t]*resource\s+"([^"]+)"\s+"([^"]+)"/gm)].map(([, type, name]) => `${type}.${name}`);
}

function importedInHcl(text: string): readonly string[] {
  return [...text.matchAll(/^import\s*\{[^{}]*?\bto\s*=\s*([\w.-]+)/gm)].flatMap(([, address]) => address ?? []);
}

export class FailedStep extends Error {
  constructor(
    readonly step: string,
    readonly output: string,
  ) {
    super(`${step} failed.`);
  }
}

/** Synthesizes a TypeScript program into the scratch folder. @returns the folder of its stack */
export async function synthesize(
  folder: string,
  { framework, stack: stackName }: ProjectForm,
  scratch: string,
  engine: Engine,
): Promise<string> {
  const program = resolve(folder, "main.ts");
  const outdir = join(scratch, "cdktf.out");
  const root = packageRoot();
  const runner = join(root, "dist", "cli", "run-typescript.js");
  const { exitCode, stdout, stderr } = await runProcess(
    process.execPath,
    [runner, program, root, ENTRY[framework], framework],
    {
      workingDirectory: scratch,
      environment: {
        ...process.env,
        CDKTF_OUTDIR: outdir,
        TERRAFORM_BINARY_NAME: engine.path,
        CHECKPOINT_DISABLE: "1",
      },
    },
  );
  if (exitCode !== 0) {
    throw new FailedStep("main.ts", stdout + stderr);
  }
  const stacks = synthesizedIn(outdir) ?? [];
  const stack = stacks.find(({ name }) => name === stackName) ?? stacks[0];
  if (!stack) {
    throw new FailedStep("main.ts", "It synthesized no stack.");
  }
  return stack.folder;
}

/** Copies an HCL configuration into the scratch folder, and places the provider there. */
export function copyConfiguration(folder: string, scratch: string): string {
  for (const name of readdirSync(folder)) {
    if (/\.(tf|tf\.json|tfvars|tfvars\.json)$/.test(name)) {
      copyFileSync(join(folder, name), join(scratch, name));
    }
  }
  try {
    placeProvider(scratch);
  } catch (error) {
    throw fileProblem(error) === undefined ? new FailedStep("the search for the provider", String(error)) : error;
  }
  return scratch;
}
