import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findPlacement, isInstalledExecutable } from "../../../install/placement";
import { PROVIDER_SOURCE, thisPlatform } from "../../../install/provider-executable";
import { findLockProblem } from "../../../install/provider-lock";
import { MIN_NODE, VERSION } from "../../../version";
import { reasonOfProvider } from "../../engine/diagnostics";
import { type Engine, runEngine } from "../../engine/engine";
import { localStateInCi, runsElsewhere } from "../../engine/local-state";
import type { Stack } from "../../project/find-stacks";
import { askVersion, type CheckResult, engineText, resultsOf } from "./own-checks";

/** Checks that a stack has the provider, a matching lock file, and an executable that starts. */
export async function checkStack(engine: Engine, stack: Stack): Promise<readonly CheckResult[]> {
  // A version manager can start another engine in this folder.
  const answer = await askVersion(engine, stack.folder);
  if ("problem" in answer) {
    return [resultsOf("engine", stack.name).failed(answer.problem, answer.fix)];
  }
  const selected = Object.entries(answer.provider_selections);
  const locked = selected.find(([source]) => source.endsWith(`/${PROVIDER_SOURCE}`))?.[1];
  const found = providerFinding(stack, locked);
  if (found.status === "failed") {
    return [found];
  }
  const lock = lockFinding(stack, locked);
  if (lock.status === "failed" || locked === undefined) {
    return [found, lock];
  }
  return [found, lock, ...stateFinding(stack), await startFinding(engine, stack)];
}

/** A run of CI must not have the state on its disk. */
function stateFinding({ name, folder }: Stack): readonly CheckResult[] {
  const lost = localStateInCi(folder);
  const [reason = "", fix] = lost?.detail.split(" Fix: ") ?? [];
  return lost ? [resultsOf("state", name).warning(`${lost.summary}. ${reason}`, fix)] : [];
}

/** Returns the provider's versions below `terraform.d/plugins` for this platform. */
function placedVersions({ folder }: Stack): readonly string[] {
  const plugins = join(folder, "terraform.d", "plugins");
  const namesIn = (path: string) => (existsSync(path) ? readdirSync(path) : []);
  const versions = namesIn(plugins).flatMap((host) => {
    const providerFolder = join(plugins, host, ...PROVIDER_SOURCE.split("/"));
    return namesIn(providerFolder).filter((version) => existsSync(join(providerFolder, version, thisPlatform())));
  });
  return [...new Set(versions)];
}

function providerFinding(stack: Stack, locked: string | undefined): CheckResult {
  const { ok, warning, failed } = resultsOf("provider", stack.name);
  const placed = placedVersions(stack);
  if (placed.length > 0) {
    const versions = `terraform.d/plugins contains version ${placed.join(", ")}`;
    if (placed.includes(VERSION)) {
      return placementFinding(stack, versions);
    }
    return warning(`${versions}; this package has ${VERSION}.`, "Synthesize again with the installed package.");
  }
  if (locked !== undefined) {
    return ok(`Version ${locked} comes from the source in the lock file.`);
  }
  return failed(
    `terraform.d/plugins contains no provider for ${thisPlatform()}.`,
    'Synthesize on this platform, or name it in the platforms prop of ClickStackProvider. For plain HCL run "cdk-clickstack install-provider".',
  );
}

/** Checks which executable the stack uses, and that its launcher finds an executable. */
function placementFinding({ name, folder }: Stack, versions: string): CheckResult {
  const { ok, warning, failed } = resultsOf("provider", name);
  const { placement, launches, missing } = findPlacement(folder);
  if (placement === "script" || placement === "native") {
    const file = placement === "script" ? `script, which needs Node ${MIN_NODE} or later` : "whole native executable";
    return ok(`${versions}: the ${file}.`);
  }
  if (launches === undefined) {
    return failed(
      `${versions}: a launcher, but ${missing ?? "the file that names the executable"} is missing.`,
      "Install the packages of the project (npm ci), and synthesize again. If the folder moves to another machine, set portable: true of ClickStackProvider.",
    );
  }
  const message = `${versions}: a launcher of ${launches}.`;
  const isInstalled = isInstalledExecutable(launches);
  if (isInstalled === false) {
    return failed(
      `${message} This file is not the executable of the installed package, and it would run with the credentials of the provider.`,
      'Check who changed the file that ends with ".path" in terraform.d, and run "npx cdk-clickstack install-provider".',
    );
  }
  if (isInstalled === undefined) {
    return warning(
      `${message} No package with the executable is installed here, so the file cannot be verified.`,
      'Install the optional packages of the project (npm ci), or run "npx cdk-clickstack install-provider --portable".',
    );
  }
  if (!runsElsewhere(folder)) {
    return ok(message);
  }
  return warning(
    `${message} A run of this cloud block or backend on another machine has no such file.`,
    'Run "npx cdk-clickstack install-provider" again, which installs the whole executable. If the workspace runs on this machine, keep the launcher.',
  );
}

function lockFinding({ name, folder }: Stack, locked: string | undefined): CheckResult {
  const { ok, warning, failed } = resultsOf("lock-file", name);
  const problem = findLockProblem(folder);
  if (problem) {
    return failed(problem.message, problem.fix);
  }
  return locked === undefined ? warning(NOT_INITIALIZED, INITIALIZE) : ok(`.terraform.lock.hcl selects ${locked}.`);
}

const NOT_INITIALIZED = "The stack is not initialized yet.";

const INITIALIZE =
  'Run "npx cdk-clickstack deploy" or "plan --init", or run "init" in the folder of the stack. With -chdir run "npx cdk-clickstack install-provider --global" before.';

/** Asks the provider for its schema: the engine checks the executable's hash and starts it. */
async function startFinding(engine: Engine, stack: Stack): Promise<CheckResult> {
  const { ok, warning, failed } = resultsOf("provider-starts", stack.name);
  // Synthesis writes the lock file before the first "init".
  const isInitialized = existsSync(join(stack.folder, ".terraform"));
  if (!process.env.TF_DATA_DIR && !isInitialized) {
    return warning(NOT_INITIALIZED, INITIALIZE);
  }
  const result = await runEngine(engine, ["providers", "schema", "-json"], { workingDirectory: stack.folder });
  if (result.exitCode === 0) {
    return ok("The engine starts the provider.");
  }
  const text = engineText(result.stderr);
  const reason = reasonOfProvider(text);
  if (reason !== undefined) {
    return failed(`The provider does not start: ${reason}`);
  }
  return (isInitialized ? failed : warning)(
    text,
    'Run "npx cdk-clickstack deploy" or "plan --init", or run "init" in the folder of the stack. "terraform -chdir" does not find the provider there: run "npx cdk-clickstack install-provider --global" before. After a rebuild of the same version, delete .terraform.lock.hcl first, because it contains the hash of the executable.',
  );
}
