/** What was thrown, as an error. */
export function errorOf(thrown: unknown): Error {
  return isError(thrown) ? thrown : new Error(wordsOf(thrown));
}

function wordsOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return "something was thrown that has no words";
  }
}

/** Not `instanceof` alone: errors of Node itself belong to another realm where code runs in a context of its own, as in tests. */
function isError(thrown: unknown): thrown is Error {
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === "[object Error]";
}
