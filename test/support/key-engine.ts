import { differences } from "../../src/cli/engine/plan-json";
import type { Emulator } from "../../src/emulator";
import { containsUnknown, DiagnosticError, isUnknownValue, type ObjectValue, type Value } from "../../src/plugin";
import { complete } from "../../src/plugin/plan/nested";
import { schemaType } from "../../src/plugin/schema/schema";
import { readValue, writeValue } from "../../src/plugin/values/dynamic-message";
import { valuesEqual } from "../../src/plugin/values/equal";
import { provider } from "../../src/provider/provider";
import { apiKeyResource } from "../../src/resources/api-key/resource";
import type { Host } from "./plugin/harness/host";
import { type Diagnostic, Diagnostic_Severity, type DynamicValue } from "./plugin/protocol/tfplugin6_pb";
import type { ProviderProcess } from "./provider-process";

const TYPE = schemaType(apiKeyResource.schema);
const FIELDS = apiKeyResource.schema.attributes;
const PROVIDER_TYPE = schemaType(provider.schema);
const typeName = "clickstack_api_key";

/** A key in the state file. */
interface StoredKeyState {
  readonly value: ObjectValue;
  readonly private: Uint8Array;
  /** The next apply replaces it. */
  readonly isTainted?: boolean;
}

/** Effect of one run on the key. */
export type Outcome = "unchanged" | "created" | "updated" | "replaced" | "destroyed";

/** Settings of the engine for a key. */
interface KeyEngineOptions {
  /** The key that authenticates requests. Default: the first key of the emulator. */
  readonly credentials?: { readonly keyId: string; readonly keySecret: string };
  /** `create_before_destroy` of the resource. Default true. */
  readonly createFirst?: boolean;
  /**
   * Deposed objects are destroyed before the current one is changed. Terraform does both at the same time. Default
   * false.
   */
  readonly deposedFirst?: boolean;
}

/**
 * Simulates the engine for one API key, as Terraform's core does, with the real provider in a separate process. It
 * covers plan and apply, replacement in either order, and the state after the provider fails or dies.
 */
export class KeyEngine {
  current: StoredKeyState | undefined;
  deposed: readonly StoredKeyState[] = [];
  /** Summaries of the warnings since the last run began. */
  warnings: string[] = [];
  /** Complete texts of these warnings. */
  warningTexts: string[] = [];

  /** The address that the provider uses for ClickHouse Cloud. Default: that of the emulator. */
  endpoint: string | undefined;

  constructor(
    private readonly emulator: Emulator,
    private readonly provider: ProviderProcess,
    private readonly options: KeyEngineOptions = {},
  ) {}

  /** Returns the value of an attribute in state. */
  get(name: string): Value {
    return this.current?.value[name] ?? null;
  }

  /** `terraform state rm`: removes the key from the state. The server keeps it. */
  forget(): void {
    this.current = undefined;
    this.deposed = [];
  }

  /** `terraform taint`: the next apply replaces the key. */
  taint(): void {
    if (this.current) {
      this.current = { ...this.current, isTainted: true };
    }
  }

  /**
   * Plans and applies. A null configuration destroys. Throws `Killed`, or a DiagnosticError of the provider.
   * @param beforeApply runs between the plan and the apply
   */
  async apply(config: ObjectValue | null, beforeApply?: () => Promise<void> | void): Promise<Outcome> {
    this.#forgetWarnings();
    const planned = await this.#plan(config);
    await beforeApply?.();
    await this.#configure();
    return config === null ? this.#destroyAll(planned) : this.#carryOut(configured(config), planned);
  }

  /** Plans without an apply. Returns the outcome that an apply would have. */
  async plan(config: ObjectValue | null): Promise<Outcome> {
    this.#forgetWarnings();
    const { action } = await this.#plan(config);
    return action;
  }

  /** Returns the paths that an apply would change in place. */
  async plannedDifferences(config: ObjectValue): Promise<readonly string[]> {
    const { change } = await this.#plan(config);
    return [...differences(this.current?.value, change?.value ?? this.current?.value)].sort();
  }

  /** Kills the provider when the emulator holds a request. Resolves when the provider has ended. */
  async killWhenHeld(): Promise<void> {
    await this.emulator.nextHeld();
    await this.provider.kill();
  }

