import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { unlessInterrupted } from "./exit";

interface Streams {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/**
 * Asks a question on standard error, and returns true for the answer `yes`. The end of the input is another answer. Node
 * itself asks, because prompt libraries handle Ctrl-C themselves: `unlessInterrupted` must receive it.
 */
export function confirm(
  question: string,
  { input, output }: Streams = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  return unlessInterrupted(async ({ asked }) => {
    // In the raw mode of a terminal, Ctrl-C sends no signal.
    const lines = createInterface({ input, output, terminal: false });
    try {
      const atEnd = once(lines, "close").then(() => undefined);
      const answer = await Promise.race([lines.question(question, { signal: asked }), atEnd]);
      if (answer === undefined) {
        output.write("\n");
      }
      return answer === "yes";
    } catch (error) {
      asked.throwIfAborted();
      throw error;
    } finally {
      lines.close();
    }
  });
}
