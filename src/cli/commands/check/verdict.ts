import * as z from "zod";
import { declareDocument, type ReadonlyDocument } from "../../terminal/json-document";

/** Fields of `check --json` after `kind` and `version`, if the check ran. */
export const checkDocument = declareDocument("check", 1, {
  passed: z.boolean(),
  findings: z.array(z.string()).describe("Whole sentences, without any secret."),
});

export type Verdict = ReadonlyDocument<typeof checkDocument.schema>;

export function passed(...findings: readonly string[]): Verdict {
  return { passed: true, findings };
}

export function failed(...findings: readonly string[]): Verdict {
  return { passed: false, findings };
}
