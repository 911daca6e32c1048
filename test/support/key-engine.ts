import type { Emulator } from "../../src/emulator";
import { DiagnosticError, isUnknown, type ObjectValue, type Value } from "../../src/plugin";
import { complete } from "../../src/plugin/plan/complete";
import { type Diagnostic, Diagnostic_Severity, type DynamicValue } from "../../src/plugin/protocol/tfplugin6_pb";
import { fieldsOf, schemaType } from "../../src/plugin/schema/field";
import { valuesEqual } from "../../src/plugin/values/equal";
import { readValue, writeValue } from "../../src/plugin/wire/dynamic-message";
import { apiKeyResource } from "../../src/provider/api-key-resource";
import { provider } from "../../src/provider/provider";
import { Host } from "../plugin/harness/host";
import { environmentFor } from "./environment";
import { PROVIDER_SCRIPT } from "./workspace";

const TYPE = schemaType(apiKeyResource.schema);
const FIELDS = fieldsOf(apiKeyResource.schema);
const PROVIDER_TYPE = schemaType(provider.schema);
const typeName = "clickstack_api_key";

/** A key as the state file holds it. */
export interface StoredKeyState {
  readonly value: ObjectValue;
  readonly private: Uint8Array;
}

/** What one run did with the key. */
export type Outcome = "unchanged" | "created" | "updated" | "replaced" | "destroyed";

/** The provider was killed; the state holds what it had answered until then. */
export class Killed extends Error {}

/**
 * Plays the engine for one API key with create_before_destroy, as Terraform's core does, against the real provider in a process of its own:
 * plan and apply, replacement by a deposed object, and what the state keeps when the provider dies in between.
 */
export class KeyEngine implements AsyncDisposable {
  current: StoredKeyState | undefined;
  deposed: readonly StoredKeyState[] = [];
  /** Summaries of the warnings since the last run began. */
  warnings: string[] = [];
  #host: Host | undefined;
  readonly #killed = new WeakSet<Host>();

  constructor(
    private readonly emulator: Emulator,
    private readonly environment: Readonly<Record<string, string>> = {},
  ) {}

  /** The value of an attribute in state. */
  get(name: string): Value {
    return this.current?.value[name] ?? null;
  }

  /** Plans and applies. A configuration of null destroys. Throws `Killed`, or a DiagnosticError with what the provider refused. */
  async apply(config: ObjectValue | null): Promise<Outcome> {
    this.warnings = [];
    const planned = await this.#plan(config);
    await this.#configure();
    return config === null ? this.#destroyAll(planned) : this.#carryOut(complete(FIELDS, config), planned);
  }

  /** Plans only: what an apply would do. */
  async plan(config: ObjectValue | null): Promise<Outcome> {
    this.warnings = [];
    const { action } = await this.#plan(config);
    return action;
  }

