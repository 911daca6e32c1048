import { main } from "../../../src/cli/main";
import type { ProcessResult } from "../run-process";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Runs one command line within this process, which avoids the start of a process. Returns the output that the process
 * would have written.
 * @param environment added to this process's environment during the run. `undefined` removes a variable.
 * @param cwd the working folder during the run
 */
export async function callCli(
  words: readonly string[],
  environment: Variables = {},
  cwd = process.cwd(),
): Promise<ProcessResult> {
  const kept = { ...process.env };
  const before = process.cwd();
  const output = { stdout: "", stderr: "" };
  const catching = (name: "stdout" | "stderr") =>
    jest.spyOn(process[name], "write").mockImplementation((text) => {
      output[name] += String(text);
      return true;
    });
  const spies = [catching("stdout"), catching("stderr")];
  const plain = { CI: undefined, NO_COLOR: undefined, FORCE_COLOR: undefined, COLUMNS: undefined };
  replaceEnvironment({ ...kept, ...plain, ...environment });
  process.exitCode = undefined;
  process.chdir(cwd);
  try {
    return { exitCode: await main([process.execPath, "cdk-clickstack", ...words]), ...output };
  } finally {
    for (const spy of spies) {
      spy.mockRestore();
    }
    process.chdir(before);
    replaceEnvironment(kept);
    process.exitCode = undefined;
  }
}

/** Removes the lines that a command prints if it takes longer than a second, such as `Checking ...`. */
export function withoutProgress(stderr: string): string {
  return stderr.replaceAll(/^[^\n]* \.\.\.\n/gm, "");
}

function replaceEnvironment(variables: Variables): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) {
      delete process.env[name];
    } else {
      process.env[name] = value;
    }
  }
  for (const name of Object.keys(process.env)) {
    if (!(name in variables)) {
      delete process.env[name];
    }
  }
}
