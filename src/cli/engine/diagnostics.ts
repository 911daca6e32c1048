import * as z from "zod";
import { jsonIn } from "../../client/json";
import type { ReadonlyDocument } from "../terminal/json-document";

export const engineDiagnostic = z.object({
  severity: z.enum(["error", "warning"]),
  summary: z.string(),
  detail: z.string(),
  address: z.string().optional(),
  position: z.string().optional().describe("`file:line`."),
});

export type EngineDiagnostic = ReadonlyDocument<typeof engineDiagnostic>;

const diagnosticLine = z.object({
  type: z.literal("diagnostic"),
  diagnostic: engineDiagnostic
    .omit({ position: true })
    .extend({
      detail: z.string().default(""),
      range: z.object({ filename: z.string(), start: z.object({ line: z.number() }) }).optional(),
      snippet: z.object({ context: z.string().nullish() }).nullish(),
    })
    .transform(({ range, snippet, address: given, ...diagnostic }) => {
      const context = snippet?.context ?? "";
      const address = providerIn(context) ?? given ?? addressIn(context);
      return {
        ...diagnostic,
        detail: withAddress(reasonOfProvider(diagnostic.detail) ?? diagnostic.detail, address),
        ...(address !== undefined && { address }),
        ...(range && { position: `${range.filename}:${range.start.line}` }),
      };
    }),
});

/**
 * Returns the address of the block that a diagnostic shows, such as `resource.clickstack_alert.errors.channels`
 * in JSON. Diagnostics that precede the plan have no other address.
 */
function addressIn(context: string): string | undefined {
  const [kind = "", type, name] = context.split(".");
  const prefix = { resource: "", data: "data.", ephemeral: "ephemeral." }[kind];
  return prefix === undefined || name === undefined ? undefined : `${prefix}${type}.${name}`;
}

/** Returns the block of a provider in JSON, such as `provider.clickstack[0]`. The engine's address names no block. */
function providerIn(context: string): string | undefined {
  return /^provider\.[\w-]+\[\d+\]/.exec(context)?.[0];
}

/** The engine's frame around the reason that a provider prints instead of starting, such as an old Node. */
const NOT_STARTED = ["Unrecognized remote plugin message: ", "This usually means"] as const;

/** Returns the reason that the provider itself gives for a failed start; undefined for any other text. */
export function reasonOfProvider(text: string): string | undefined {
  const [before, after] = NOT_STARTED;
  const [, reason] = text.split(before);
  return reason?.includes(after) ? reason.split(after)[0]?.trim() : undefined;
}

/** Returns the distinct diagnostics in the engine's `-json` output. */
export function diagnosticsIn(output: string): readonly EngineDiagnostic[] {
  const lines = output.split("\n").map((line) => diagnosticLine.safeParse(jsonIn(line)));
  const found = lines.flatMap(({ data }) => data?.diagnostic ?? []);
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

/** Completes the `import` block that the provider proposes: it does not know the address of its resources. */
function withAddress(detail: string, address: string | undefined): string {
  const isProposed = (line: string) => line.startsWith("    to = clickstack_") && line.endsWith(".NAME");
  const lines = detail.split("\n").map((line) => (address && isProposed(line) ? `    to = ${address}` : line));
  return lines.join("\n");
}