  /** Kills the provider when the emulator holds a request. Resolves when it is dead. */
  async killWhenHeld(): Promise<void> {
    await this.emulator.nextHeld();
    if (this.#host) this.#killed.add(this.#host);
    this.#host?.process.kill("SIGKILL");
    await this.#host?.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#host?.[Symbol.asyncDispose]();
  }

  /** Every phase of a run has a provider of its own: a new process after a kill, else one that is configured anew. */
  async #configure(): Promise<void> {
    if (!this.#host || this.#killed.has(this.#host)) {
      const environment = { ...environmentFor(this.emulator.endpoints), ...this.environment };
      this.#host = await new Host(PROVIDER_SCRIPT, environment).connect();
    }
    const config = complete(fieldsOf(provider.schema), { requests_per_window: 100_000 });
    const answer = await this.#call("configureProvider", {
      terraformVersion: "1.11.4",
      config: writeValue(PROVIDER_TYPE, config),
    });
    this.#report(answer.diagnostics);
  }

  async #plan(config: ObjectValue | null): Promise<Planned> {
    await this.#configure();
    this.current = this.current && (await this.#read(this.current));
    const deposed = await Promise.all(this.deposed.map((each) => this.#read(each)));
    this.deposed = deposed.flatMap((each) => each ?? []);
    await Promise.all(this.deposed.map((each) => this.#planDestroy(each)));
    if (config !== null) return this.#planChange(complete(FIELDS, config));
    const own = this.current && (await this.#planDestroy(this.current));
    return { action: "destroyed", ...(own && { own }) };
  }

  async #planChange(config: ObjectValue): Promise<Planned> {
    const { diagnostics } = await this.#call("validateResourceConfig", { typeName, config: writeValue(TYPE, config) });
    this.#report(diagnostics);
    if (!this.current) return { action: "created" };
    const answer = await this.#planOne(config, this.current.value, this.current.private);
    if (answer.replaces) {
      await this.#planOne(config, null, answer.private);
      return { action: "replaced" };
    }
    return { action: valuesEqual(answer.value, this.current.value, TYPE) ? "unchanged" : "updated", change: answer };
  }

  async #planOne(config: ObjectValue, prior: ObjectValue | null, priorPrivate: Uint8Array) {
    const answer = await this.#call("planResourceChange", {
      typeName,
      priorState: writeValue(TYPE, prior),
      proposedNewState: writeValue(TYPE, config),
      config: writeValue(TYPE, config),
      priorPrivate,
    });
    this.#report(answer.diagnostics);
    const value = objectOf(answer.plannedState) ?? {};
    const paths = answer.requiresReplace.map(({ steps }) => String(steps[0]?.selector.value));
    const replaces = prior !== null && paths.some((name) => differs(prior[name] ?? null, value[name] ?? null));
    return { value, private: answer.plannedPrivate, replaces };
  }

  async #planDestroy(stored: StoredKeyState): Promise<Uint8Array> {
    const answer = await this.#call("planResourceChange", {
      typeName,
      priorState: writeValue(TYPE, stored.value),
      proposedNewState: writeValue(TYPE, null),
      config: writeValue(TYPE, null),
      priorPrivate: stored.private,
    });
    this.#report(answer.diagnostics);
    return answer.plannedPrivate;
  }

  async #carryOut(config: ObjectValue, { action, change }: Planned): Promise<Outcome> {
    if (action === "replaced" && this.current) {
      this.deposed = [...this.deposed, this.current];
      this.current = undefined;
    }
    if (action === "created" || action === "replaced") {
      const { value, private: carried } = await this.#planOne(config, null, new Uint8Array());
      await this.#write(config, null, value, carried).catch((error) => {
        // The core puts the object back that was to be replaced when nothing came of its successor.
        if (action === "replaced") this.current = this.deposed.at(-1);
        if (action === "replaced") this.deposed = this.deposed.slice(0, -1);
        throw error;
      });
    }
    if (action === "updated" && change && this.current)
      await this.#write(config, this.current.value, change.value, change.private);
    for (const each of this.deposed) {
      await this.#delete(each, await this.#planDestroy(each));
      this.deposed = this.deposed.filter((other) => other !== each);
    }
    return action;
  }

  async #destroyAll({ own }: Planned): Promise<Outcome> {
    for (const each of this.deposed) await this.#delete(each, await this.#planDestroy(each));
    this.deposed = [];
    if (this.current) await this.#delete(this.current, own ?? this.current.private);
    this.current = undefined;
    return "destroyed";
  }

  async #write(config: ObjectValue, prior: ObjectValue | null, plan: ObjectValue, carried: Uint8Array): Promise<void> {
    const answer = await this.#call("applyResourceChange", {
      typeName,
      priorState: writeValue(TYPE, prior),
      plannedState: writeValue(TYPE, plan),
      config: writeValue(TYPE, config),
      plannedPrivate: carried,
    });
    const value = objectOf(answer.newState);
    if (value) this.current = { value, private: answer.private };
    this.#report(answer.diagnostics);
  }

  async #delete({ value }: StoredKeyState, carried: Uint8Array): Promise<void> {
    const answer = await this.#call("applyResourceChange", {
      typeName,
      priorState: writeValue(TYPE, value),
      plannedState: writeValue(TYPE, null),
      config: writeValue(TYPE, null),
      plannedPrivate: carried,
    });
    this.#report(answer.diagnostics);
  }

  async #read(stored: StoredKeyState): Promise<StoredKeyState | undefined> {
    const answer = await this.#call("readResource", {
      typeName,
      currentState: writeValue(TYPE, stored.value),
      private: stored.private,
    });
    this.#report(answer.diagnostics);
    const value = objectOf(answer.newState);
    return value ? { value, private: answer.private } : undefined;
  }

  #call: Host["call"] = async (...args) => {
    const host = this.#host;
    if (!host) throw new Error("configure first");
    try {
      return await host.call(...args);
    } catch (error) {
      if (this.#killed.has(host)) throw new Killed("the provider was killed");
      throw error;
    }
  };

  #report(diagnostics: readonly Diagnostic[]): void {
    const errors = diagnostics.filter(({ severity }) => severity === Diagnostic_Severity.ERROR);
    this.warnings.push(...diagnostics.filter((each) => !errors.includes(each)).map(({ summary }) => summary));
    if (errors.length > 0)
      throw new DiagnosticError(errors.map(({ summary, detail }) => ({ severity: "error", summary, detail })));
  }
}

interface Planned {
  readonly action: Outcome;
  readonly change?: { readonly value: ObjectValue; readonly private: Uint8Array };
  /** The planned private state of the current object's end. */
  readonly own?: Uint8Array;
}

function objectOf(message: DynamicValue | undefined): ObjectValue | null {
  return message ? (readValue(TYPE, message) as ObjectValue | null) : null;
}

function differs(before: Value, after: Value): boolean {
  return isUnknown(after) || JSON.stringify(before) !== JSON.stringify(after);
}
