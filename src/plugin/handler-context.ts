import type { Log } from "./host/log";

/** What every handler gets beside its request. */
export interface HandlerContext<Client> {
  /** What `Provider.configure` returned. Reading it before that throws a DiagnosticError that says so. */
  readonly client: Client;
  /** Aborted when Terraform asks the provider to stop (Ctrl-C). Finish or undo what was begun, and return. */
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** The context of a handler that Terraform may call before the provider is configured. */
export interface MaybeConfiguredContext<Client> extends Omit<HandlerContext<Client>, "client"> {
  readonly client: Client | undefined;
}
