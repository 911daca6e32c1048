import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import { ClickStackProvider } from "../../../src";

/** The part of a synthesized stack that tests read: blocks by type and name. */
export interface StackJson {
  readonly terraform: { readonly required_providers?: Record<string, { source: string; version: string }> };
  readonly provider?: Record<string, Record<string, unknown>[]>;
  readonly resource?: Record<string, Record<string, Record<string, unknown>>>;
  readonly ephemeral?: Record<string, Record<string, Record<string, unknown>>>;
  readonly data?: Record<string, Record<string, Record<string, unknown>>>;
}

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Creates a folder that is deleted after the tests of a file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "constructs-"));
  folders.push(folder);
  return folder;
}

/** Creates a file for use as the provider's executable. It is not executable itself. */
export function executableFile(content = "#!/bin/sh\n"): string {
  const file = join(temporaryFolder(), "provider");
  writeFileSync(file, content, { mode: 0o600 });
  return file;
}

/** Synthesizes an app with one stack, as `cdktf synth` does, and returns the stack's folder. */
export function synthesisedFolder(build: (stack: TerraformStack) => void): string {
  const outdir = temporaryFolder();
  const app = new App({ outdir });
  build(new TerraformStack(app, "test"));
  app.synth();
  return join(outdir, "stacks", "test");
}

/** Returns the configuration in a stack's folder. */
export function readStack(folder: string): StackJson {
  return JSON.parse(readFileSync(join(folder, "cdk.tf.json"), "utf8"));
}

/** Returns the configuration of an app with one stack that has a provider and the constructs of `build`. */
export function synthesized(build: (stack: TerraformStack) => void): StackJson {
  const executable = executableFile();
  return readStack(
    synthesisedFolder((stack) => {
      new ClickStackProvider(stack, "clickstack", { executable });
      build(stack);
    }),
  );
}

/** Returns the errors of a synthesis, one line each: `[path of the construct] prop: sentence`. */
export function mistakes(build: (stack: TerraformStack) => void): string[] {
  const thrown = thrownBy(() => synthesized(build));
  return problemsIn(thrown);
}

/**
 * Returns the problems in the message of a `SynthesisError` without the lines of the program: `[path] prop: sentence`,
 * or the sentence about a call.
 */
export function problemsIn(message: string): string[] {
  let path = "";
  return message.split("\n").flatMap((line) => {
    path = /^The declaration of (.+) is invalid:$/.exec(line)?.[1] ?? path;
    const [, indent = "", problem] = /^( {2})?(?:\S+:\d+ {2})?(.*)$/.exec(line) ?? [];
    const isProblem = problem !== undefined && problem !== "" && !line.endsWith(" is invalid:");
    return isProblem ? [indent === "" ? problem : `[${path}] ${problem}`] : [];
  });
}

function thrownBy(run: () => void): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error("Synthesis refused nothing.");
}

/** Returns a reference in Terraform's form. */
export function reference(path: string): string {
  return `\${${path}}`;
}

/** Returns the attributes of the only block of a type, without those that cdktf adds. */
export function only(blocks: Record<string, Record<string, unknown>> | undefined): Record<string, unknown> {
  const all = Object.values(blocks ?? {});
  if (all.length !== 1) {
    throw new Error(`Expected one block, here are ${all.length}.`);
  }
  const { "//": _, ...attributes } = all[0] ?? {};
  return attributes;
}
