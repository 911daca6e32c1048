import { DiagnosticError, problem } from "../diagnostics/diagnostic";
import { member } from "../values/value";

/** What the provider declares under that name. Throws a DiagnosticError if there is nothing. */
export function declared<T>(all: Readonly<Record<string, T>> | undefined, kind: string, name: string): T {
  const found = all ? member(all, name) : undefined;
  if (found !== undefined) return found;
  throw new DiagnosticError(
    problem(`Unknown ${kind}`, `This version of the provider has no ${kind} ${JSON.stringify(name)}.`),
  );
}
