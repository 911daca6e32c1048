import type { AttributePath } from "./path";

/** A message that Terraform shows to its user. It contains no sensitive value. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** One line, without the path. */
  readonly summary: string;
  /** The problem and its fix, in complete sentences. */
  readonly detail: string;
  /**
   * Path of the affected attribute. The runtime removes steps that Terraform cannot address, such as an element of a
   * set.
   */
  readonly path?: AttributePath;
}

/** Thrown by a handler at any time. The user sees its diagnostics. */
export class DiagnosticError extends Error {
  override readonly name = "DiagnosticError";
  readonly diagnostics: readonly Diagnostic[];

  /**
   * @param sharedCause identifies a cause that makes other calls fail as well, such as an unreachable server. The
   * runtime reports it in full once per run.
   */
  constructor(
    diagnostics: Diagnostic | readonly Diagnostic[],
    readonly sharedCause?: string,
    options?: ErrorOptions,
  ) {
    const all = [diagnostics].flat();
    super(all.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n"), options);
    this.diagnostics = all;
  }
}

/**
 * Thrown by `Provider.configure` during a plan when the configuration contains unknown values. No session exists then.
 * The runtime plans new resources without a session. It defers other calls if the host allows that, and otherwise fails
 * with these diagnostics.
 */
export class UnknownConfigurationError extends DiagnosticError {}

export function problem(summary: string, detail: string, path?: AttributePath): Diagnostic {
  return { severity: "error", summary, detail, ...(path === undefined ? {} : { path }) };
}

export function warning(summary: string, detail: string, path?: AttributePath): Diagnostic {
  return { ...problem(summary, detail, path), severity: "warning" };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}