  /** Every phase of a run configures a new provider. */
  async #configure(): Promise<void> {
    const { endpoint, organizationId, ...first } = this.emulator.endpoints.managed;
    const { keyId, keySecret } = this.options.credentials ?? first;
    const config = complete(provider.schema.attributes, {
      cloud_endpoint: this.endpoint ?? endpoint,
      organization_id: organizationId,
      cloud_api_key: keyId,
      cloud_api_secret: keySecret,
      requests_per_window: 100_000,
    });
    const response = await this.#call("configureProvider", {
      terraformVersion: "1.11.4",
      config: writeValue(PROVIDER_TYPE, config),
    });
    this.#report(response.diagnostics);
  }

  async #plan(config: ObjectValue | null): Promise<Planned> {
    await this.#configure();
    this.current = this.current && (await this.#read(this.current));
    const deposed = await Promise.all(this.deposed.map((each) => this.#read(each)));
    this.deposed = deposed.flatMap((each) => each ?? []);
    await Promise.all(this.deposed.map((each) => this.#planDestroy(each)));
    if (config !== null) {
      return this.#planChange(configured(config));
    }
    const own = this.current && (await this.#planDestroy(this.current));
    return { action: "destroyed", ...(own && { own }) };
  }

  async #planChange(config: ObjectValue): Promise<Planned> {
    const { diagnostics } = await this.#call("validateResourceConfig", {
      typeName,
      config: writeValue(TYPE, config),
      clientCapabilities: { writeOnlyAttributesAllowed: true },
    });
    this.#report(diagnostics);
    if (!this.current) {
      return { action: "created", change: await this.#planOne(config, null, new Uint8Array()) };
    }
    // The core plans a tainted object like a missing one.
    if (this.current.isTainted) {
      return { action: "replaced", change: await this.#planOne(config, null, new Uint8Array()) };
    }
    const response = await this.#planOne(config, this.current.value, this.current.private);
    if (response.replaces) {
      return { action: "replaced", change: await this.#planOne(config, null, response.private) };
    }
    return {
      action: valuesEqual(response.value, this.current.value, TYPE) ? "unchanged" : "updated",
      change: response,
    };
  }

  async #planOne(config: ObjectValue, prior: ObjectValue | null, priorPrivate: Uint8Array) {
    const response = await this.#call("planResourceChange", {
      typeName,
      priorState: writeValue(TYPE, prior),
      proposedNewState: writeValue(TYPE, complete(FIELDS, config)),
      config: writeValue(TYPE, config),
      priorPrivate,
    });
    this.#report(response.diagnostics);
    const value = objectOf(response.plannedState) ?? {};
    const paths = response.requiresReplace.map(({ steps }) => String(steps[0]?.selector.value));
    const replaces = prior !== null && paths.some((name) => differs(prior[name] ?? null, value[name] ?? null));
    return { value, private: response.plannedPrivate, replaces };
  }

  async #planDestroy(stored: StoredKeyState): Promise<Uint8Array> {
    const response = await this.#call("planResourceChange", {
      typeName,
      priorState: writeValue(TYPE, stored.value),
      proposedNewState: writeValue(TYPE, null),
      config: writeValue(TYPE, null),
      priorPrivate: stored.private,
    });
    this.#report(response.diagnostics);
    return response.plannedPrivate;
  }

  async #carryOut(config: ObjectValue, { action, change }: Planned): Promise<Outcome> {
    if (action === "replaced" && this.current) {
      if (this.options.createFirst ?? true) {
        this.deposed = [...this.deposed, this.current];
      }
      // The core passes the private data of the replacement's plan to the destroy.
      else {
        await this.#deleteCurrent(this.current, change?.private ?? this.current.private);
      }
      this.current = undefined;
    }
    if (action === "created" || action === "replaced") {
      const { value, private: carried } = await this.#planAgain(config, undefined, change);
      await this.#write(config, null, value, carried).catch((error) => {
        // The core restores the replaced object if its successor was not created.
        if (this.current === undefined && action === "replaced") {
          this.current = this.deposed.at(-1);
          this.deposed = this.deposed.slice(0, -1);
        }
        throw error;
      });
    }
    const write = async () => {
      if (action !== "updated" || !this.current) {
        return;
      }
      const { value, private: carried } = await this.#planAgain(config, this.current, change);
      await this.#write(config, this.current.value, value, carried);
    };
    if (!this.options.deposedFirst) {
      await write();
    }
    for (const each of this.deposed) {
      await this.#deleteDeposed(each);
    }
    if (this.options.deposedFirst) {
      await write();
    }
    return action;
  }

  async #destroyAll({ own }: Planned): Promise<Outcome> {
    for (const each of this.deposed) {
      await this.#deleteDeposed(each);
    }
    if (this.current) {
      await this.#deleteCurrent(this.current, own ?? this.current.private);
    }
    return "destroyed";
  }

  /** Like every phase, an apply plans again. The result must match the known values of the first plan. */
  async #planAgain(config: ObjectValue, before: StoredKeyState | undefined, first: Planned["change"]) {
    const final = await this.#planOne(config, before?.value ?? null, before?.private ?? new Uint8Array());
    const known = Object.entries(first?.value ?? {}).filter(([, value]) => !containsUnknown(value));
    for (const [name, value] of known) {
      expect({ [name]: final.value[name] }).toEqual({ [name]: value });
    }
    return final;
  }

  async #write(config: ObjectValue, prior: ObjectValue | null, plan: ObjectValue, carried: Uint8Array): Promise<void> {
    const response = await this.#call("applyResourceChange", {
      typeName,
      priorState: writeValue(TYPE, prior),
      plannedState: writeValue(TYPE, plan),
      config: writeValue(TYPE, config),
      plannedPrivate: carried,
    });
    const value = objectOf(response.newState);
    const isTainted = prior === null && response.diagnostics.some(isError);
    if (value) {
      this.current = { value, private: response.private, isTainted };
    }
    this.#report(response.diagnostics);
  }

  async #deleteDeposed(each: StoredKeyState): Promise<void> {
    const others = this.deposed.filter((other) => other !== each);
    await this.#delete(each, await this.#planDestroy(each), (left) => {
      this.deposed = left ? [...others, left] : others;
    });
  }

  #deleteCurrent(stored: StoredKeyState, carried: Uint8Array): Promise<void> {
    return this.#delete(stored, carried, (left) => {
      this.current = left;
    });
  }

  /**
   * @param keep receives the object in the state afterwards: undefined, or the remaining object after a failed destroy
   */
  async #delete(
    { value, isTainted }: StoredKeyState,
    carried: Uint8Array,
    keep: (left: StoredKeyState | undefined) => void,
  ): Promise<void> {
    const response = await this.#call("applyResourceChange", {
      typeName,
      priorState: writeValue(TYPE, value),
      plannedState: writeValue(TYPE, null),
      config: writeValue(TYPE, null),
      plannedPrivate: carried,
    });
    const left = objectOf(response.newState);
    keep(left ? { value: left, private: response.private, ...(isTainted && { isTainted }) } : undefined);
    this.#report(response.diagnostics);
  }

  async #read(stored: StoredKeyState): Promise<StoredKeyState | undefined> {
    const response = await this.#call("readResource", {
      typeName,
      currentState: writeValue(TYPE, stored.value),
      private: stored.private,
    });
    this.#report(response.diagnostics);
    const value = objectOf(response.newState);
    return value ? { ...stored, value, private: response.private } : undefined;
  }

  #call: Host["call"] = (...args) => this.provider.call(...args);

  #forgetWarnings(): void {
    this.warnings = [];
    this.warningTexts = [];
  }

  #report(diagnostics: readonly Diagnostic[]): void {
    const errors = diagnostics.filter(isError);
    const warnings = diagnostics.filter((each) => !isError(each));
    this.warnings.push(...warnings.map(({ summary }) => summary));
    this.warningTexts.push(...warnings.map(({ summary, detail }) => `${summary}: ${detail}`));
    if (errors.length > 0) {
      throw new DiagnosticError(errors.map(({ summary, detail }) => ({ severity: "error", summary, detail })));
    }
  }
}

interface Planned {
  readonly action: Outcome;
  readonly change?: { readonly value: ObjectValue; readonly private: Uint8Array };
  /** Planned private state for the destroy of the current object. */
  readonly own?: Uint8Array;
}

function isError({ severity }: Diagnostic): boolean {
  return severity === Diagnostic_Severity.ERROR;
}

/** Returns a configuration. Write-only values exist only in it, not in a plan or state. */
function configured(config: ObjectValue): ObjectValue {
  return { ...complete(FIELDS, config), ...config };
}

function objectOf(message: DynamicValue | undefined): ObjectValue | null {
  return message ? (readValue(TYPE, message) as ObjectValue | null) : null;
}

function differs(before: Value, after: Value): boolean {
  return isUnknownValue(after) || JSON.stringify(before) !== JSON.stringify(after);
}
