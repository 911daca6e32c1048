import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonIn } from "../../client/json";
import type { EngineDiagnostic } from "../report/model";

/** Where an engine notes the backend of a folder that was initialized. */
const NOTE = join(".terraform", "terraform.tfstate");

/**
 * Why the state of a folder is lost with the machine: a run of CI that has it on its disk. The next run knows nothing of what this one
 * made, and makes it again.
 */
export function localStateInCi(
  folder: string,
  environment: NodeJS.ProcessEnv = process.env,
): EngineDiagnostic | undefined {
  if (!isCi(environment) || !existsSync(join(folder, ".terraform")) || !hasLocalState(folder)) return undefined;
  return {
    severity: "warning",
    summary: "The state is on this machine's disk",
    detail:
      "This is a run of CI, and what a runner keeps on its disk is gone with it: the next run would create everything again. Fix: give the stack a remote backend, such as S3Backend with a lock file, or GitLab's HTTP backend (examples/ci).",
  };
}

/** What CI systems set; `false` and `0` are what people set to take it away. */
function isCi({ CI }: NodeJS.ProcessEnv): boolean {
  return CI !== undefined && !["", "0", "false"].includes(CI.trim().toLowerCase());
}

function hasLocalState(folder: string): boolean {
  const note = join(folder, NOTE);
  if (!existsSync(note)) return true;
  const content = jsonIn(readFileSync(note, "utf8")) as { readonly backend?: { readonly type?: string } } | undefined;
  return content !== undefined && ["local", undefined].includes(content.backend?.type);
}

/** What sends a folder to another machine, in either language. */
const ELSEWHERE = /^\s*cloud\s*\{|^\s*backend\s+"remote"\s*\{|"cloud"\s*:\s*[[{]|"backend"\s*:[[{\s]*"remote"/m;

/** Whether a root module that somebody wrote is sent to another machine to run. Of a synthesized one its program decides (`portable`). */
export function runsElsewhere(folder: string): boolean {
  const written = readdirSync(folder).filter((name) => /\.(tf|tofu)(\.json)?$/.test(name) && name !== "cdk.tf.json");
  return written.some((name) => ELSEWHERE.test(readFileSync(join(folder, name), "utf8")));
}
