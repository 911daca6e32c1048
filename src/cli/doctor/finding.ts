import * as z from "zod";

/** What one check came to. */
export const finding = z.object({
  check: z.string().describe("Stays the same between versions, such as `engine`."),
  subject: z.string().optional().describe("What was checked, where there can be several: a stack or a deployment."),
  status: z
    .enum(["ok", "warning", "failed", "skipped"])
    .describe("`warning` works today; `skipped` could not be checked, and says why."),
  message: z.string(),
  wayOut: z.string().optional().describe("What to do about it."),
});

export type Finding = z.output<typeof finding>;

/** What `doctor --json` prints after `kind` and `version`. */
export const doctorDocument = z.object({
  exitCode: z.int().describe("What the command ends with: 1 when a check failed."),
  findings: z.array(finding),
});
