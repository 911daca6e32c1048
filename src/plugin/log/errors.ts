import type { Log } from "./log";

export function errorOf(thrown: unknown): Error {
  try {
    return isError(thrown) ? thrown : new Error(String(thrown));
  } catch {
    return new Error("the thrown value cannot be converted to text");
  }
}

/**
 * `instanceof` is not sufficient: errors of Node belong to another realm when code runs in a separate context, as in
 * tests.
 */
function isError(thrown: unknown): thrown is Error {
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === "[object Error]";
}

/**
 * Returns the message of an error without data. The runtime's syntax errors, such as those of `JSON.parse`, quote the
 * text that they read, which may be a response with a secret.
 */
export function removeData(error: Error): string {
  return error.name === "SyntaxError" ? "(the message is left out because it may quote data)" : error.message;
}

/** Logs what was thrown, with its stack. Returns it as an error. */
export function logThrown(log: Log, thrown: unknown, during: string): Error {
  const error = errorOf(thrown);
  const message = removeData(error);
  const stack = message === error.message ? error.stack : framesOf(error);
  log.error(`${during}: ${message}`, { stack });
  return error;
}

/** Returns the stack without the message at its start. */
function framesOf({ name, stack = "" }: Error): string {
  return [name, ...stack.split("\n").filter((line) => /^\s+at .*[:(]/.test(line))].join("\n");
}
