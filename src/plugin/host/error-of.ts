import { types } from "node:util";

/** What was thrown, as an error. */
export function errorOf(thrown: unknown): Error {
  // Not `instanceof`: errors of Node itself belong to another realm where code runs in a context of its own, as in tests.
  return types.isNativeError(thrown) ? thrown : new Error(String(thrown));
}
