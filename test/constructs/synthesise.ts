import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";

/** The part of a synthesised stack that the tests look at: blocks by type and name. */
export interface StackJson {
  readonly terraform: { readonly required_providers?: Record<string, { source: string; version: string }> };
  readonly provider?: Record<string, Record<string, unknown>[]>;
  readonly resource?: Record<string, Record<string, Record<string, unknown>>>;
  readonly data?: Record<string, Record<string, Record<string, unknown>>>;
}

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is gone after the tests of a file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "constructs-"));
  folders.push(folder);
  return folder;
}

/** A file to place as the provider's executable; not executable itself. */
export function executableFile(content = "#!/bin/sh\n"): string {
  const file = join(temporaryFolder(), "provider");
  writeFileSync(file, content, { mode: 0o600 });
  return file;
}

/** Synthesises an app with one stack, as `cdktf synth` does, and returns the stack's folder. */
export function synthesisedFolder(build: (stack: TerraformStack) => void): string {
  const outdir = temporaryFolder();
  const app = new App({ outdir });
  build(new TerraformStack(app, "test"));
  app.synth();
  return join(outdir, "stacks", "test");
}

/** What Terraform reads of an app with one stack. */
export function synthesised(build: (stack: TerraformStack) => void): StackJson {
  return JSON.parse(readFileSync(join(synthesisedFolder(build), "cdk.tf.json"), "utf8"));
}

/** The attributes of the only block of a type, without what cdktf adds for itself. */
export function only(blocks: Record<string, Record<string, unknown>> | undefined): Record<string, unknown> {
  const all = Object.values(blocks ?? {});
  if (all.length !== 1) throw new Error(`Expected one block, here are ${all.length}.`);
  const { "//": _, ...attributes } = all[0] ?? {};
  return attributes;
}
