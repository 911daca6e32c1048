import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { jsonIn } from "../../client/json";
import type { EngineDiagnostic } from "./diagnostics";

/** Returns the reason if a CI run has the state on its disk. The next run would create all objects again. */
export function localStateInCi(
  folder: string,
  environment: NodeJS.ProcessEnv = process.env,
): EngineDiagnostic | undefined {
  if (!isCi(environment) || !existsSync(join(folder, ".terraform")) || !hasLocalState(folder)) {
    return undefined;
  }
  return {
    severity: "warning",
    summary: "The state is on this machine's disk",
    detail:
      "This is a CI run. The disk of a runner is deleted after the run, so the next run would create all objects again. Fix: Give the stack a remote backend, such as S3Backend with a lock file, or GitLab's HTTP backend (examples/ci).",
  };
}

/** Name in the backend of a new project, which the user must replace, because such names are globally unique. */
export const STATE_PLACEHOLDER = "my-terraform-state";

/** The placeholders of all backends. Azure permits no hyphens in such names. */
const PLACEHOLDERS = [STATE_PLACEHOLDER, STATE_PLACEHOLDER.replaceAll("-", "")];

/** Returns the fix for a synthesized stack whose backend is still that of a new project. Its error would name no file. */
export function unsetBackend(folder: string): EngineDiagnostic | undefined {
  const file = join(folder, "cdk.tf.json");
  const content = existsSync(file) ? jsonIn(readFileSync(file, "utf8")) : undefined;
  const { terraform } = (content ?? {}) as { readonly terraform?: { readonly backend?: unknown } };
  const backend = JSON.stringify(terraform?.backend ?? {});
  const placeholder = PLACEHOLDERS.find((name) => backend.includes(`"${name}"`));
  if (placeholder === undefined) {
    return undefined;
  }
  return {
    severity: "error",
    summary: "The backend of the state is not set",
    detail: `The program still has the name "${placeholder}" of a new project. Fix: Set your bucket or container and its region in main.ts, and the same values in STATE_BACKEND of the CI file. To try the project on this machine only, remove the backend from main.ts.`,
  };
}

/** Variables that CI systems set. `false` and `0` turn them off. */
export function isCi({ CI }: NodeJS.ProcessEnv = process.env): boolean {
  return CI !== undefined && !["", "0", "false"].includes(CI.trim().toLowerCase());
}

function hasLocalState(folder: string): boolean {
  // An engine stores the backend of an initialized folder in this file.
  const note = join(folder, ".terraform", "terraform.tfstate");
  if (!existsSync(note)) {
    return true;
  }
  const content = jsonIn(readFileSync(note, "utf8")) as { readonly backend?: { readonly type?: string } } | undefined;
  return content !== undefined && ["local", undefined].includes(content.backend?.type);
}

/** Patterns of a backend in both languages. */
const ELSEWHERE = /^[ \t]*cloud\s*\{|^[ \t]*backend\s+"remote"\s*\{|"cloud"\s*:\s*[[{]|"backend"\s*:[[{\s]*"remote"/m;

/** Returns true if a module written by hand runs on another machine. Programs set `portable` instead. */
export function runsElsewhere(folder: string): boolean {
  const written = readdirSync(folder).filter((name) => /\.(tf|tofu)(\.json)?$/.test(name) && name !== "cdk.tf.json");
  return written.some((name) => ELSEWHERE.test(readFileSync(join(folder, name), "utf8")));
}
