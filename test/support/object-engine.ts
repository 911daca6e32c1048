import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProviderExecutable, thisPlatform } from "../../src/install/provider-executable";
import type { ObjectValue, Schema } from "../../src/plugin";
import { complete } from "../../src/plugin/plan/nested";
import { schemaType } from "../../src/plugin/schema/schema";
import { readValue, writeValue } from "../../src/plugin/values/dynamic-message";
import { valuesEqual } from "../../src/plugin/values/equal";
import { provider } from "../../src/provider/provider";
import type { Host } from "./plugin/harness/host";
import { type Diagnostic, Diagnostic_Severity, type DynamicValue } from "./plugin/protocol/tfplugin6_pb";
import { configuredProvider } from "./provider-process";

/** A resource that refers to no other resource. */
export interface Declared {
  readonly typeName: string;
  readonly config: ObjectValue;
}

interface HeldObject {
  readonly typeName: string;
  readonly value: ObjectValue;
  readonly private: Uint8Array;
}

/** Changes and errors of a run, by address. */
interface RunResult {
  readonly changed: readonly string[];
  readonly errors: ReadonlyMap<string, string>;
}

/**
 * Simulates the engine for many independent resources. It reads, plans and applies all of them at the same time. Each
 * phase uses a new process of the real provider, as in Terraform's core. Unlike the core, it continues with the other
 * resources if one plan fails, so that one run can play a fault at each resource. It does not support replacement.
 */
export class ObjectEngine implements Disposable {
  /** The state, by address. */
  readonly state = new Map<string, HeldObject>();
  /** The folder is created as by `terraform init`. The provider stores its journal of creates in it. */
  readonly #dataFolder = mkdtempSync(join(tmpdir(), "object-engine-"));

  /** @param configuration the provider's arguments */
  constructor(private readonly configuration: ObjectValue) {}

  [Symbol.dispose](): void {
    rmSync(this.#dataFolder, { recursive: true });
  }

  /** Reads, plans and applies. Objects in the state that are not declared are destroyed. */
  async apply(declared: ReadonlyMap<string, Declared>): Promise<RunResult> {
    const errors = new Map<string, string>();
    const planned = await this.#withProvider((host) => this.#plan(host, declared, errors));
    await this.#withProvider((host) =>
      this.#all([...planned.keys()], errors, (address) => this.#carryOut(host, address, planned)),
    );
    return { changed: [...planned.keys()], errors };
  }

  /** Returns the addresses that an apply would change. */
  async plan(declared: ReadonlyMap<string, Declared>): Promise<RunResult> {
    const errors = new Map<string, string>();
    const planned = await this.#withProvider((host) => this.#plan(host, declared, errors));
    return { changed: [...planned.keys()], errors };
  }

