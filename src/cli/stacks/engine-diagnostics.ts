import * as z from "zod";
import type { EngineDiagnostic } from "../report/model";

/** A line of the engine's `-json` output that says what is wrong. */
const diagnosticLine = z.object({
  type: z.literal("diagnostic"),
  diagnostic: z.object({
    severity: z.enum(["error", "warning"]),
    summary: z.string(),
    detail: z.string().default(""),
    address: z.string().optional(),
    range: z.object({ filename: z.string(), start: z.object({ line: z.number() }) }).optional(),
  }),
});

/** What the engine found wrong, from its `-json` output; each only once. */
export function diagnosticsIn(output: string): readonly EngineDiagnostic[] {
  const found = output.split("\n").flatMap((line) => {
    const parsed = diagnosticLine.safeParse(jsonOf(line));
    return parsed.success ? [diagnosticOf(parsed.data.diagnostic)] : [];
  });
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

function diagnosticOf({
  severity,
  summary,
  detail,
  address,
  range,
}: z.infer<typeof diagnosticLine>["diagnostic"]): EngineDiagnostic {
  return {
    severity,
    summary,
    detail,
    ...(address && { address }),
    ...(range && { position: `${range.filename}:${range.start.line}` }),
  };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
