import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { CommandError } from "../frame/command-error";
import { type ProcessResult, runProcess } from "./run-process";

/** Terraform or OpenTofu, as found on the PATH. */
export interface Engine {
  readonly name: "terraform" | "tofu";
  readonly path: string;
}

/** What a run of the engine ended with. */
export type EngineResult = ProcessResult;

export interface EngineOptions {
  readonly workingDirectory: string;
  /** Added to this process's environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** No engine is on the PATH. */
export class EngineMissingError extends CommandError {
  override readonly name: string = "EngineMissingError";

  constructor() {
    super(
      "Neither terraform nor tofu is on the PATH. Install Terraform 1.11 or newer, or OpenTofu 1.11 or newer, and try again.",
    );
  }
}

/** The first engine on the PATH, Terraform before OpenTofu. Throws `EngineMissingError`. */
export function findEngine(path = process.env.PATH ?? ""): Engine {
  const suffix = process.platform === "win32" ? ".exe" : "";
  for (const name of ["terraform", "tofu"] as const) {
    const found = path
      .split(delimiter)
      .map((folder) => join(folder, name + suffix))
      .find(isExecutable);
    if (found) return { name, path: found };
  }
  throw new EngineMissingError();
}

/** Runs the engine to its end and returns what it said, whatever the exit code. Throws an `InterruptedError` where this process is to end. */
export function runEngine(engine: Engine, args: readonly string[], options: EngineOptions): Promise<EngineResult> {
  const environment = engineEnvironment(options.environment);
  return runProcess(engine.path, args, { workingDirectory: options.workingDirectory, environment });
}

/** This process's environment for an engine that asks nothing, calls nobody, and is not told of a CLI configuration that is not there. */
export function engineEnvironment(added: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { TF_CLI_CONFIG_FILE: configuration, ...environment } = process.env;
  return {
    ...environment,
    ...(configuration && isReadable(configuration) && { TF_CLI_CONFIG_FILE: configuration }),
    CHECKPOINT_DISABLE: "1",
    TF_IN_AUTOMATION: "1",
    TF_INPUT: "0",
    ...added,
  };
}

function isExecutable(file: string): boolean {
  return isAccessible(file, constants.X_OK);
}

function isReadable(file: string): boolean {
  return isAccessible(file, constants.R_OK);
}

function isAccessible(file: string, mode: number): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}
