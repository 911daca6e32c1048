import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { succeeds } from "../../quietly";
import { unlessInterrupted } from "../terminal/exit";

export interface ProcessResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface ProcessOptions {
  readonly workingDirectory: string;
  /** The complete environment. Variables of this process are not added. */
  readonly environment: NodeJS.ProcessEnv;
  /** Receives parts of standard output while the program runs. */
  readonly onOutput?: ((part: string) => void) | undefined;
}

const OUTPUT_ONLY: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];

/** On Windows a separate process group would open a new window. */
const HAS_GROUPS = process.platform !== "win32";

/**
 * Runs a program to its end and returns its output, with any exit code. If this process is interrupted, it asks the
 * program and its children to stop, waits for them, and throws an `InterruptedError`.
 */
export function runProcess(path: string, args: readonly string[], options: ProcessOptions): Promise<ProcessResult> {
  return runToEnd(
    () => {
      const child = spawn(path, args, spawnOptions(options));
      child.stdout.on("data", (part) => options.onOutput?.(String(part)));
      return child;
    },
    (child) => child.kill("SIGINT"),
  );
}

/** Like `runProcess`, in a shell. At an interrupt, the shell and all its children get the signal, as on a terminal. */
export function runCommandLine(commandLine: string, options: ProcessOptions): Promise<ProcessResult> {
  return runToEnd(
    () => spawn(commandLine, { ...spawnOptions(options), shell: true }),
    (child) => signalGroup(child, "SIGINT"),
  );
}

function spawnOptions({ workingDirectory: cwd, environment: env }: ProcessOptions) {
  return {
    ...{ cwd, env, stdio: OUTPUT_ONLY },
    // Ctrl-C reaches a whole group. An engine that is interrupted twice exits without releasing its lock. In a separate
    // group it gets one signal, from here.
    detached: HAS_GROUPS,
  };
}

type OutputProcess = ChildProcessByStdio<null, Readable, Readable>;

function runToEnd(start: () => OutputProcess, interrupt: (child: OutputProcess) => void): Promise<ProcessResult> {
  return unlessInterrupted(async ({ asked, insisted }) => {
    const child = start();
    const done = new AbortController();
    // On Windows, a signal would kill the engine and leave its state lock. There, the console interrupts the engine.
    asked.addEventListener("abort", () => HAS_GROUPS && interrupt(child), { signal: done.signal });
    insisted.addEventListener("abort", () => signalGroup(child, "SIGKILL"), { signal: done.signal });
    // An interrupted program may leave a child behind that keeps its output open.
    child.on("exit", () => asked.aborted && signalGroup(child, "SIGKILL"));
    try {
      const outputs = [textOf(child.stdout), textOf(child.stderr)] as const;
      const [[exitCode], stdout, stderr] = await Promise.all([once(child, "close"), ...outputs]);
      asked.throwIfAborted();
      return { exitCode: exitCode ?? 1, stdout, stderr };
    } finally {
      done.abort();
    }
  });
}

/** Returns the output of a program. Programs for Windows end lines with CRLF. */
async function textOf(output: Readable): Promise<string> {
  return (await text(output)).replaceAll("\r\n", "\n");
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) {
    return;
  }
  try {
    process.kill(HAS_GROUPS ? -pid : pid, signal);
  } catch {
    // No process is left.
  }
}

export interface Engine {
  readonly name: "terraform" | "tofu";
  readonly path: string;
  /** Words before the arguments of the engine: the script of a wrapper, if Node starts it. */
  readonly words?: readonly string[];
}

/**
 * Runs the engine to its end and returns its output, for any exit code. Throws an `InterruptedError` if this process is
 * interrupted.
 * @param environment added to that of this process
 */
export function runEngine(
  engine: Engine,
  args: readonly string[],
  {
    environment,
    ...options
  }: Omit<ProcessOptions, "environment"> & { readonly environment?: Readonly<Record<string, string>> },
): Promise<ProcessResult> {
  return runProcess(engine.path, [...(engine.words ?? []), ...args], {
    ...options,
    environment: engineEnvironment(environment),
  });
}

/** Environment without prompts and update checks. A CLI configuration file that does not exist is left out. */
export function engineEnvironment(added: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { TF_CLI_CONFIG_FILE: configuration, ...environment } = process.env;
  const isReadable = configuration !== undefined && succeeds(() => accessSync(configuration, constants.R_OK));
  return {
    ...environment,
    ...(isReadable && { TF_CLI_CONFIG_FILE: configuration }),
    CHECKPOINT_DISABLE: "1",
    TF_IN_AUTOMATION: "1",
    TF_INPUT: "0",
    ...added,
  };
}
