import type { AttributePath } from "./attribute-path";

/** What Terraform shows its user. Holds no sensitive value. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** One line, without the path. */
  readonly summary: string;
  /** What is wrong and what to do about it, in whole sentences. */
  readonly detail: string;
  /** The attribute that it is about. What Terraform cannot address (an element of a set) is cut off by the runtime. */
  readonly path?: AttributePath;
}

/** Thrown by a handler at any time; its diagnostics are what the user sees. */
export class DiagnosticError extends Error {
  override readonly name = "DiagnosticError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: Diagnostic | readonly Diagnostic[]) {
    const all = isMany(diagnostics) ? diagnostics : [diagnostics];
    super(all.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n"));
    this.diagnostics = all;
  }
}

/** An error diagnostic. */
export function problem(summary: string, detail: string, path?: AttributePath): Diagnostic {
  return { severity: "error", summary, detail, ...(path === undefined ? {} : { path }) };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

function isMany(diagnostics: Diagnostic | readonly Diagnostic[]): diagnostics is readonly Diagnostic[] {
  return Array.isArray(diagnostics);
}