  /**
   * Reads objects in one process, all objects of a batch at once, without storing the results, and then plans a new
   * object. Returns undefined for objects that a read reports as deleted. Errors are omitted, because the caller checks
   * the other results.
   */
  async ask(
    batches: readonly (readonly string[])[],
    planned: Declared,
  ): Promise<ReadonlyMap<string, ObjectValue | undefined>> {
    const values = new Map<string, ObjectValue | undefined>();
    await this.#withProvider(async (host) => {
      for (const batch of batches) {
        await this.#all(batch, new Map(), async (address) => {
          values.set(address, (await this.#readOne(host, this.#held(address)))?.value);
        });
      }
      await this.#planOne(host, planned.typeName, planned.config, undefined);
    });
    return values;
  }

  async #withProvider<T>(work: (host: Host) => Promise<T>): Promise<T> {
    const environment = { TF_DATA_DIR: this.#dataFolder };
    await using host = await configuredProvider(this.configuration, {
      program: findProviderExecutable(thisPlatform()),
      environment,
      terraformVersion: "1.11.4",
    });
    return await work(host); // the process ends after the work
  }

  async #plan(
    host: Host,
    declared: ReadonlyMap<string, Declared>,
    errors: Map<string, string>,
  ): Promise<ReadonlyMap<string, Planned>> {
    await this.#all([...this.state.keys()], errors, async (address) => {
      const read = await this.#readOne(host, this.#held(address));
      if (read) {
        this.state.set(address, read);
      } else {
        this.state.delete(address);
      }
    });
    const planned = new Map<string, Planned>();
    const addresses = new Set([...declared.keys(), ...this.state.keys()].filter((address) => !errors.has(address)));
    await this.#all([...addresses], errors, async (address) => {
      const wanted = declared.get(address);
      const change = await this.#planOne(
        host,
        wanted?.typeName ?? this.#held(address).typeName,
        wanted?.config,
        this.state.get(address),
      );
      if (change) {
        planned.set(address, change);
      }
    });
    return planned;
  }

  async #planOne(
    host: Host,
    typeName: string,
    wanted: ObjectValue | undefined,
    held: HeldObject | undefined,
  ): Promise<Planned | undefined> {
    const { type, fields } = typeOf(typeName);
    const config = wanted === undefined ? null : withWriteOnly(fields, wanted);
    const response = await host.call("planResourceChange", {
      typeName,
      priorState: writeValue(type, held?.value ?? null),
      proposedNewState: writeValue(type, config),
      config: writeValue(type, config),
      priorPrivate: held?.private ?? new Uint8Array(),
    });
    refuse(response.diagnostics);
    const value = objectIn(typeName, response.plannedState);
    if (value && held && valuesEqual(value, held.value, type)) {
      return undefined;
    }
    if (held && response.requiresReplace.length > 0) {
      throw new Error(`${typeName} would be replaced`);
    }
    return { typeName, config, value, private: response.plannedPrivate };
  }

  async #carryOut(host: Host, address: string, planned: ReadonlyMap<string, Planned>): Promise<void> {
    const plan = planned.get(address);
    if (!plan) {
      return;
    }
    const { typeName } = plan;
    const { type } = typeOf(typeName);
    const response = await host.call("applyResourceChange", {
      typeName,
      priorState: writeValue(type, this.state.get(address)?.value ?? null),
      plannedState: writeValue(type, plan.value ?? null),
      config: writeValue(type, plan.config),
      plannedPrivate: plan.private,
    });
    const value = objectIn(typeName, response.newState);
    if (value) {
      this.state.set(address, { typeName, value, private: response.private });
    } else {
      this.state.delete(address);
    }
    refuse(response.diagnostics);
  }

  async #readOne(host: Host, { typeName, value, private: memory }: HeldObject): Promise<HeldObject | undefined> {
    const response = await host.call("readResource", {
      typeName,
      currentState: writeValue(typeOf(typeName).type, value),
      private: memory,
    });
    refuse(response.diagnostics);
    const read = objectIn(typeName, response.newState);
    return read && { typeName, value: read, private: response.private };
  }

  /** Works on all objects at the same time and records the error of each one. */
  async #all(
    addresses: readonly string[],
    errors: Map<string, string>,
    work: (address: string) => Promise<void>,
  ): Promise<void> {
    await Promise.all(
      addresses.map((address) =>
        work(address).catch((error: unknown) => {
          errors.set(address, error instanceof Error ? error.message : String(error));
        }),
      ),
    );
  }

  #held(address: string): HeldObject {
    const held = this.state.get(address);
    if (!held) {
      throw new Error(`${address} is not in the state`);
    }
    return held;
  }
}

interface Planned {
  readonly typeName: string;
  readonly config: ObjectValue | null;
  /** Undefined for a destroy. */
  readonly value: ObjectValue | undefined;
  readonly private: Uint8Array;
}

function typeOf(typeName: string) {
  const resource = provider.resources[typeName];
  if (!resource) {
    throw new Error(`no resource type ${typeName}`);
  }
  return { type: schemaType(resource.schema), fields: resource.schema.attributes };
}

/** Returns a complete configuration. `complete` omits write-only values, which no plan contains. */
function withWriteOnly(fields: Schema["attributes"], config: ObjectValue): ObjectValue {
  const written = Object.entries(config).filter(([name]) => fields[name]?.writeOnly);
  return { ...complete(fields, config), ...Object.fromEntries(written) };
}

function objectIn(typeName: string, message: DynamicValue | undefined): ObjectValue | undefined {
  return message ? ((readValue(typeOf(typeName).type, message) as ObjectValue | null) ?? undefined) : undefined;
}

/** Throws if there are diagnostics. */
function refuse(diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(({ severity }) => severity === Diagnostic_Severity.ERROR);
  if (errors.length > 0) {
    throw new Error(errors.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n"));
  }
}
