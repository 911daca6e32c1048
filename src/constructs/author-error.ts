/**
 * Mistake of an author. A program that does not catch it prints only the message, because frames of this package and of
 * the framework do not help the author.
 */
export class AuthorError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.stack = `Error: ${message}`;
    printAloneIfUncaught();
  }
}

let isRegistered = false;

/** Node would print a line of this package before the message, and its own version after the message. */
function printAloneIfUncaught(): void {
  if (isRegistered) {
    return;
  }
  isRegistered = true;
  process.on("uncaughtExceptionMonitor", (error) => {
    if (error instanceof AuthorError && process.listenerCount("uncaughtException") === 0) {
      process.stderr.write(`${error.stack}\n`);
      process.exit(1);
    }
  });
}
