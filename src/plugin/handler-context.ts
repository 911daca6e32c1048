import type { Diagnostic } from "./diagnostics";
import type { Log } from "./host/log";
import type { Schema } from "./schema/schema";
import type { ObjectValue } from "./values/value";

/** What every handler gets beside its request. */
export interface HandlerContext<Session> {
  /**
   * What `Provider.configure` returned. Reading it before that, or where it returned none, throws a DiagnosticError
   * that says so.
   */
  readonly session: Session;
  /** Aborted when Terraform asks the provider to stop (Ctrl-C). Finish or undo what was begun, and return. */
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** What a provider gets while it is configured. */
export interface ConfigureContext extends Omit<HandlerContext<never>, "session"> {
  /** Logs a warning at once and shows it with the result of the next call: for what a client notices between calls. */
  readonly warn: (summary: string, detail: string) => void;
}

/**
 * The context of a handler that Terraform may call before the provider is configured, or while its configuration is
 * unknown.
 */
export type MaybeConfiguredContext<Session> = HandlerContext<Session | undefined>;

/** What an author configures. */
export interface Configurable {
  readonly schema: Schema;
  /** Checks what the schema cannot say. Values may be unknown anywhere; there is no session. */
  validate?(request: { readonly config: ObjectValue }): readonly Diagnostic[] | Promise<readonly Diagnostic[]>;
}
