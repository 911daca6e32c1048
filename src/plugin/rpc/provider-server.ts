import { ownValue } from "../../own-values";
import type { Log, Secrets } from "../log/log";
import type { Message, MessageInit } from "../protocol/message-types";
import type { Configured, Provider } from "../provider/provider";
import type { HandlerContext, MaybeConfiguredContext } from "../provider/resource";
import { collectSensitiveTexts, type Schema, schemaType } from "../schema/schema";
import { type Diagnostic, DiagnosticError, problem, type UnknownConfigurationError } from "../values/diagnostics";
import { readObject } from "../values/dynamic-message";
import type { ObjectValue } from "../values/value";
import { diagnosticsOf, toDiagnosticMessage } from "./diagnostic-messages";
import { ReadObjects } from "./read-objects";
import { writeObject } from "./state-data";

/** Kinds of declarations of a provider, as messages name them. */
const nouns = {
  resources: "resource type",
  dataSources: "data source",
  ephemeralResources: "ephemeral resource type",
  listResources: "list resource type",
  functions: "function",
} as const;

type Kind = keyof typeof nouns;
type Declared<K extends Kind> = NonNullable<Provider[K]>[string];

/** A response that can contain diagnostics. */
interface Diagnosed {
  readonly diagnostics?: MessageInit<"Diagnostic">[];
}

export type ReportDiagnostics = (diagnostics: readonly Diagnostic[] | undefined) => void;

const SAME_CAUSE = "The cause is the same as in the first error of this run.";

/** One run of a provider: its session, the stop signal and the writes in flight. */
export class ProviderServer {
  #stop = new AbortController();
  readonly #writes = new Set<Promise<unknown>>();
  readonly #objects = new ReadObjects();
  readonly #warnings: Diagnostic[] = [];
  /** Functions that close the ephemeral resources that are open, by the private data of the resources. */
  readonly #opened = new Map<string, () => Promise<unknown>>();
  #configured: Configured | undefined;
  #unknown: UnknownConfigurationError | undefined;
  #hasReportedUnknown = false;
  /** The first error of each shared cause in this run. */
  readonly #firstErrors = new Map<string, DiagnosticError>();

  constructor(
    readonly provider: Provider,
    readonly log: Log,
    readonly secrets: Secrets,
  ) {}

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Begins a run. A provider that is served for debugging has several runs, and a stop ends one of them. */
  begin(): void {
    if (this.signal.aborted) {
      this.#stop = new AbortController();
    }
  }

  configured(configured: Configured): void {
    this.#configured = configured;
    this.#unknown = undefined;
    this.#firstErrors.clear();
  }

  /** Called when the host has received every response. The host has also stored them, unless it was interrupted. */
  async close(): Promise<void> {
    if (!this.signal.aborted) {
      this.#configured?.close?.();
    }
    // After a failed plan or apply, an engine ends the provider without closing ephemeral resources.
    await Promise.allSettled([...this.#opened.values()].map((close) => close()));
  }

  /** Notes an opened ephemeral resource and how to close it at the end of the process. */
  opened(memory: Uint8Array | undefined, close: () => Promise<unknown>): void {
    this.#opened.set(keyOf(memory), close);
  }

  closed(memory: Uint8Array | undefined): void {
    this.#opened.delete(keyOf(memory));
  }

  /** Records that the configuration contains unknown values, so that no session exists before the apply. */
  configurationIsUnknown(unknown: UnknownConfigurationError): void {
    this.#configured = undefined;
    this.#unknown = unknown;
    this.#hasReportedUnknown = false;
  }

  /**
   * Returns true for the first call that fails because the configuration is unknown. One error is sufficient to end the
   * plan.
   */
  isFirstUnknown(): boolean {
    const isFirst = !this.#hasReportedUnknown;
    this.#hasReportedUnknown = true;
    return isFirst;
  }

  /** Returns true if an earlier error of this run reported the same cause. */
  isRepeated(thrown: unknown): thrown is DiagnosticError {
    if (!(thrown instanceof DiagnosticError) || thrown.sharedCause === undefined) {
      return false;
    }
    const first = this.#firstErrors.get(thrown.sharedCause) ?? thrown;
    this.#firstErrors.set(thrown.sharedCause, first);
    return first !== thrown;
  }

  /** Returns the object in a message, or null. Its secrets are redacted in logs and diagnostics from then on. */
  readObject(schema: Schema, message: Message<"DynamicValue"> | undefined): ObjectValue | null {
    return this.#objects.get(schema, message, () => {
      const object = readObject(schemaType(schema), message);
      if (object) {
        this.keepSecret(schema, object);
      }
      return object;
    });
  }

  readConfig(schema: Schema, { config }: { readonly config?: Message<"DynamicValue"> }): ObjectValue {
    return this.readObject(schema, config) ?? {};
  }

  /** The host sends the state back in later calls (docs/internals/terraform-protocol.md 4). */
  writeState(schema: Schema, state: ObjectValue): { msgpack: Uint8Array } {
    const message = writeObject(schema, state);
    this.keepSecret(schema, state);
    this.#objects.keep(schema, message.msgpack, state);
    return message;
  }

