import { spawn } from "node:child_process";
import { join } from "node:path";

const ENTRY = join(__dirname, "../../src/cli/cdk-clickstack.ts");

/** How to start the command line from its sources. */
export const CLI = [process.execPath, "--import", require.resolve("tsx"), ENTRY] as const;

export interface CliResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  /** Added to this process's environment; `undefined` takes a variable away. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Runs the command line from its sources to its end. */
export function runCli(words: readonly string[], { cwd, environment = {} }: CliOptions = {}): Promise<CliResult> {
  const [node, ...args] = CLI;
  return new Promise((resolve, reject) => {
    const child = spawn(node, [...args, ...words], {
      cwd,
      env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output.stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output.stderr += text;
    });
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, ...output }));
  });
}
