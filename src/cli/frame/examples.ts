/** One thing to do with a command. */
export interface Example {
  /** What follows `cdk-clickstack`. */
  readonly run: string;
  /** What it does, in a sentence. */
  readonly does: string;
}

/** The examples at the end of a command's help. */
export function examplesText(examples: readonly Example[]): string {
  const lines = examples.map(({ run, does }) => `  $ cdk-clickstack ${run}\n      ${does}\n`);
  return `\nExamples:\n${lines.join("")}`;
}
