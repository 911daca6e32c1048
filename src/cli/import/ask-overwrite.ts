import { createInterface } from "node:readline/promises";

/** Asks on the terminal whether an edited file may be overwritten. Anything but yes keeps it. */
export async function askOverwrite(path: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const confirmation = await terminal.question(
      `${path} was edited. Overwrite it? The new text goes beside it otherwise. [y/N] `,
    );
    return /^y(es)?$/i.test(confirmation.trim());
  } finally {
    terminal.close();
  }
}
