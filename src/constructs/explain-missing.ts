import { AuthorError } from "./author-error";

/** Loads an optional package. If it is not installed, the error is one sentence without a stack trace. */
export function explainMissing(name: string, load: () => unknown, sentence: string): void {
  try {
    load();
  } catch (error) {
    throw isMissing(name, error) ? new AuthorError(sentence) : error;
  }
}

function isMissing(name: string, error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) {
    return false;
  }
  const [summary = ""] = error.message.split("\n");
  return ["MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND"].includes(String(error.code)) && summary.includes(name);
}
