import * as z from "zod";
import type { ReadonlyDocument } from "../../terminal/json-document";

export const CHECK_VERSION = 1;

/** Fields of `check --json` after `kind` and `version`, if the check ran. */
export const checkDocument = z.object({
  passed: z.boolean(),
  findings: z.array(z.string()).describe("Whole sentences, without any secret."),
});

/** Result of a check. */
export type Verdict = ReadonlyDocument<typeof checkDocument>;

export function passed(...findings: readonly string[]): Verdict {
  return { passed: true, findings };
}

export function failed(...findings: readonly string[]): Verdict {
  return { passed: false, findings };
}
