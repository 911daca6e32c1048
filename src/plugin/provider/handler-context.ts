import type { Log } from "../log/log";
import type { Schema } from "../schema/schema";
import type { Diagnostic } from "../values/diagnostics";
import type { ObjectValue } from "../values/value";

/** Context that every handler receives in addition to its request. */
export interface HandlerContext<Session = unknown> {
  /**
   * The result of `Provider.configure`. Reading it before the provider is configured, or when no session exists, throws
   * a DiagnosticError.
   */
  readonly session: Session;
  /**
   * Aborted when Terraform asks the provider to stop (Ctrl-C). The handler finishes or reverts started work and
   * returns.
   */
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** Context of `Provider.configure`. */
export interface ConfigureContext extends Omit<HandlerContext, "session"> {
  /**
   * Logs a warning immediately and adds it to the result of the next call. Clients use it for warnings between calls.
   */
  readonly warn: (summary: string, detail: string) => void;
}

/**
 * Context of a handler that Terraform may call before the provider is configured, or while its configuration is
 * unknown.
 */
export type MaybeConfiguredContext<Session = unknown> = HandlerContext<Session | undefined>;

/** An object with a configuration. */
export interface Configurable {
  readonly schema: Schema;
  /** Checks rules that the schema cannot express. Any value may be unknown. No session exists. */
  validate?(request: { readonly config: ObjectValue }): readonly Diagnostic[] | Promise<readonly Diagnostic[]>;
}
