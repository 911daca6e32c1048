import type { Log } from "./host/log";

/** What every handler gets beside its request. */
export interface HandlerContext<Client> {
  /** What `Provider.configure` returned. Reading it before that, or where it returned none, throws a DiagnosticError that says so. */
  readonly client: Client;
  /** Aborted when Terraform asks the provider to stop (Ctrl-C). Finish or undo what was begun, and return. */
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** What a provider gets while it is configured. */
export interface ConfigureContext {
  /** Aborted when Terraform asks the provider to stop. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Logs a warning at once and shows it with the result of the next call: for what a client notices between calls. */
  readonly warn: (summary: string, detail: string) => void;
}

/** The context of a handler that Terraform may call before the provider is configured, or while its configuration is unknown. */
export interface MaybeConfiguredContext<Client> extends Omit<HandlerContext<Client>, "client"> {
  readonly client: Client | undefined;
}
