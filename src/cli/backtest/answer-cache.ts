import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { Fields } from "../../drawing";
import { fileProblem } from "../frame/file-problem";
import type { Point, Stretch } from "../series/ask-series";

/** Events arrive late. Answers about what is younger are asked for again. */
const SETTLED_MS = 15 * 60_000;

const line = z.object({
  start: z.number(),
  end: z.number(),
  points: z.array(z.object({ time: z.number(), group: z.array(z.string()), values: z.array(z.number().nullable()) })),
});

/**
 * Answers to chart queries, kept in a file so that an interrupted back-test goes on where it was, and one with another threshold asks for
 * nothing twice. One line per answer; a line that was not written to its end counts for nothing.
 */
export class AnswerCache {
  readonly #answers = new Map<string, readonly Point[]>();
  readonly #file: string;

  /**
   * @param folder below this one a folder `.cdk-clickstack` is made
   * @param query what all answers have in common: server, series and granularity
   * @param refused told why an answer could not be kept; nobody needs it but for the next run
   */
  constructor(
    private readonly folder: string,
    query: Fields,
    private readonly refused: (problem: string) => void,
  ) {
    const name = createHash("sha256").update(JSON.stringify(query)).digest("hex").slice(0, 20);
    this.#file = join(folder, ".cdk-clickstack", `backtest-${name}.jsonl`);
    for (const { start, end, points } of readLines(this.#file)) this.#answers.set(`${start}-${end}`, points);
  }

  find({ start, end }: Stretch): readonly Point[] | undefined {
    return this.#answers.get(`${start}-${end}`);
  }

  keep(stretch: Stretch, points: readonly Point[], now: number): void {
    if (stretch.end > now - SETTLED_MS) return;
    try {
      this.#append(stretch, points);
    } catch (error) {
      const problem = fileProblem(error);
      if (problem === undefined) throw error;
      this.refused(problem);
    }
  }

  #append({ start, end }: Stretch, points: readonly Point[]): void {
    const own = join(this.folder, ".cdk-clickstack");
    if (!existsSync(own)) {
      mkdirSync(own, { recursive: true });
      // The folder keeps itself out of version control.
      writeFileSync(join(own, ".gitignore"), "*\n");
    }
    appendFileSync(this.#file, `${JSON.stringify({ start, end, points })}\n`);
  }
}

function readLines(file: string): readonly z.infer<typeof line>[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((text) => {
      const parsed = line.safeParse(jsonOf(text));
      return parsed.success ? [parsed.data] : [];
    });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
