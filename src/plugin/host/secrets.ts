import { visible } from "../../visible";
import type { Diagnostic } from "../diagnostics/diagnostic";

/** Shorter texts are too common to be taken out of every message. */
const shortest = 5;

/**
 * The secrets that this process has seen, so that none of them reaches a diagnostic or a log line, whoever wrote it
 * (docs/internals/terraform-protocol.md 5).
 */
export class Secrets {
  /** Longest first, so that a secret inside another one does not leave the other's rest. */
  #texts: readonly string[] = [];

  add(texts: readonly string[]): void {
    // Also as they stand inside a JSON text, such as a log line or a request's body in an error.
    const forms = texts
      .filter(({ length }) => length >= shortest)
      .flatMap((text) => [text, inJson(text), inJson(visible(text))]);
    const fresh = forms.filter((text) => !this.#texts.includes(text));
    if (fresh.length === 0) return;
    this.#texts = [...new Set([...this.#texts, ...fresh])].sort((a, b) => b.length - a.length);
  }

  /** The text with every secret taken out. */
  redact(text: string): string {
    return this.#texts.reduce((rest, secret) => rest.replaceAll(secret, "(sensitive)"), text);
  }

  /** The diagnostic with every secret taken out of its words. */
  redactDiagnostic(diagnostic: Diagnostic): Diagnostic {
    return { ...diagnostic, summary: this.redact(diagnostic.summary), detail: this.redact(diagnostic.detail) };
  }
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
