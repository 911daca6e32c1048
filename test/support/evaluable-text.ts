import type fc from "fast-check";
import { syntaxProblem } from "../../src/declaration/text-syntax";

/** Leaves out texts that no server can evaluate, or that are in an unexpected language. */
export function evaluable(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return texts.filter((text) => ["lucene", "sql"].every((language) => !syntaxProblem(text, language, "language")));
}