  /** Redacts the secrets of an object in logs and diagnostics from now on. */
  keepSecret(schema: Schema, object: ObjectValue): void {
    this.secrets.add(collectSensitiveTexts(schema.attributes, object));
  }

  /** Context for handlers that need a session. Reading a missing session throws a DiagnosticError. */
  get context(): HandlerContext {
    const session = () => this.#requireSession();
    return {
      signal: this.signal,
      log: this.log,
      get session() {
        return session();
      },
    };
  }

  get maybeConfiguredContext(): MaybeConfiguredContext {
    return { signal: this.signal, log: this.log, session: this.#configured?.session };
  }

  /** Logs a warning that belongs to no call and adds it to the next response. */
  warn(summary: string, detail: string): void {
    this.log.warn(`${summary}: ${detail}`);
    this.#warnings.push({ severity: "warning", summary, detail });
  }

  /** Returns the declaration with this name. Throws a DiagnosticError if it does not exist. */
  declared<K extends Kind>(kind: K, name: string): Declared<K> {
    const found = ownValue((this.provider[kind] ?? {}) as Readonly<Record<string, Declared<K>>>, name);
    if (found !== undefined) {
      return found;
    }
    const detail = `This version of the provider has no ${nouns[kind]} ${JSON.stringify(name)}.`;
    throw new DiagnosticError(problem(`Unknown ${nouns[kind]}`, detail));
  }

  /** Runs a call as `respond` does. @param during the operation, such as "read of" */
  respondAbout<K extends Exclude<Kind, "functions">, R extends Diagnosed>(
    kind: K,
    during: string,
    name: string,
    otherwise: NoInfer<R>,
    work: (declared: Declared<K>, report: ReportDiagnostics) => Promise<NoInfer<R>>,
  ): Promise<R> {
    const schema = this.provider[kind]?.[name]?.schema;
    return this.respond<R>(`${during} ${name}`, schema, otherwise, async (report) =>
      work(this.declared(kind, name), report),
    );
  }

  /**
   * Runs a call and adds the diagnostics to its response. If the work throws, the response is `otherwise` with the
   * diagnostics of the error, so that a call always has a response.
   * @param during the operation, such as "create of null_resource"
   * @param schema the schema that the paths of the diagnostics refer to
   */
  async respond<R extends Diagnosed>(
    during: string,
    schema: Schema | undefined,
    otherwise: NoInfer<R>,
    work: (report: ReportDiagnostics) => Promise<NoInfer<R>>,
  ): Promise<R> {
    const collected: Diagnostic[] = [];
    const settle = (result: R) => ({
      ...result,
      diagnostics: this.diagnosticMessages([...collected, ...this.#warnings.splice(0)], schema),
    });
    try {
      return settle(await work((diagnostics) => collected.push(...(diagnostics ?? []))));
    } catch (thrown) {
      collected.push(...this.diagnosticsOf(thrown, during));
      return settle(otherwise);
    }
  }

  diagnosticsOf(thrown: unknown, during: string): readonly Diagnostic[] {
    if (this.isRepeated(thrown)) {
      return thrown.diagnostics.map((each) => ({ ...each, detail: SAME_CAUSE }));
    }
    return this.provider.describeFailure?.(thrown, during) ?? diagnosticsOf(thrown, during, this.log);
  }

  /** Returns the diagnostics as messages, without secrets. */
  diagnosticMessages(diagnostics: readonly Diagnostic[], schema?: Schema) {
    const type = schema && schemaType(schema);
    return diagnostics.map(({ summary, detail, ...rest }) =>
      toDiagnosticMessage(
        { ...rest, summary: this.secrets.redact(summary), detail: this.secrets.redact(detail) },
        type,
      ),
    );
  }

  /** Runs a write, which `finishWrites` waits for. Refuses it after a stop. */
  async write<T>(work: () => Promise<T>): Promise<T> {
    if (this.signal.aborted) {
      throw stopping("Terraform asked the provider to stop before this change started.");
    }
    const running = work();
    this.#writes.add(running);
    try {
      return await running;
    } finally {
      this.#writes.delete(running);
    }
  }

  /** Asks the handlers to stop. Writes in flight continue, because Terraform waits for their responses. */
  stop(): void {
    // The progress of the handler is unknown here, so the text must also be true after a request was sent.
    this.#stop.abort(
      stopping(
        "Terraform asked the provider to stop during this operation. Requests that were already sent are finished, and no further requests are sent. " +
          "The next plan shows the remaining changes.",
      ),
    );
  }

  /** Waits until the writes in flight succeed or fail. */
  async finishWrites(): Promise<void> {
    await Promise.allSettled(this.#writes);
  }

  #requireSession(): unknown {
    if (this.#unknown) {
      throw this.#unknown;
    }
    if (this.#configured) {
      return this.#configured.session;
    }
    const detail = "Terraform called the provider before it was configured, or its configuration failed.";
    throw new DiagnosticError(problem("The provider is not configured", detail));
  }
}

function keyOf(memory: Uint8Array = new Uint8Array()): string {
  return Buffer.from(memory).toString("base64");
}

/** Returns the error that a handler throws after a stop. The user sees its text. */
function stopping(detail: string): DiagnosticError {
  return new DiagnosticError(problem("The provider is stopping", detail));
}
