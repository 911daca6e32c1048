import { spawn } from "node:child_process";
import { join } from "node:path";

const SOURCES = [
  "--import",
  require.resolve("tsx"),
  join(__dirname, "..", "..", "..", "src", "cli", "cdk-clickstack.ts"),
];

/** The command line that `npm run build` made. */
export const BUILT_CLI = join(__dirname, "..", "..", "..", "dist", "cli", "cdk-clickstack.js");

export interface CliResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface CliOptions {
  readonly cwd?: string;
  /** Added to this process's environment. `undefined` removes a variable. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** An open file for standard output, which the result then does not contain. */
  readonly stdout?: number;
  /** Runs the built command line, which starts faster and is the one that users have. */
  readonly built?: boolean;
}

/** Runs the command line to its end. */
export function runCli(
  words: readonly string[],
  { cwd, environment, stdout, built }: CliOptions = {},
): Promise<CliResult> {
  const start = built ? [BUILT_CLI] : SOURCES;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...start, ...words], {
      cwd,
      env: { ...process.env, CI: undefined, NO_COLOR: undefined, FORCE_COLOR: undefined, ...environment },
      stdio: ["ignore", stdout ?? "pipe", "pipe"],
    });
    const output = { stdout: "", stderr: "" };
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output.stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      output.stderr += text;
    });
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, ...output }));
  });
}
