import { readFileSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";

/**
 * Parses the options of the running script. For `--help`, it prints the comment at the top of the script and exits. For
 * wrong options, it prints the error and that comment.
 */
export function readOptions<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.includes("--help")) {
    process.stdout.write(help());
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    process.stderr.write(`error: ${(error as Error).message}\n\n${help()}`);
    process.exit(1);
  }
}

function help(): string {
  const [, comment = ""] = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(readFileSync(process.argv[1] ?? "", "utf8")) ?? [];
  return `${comment.replaceAll(/^ \* ?/gm, "")}\n`;
}
