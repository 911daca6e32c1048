import { type Diagnostic, DiagnosticError, problem } from "../diagnostics/diagnostic";
import type { HandlerContext, MaybeConfiguredContext } from "../handler-context";
import type { Log } from "../host/log";
import type { Secrets } from "../host/secrets";
import type { DynamicValue } from "../protocol/tfplugin6_pb";
import type { Provider } from "../provider";
import { fieldsOf, schemaType } from "../schema/field";
import type { Schema } from "../schema/schema";
import { sensitiveTexts } from "../schema/sensitive-texts";
import type { ObjectValue } from "../values/value";
import { readObject } from "../wire/dynamic-message";
import type { Plain } from "../wire/plain";
import { ReadObjects } from "./read-objects";

/** One run of a provider: its client once it is configured, the stop signal, and the writes in flight. */
export class Session<Client> {
  #stop = new AbortController();
  readonly #writes = new Set<Promise<unknown>>();
  readonly #objects = new ReadObjects();
  readonly #warnings: Diagnostic[] = [];
  #configured: { readonly client: Client } | undefined;

  constructor(
    readonly provider: Provider<Client>,
    readonly log: Log,
    readonly secrets: Secrets,
  ) {}

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Begins a run. A provider that is served for debugging has several, and a stop ends one of them. */
  begin(): void {
    if (this.signal.aborted) this.#stop = new AbortController();
  }

  configured(client: Client): void {
    this.#configured = { client };
  }

  /** The object in a message, or null. Its secrets are kept out of logs and diagnostics from now on. */
  readObject(schema: Schema, message: Plain<DynamicValue> | undefined): ObjectValue | null {
    return this.#objects.get(schema, message, () => {
      const object = readObject(schemaType(schema), message);
      if (object) this.keepSecret(schema, object);
      return object;
    });
  }

  /** Keeps the secrets of an object out of logs and diagnostics from now on. */
  keepSecret(schema: Schema, object: ObjectValue): void {
    this.secrets.add(sensitiveTexts(fieldsOf(schema), object));
  }

  /** For handlers that need a client: reading it throws a clear diagnostic where there is none. */
  get context(): HandlerContext<Client> {
    const client = () => this.#requireClient();
    return {
      signal: this.signal,
      log: this.log,
      get client() {
        return client();
      },
    };
  }

  get maybeConfiguredContext(): MaybeConfiguredContext<Client> {
    return { signal: this.signal, log: this.log, client: this.#configured?.client };
  }

  /** Says something that belongs to no call: in the log now, and with the next answer. */
  warn(summary: string, detail: string): void {
    this.log.warn(`${summary}: ${detail}`);
    this.#warnings.push({ severity: "warning", summary, detail });
  }

  /** What was said since the last answer. */
  takeWarnings(): readonly Diagnostic[] {
    return this.#warnings.splice(0);
  }

  /** Runs a write, which `finishWrites` waits for. Refuses it after a stop. */
  async write<T>(work: () => Promise<T>): Promise<T> {
    if (this.signal.aborted) {
      throw stopping("Terraform asked the provider to stop before this change was begun.");
    }
    const running = work();
    this.#writes.add(running);
    try {
      return await running;
    } finally {
      this.#writes.delete(running);
    }
  }

  /** Tells the handlers to stop. Writes in flight go on to their end and answer: Terraform waits for their answers by itself. */
  stop(): void {
    // Nobody knows here how far a handler is, so this must hold for one that has sent something as well.
    this.#stop.abort(
      stopping(
        "Terraform asked the provider to stop while this was under way. What was sent before was finished, and nothing more was sent. " +
          "The next plan shows what is left to do.",
      ),
    );
  }

  /** Waits for the writes in flight, whatever their end. */
  async finishWrites(): Promise<void> {
    await Promise.allSettled(this.#writes);
  }

  #requireClient(): Client {
    if (this.#configured) return this.#configured.client;
    const detail = "Terraform called the provider before it was configured, or its configuration failed.";
    throw new DiagnosticError(problem("The provider is not configured", detail));
  }
}

/** What a handler that gives up because of a stop throws, and so what the user reads. */
function stopping(detail: string): DiagnosticError {
  return new DiagnosticError(problem("The provider is stopping", detail));
}
