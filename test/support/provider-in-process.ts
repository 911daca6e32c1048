import { differences } from "../../src/cli/engine/plan-json";
import type { ClientSettings } from "../../src/client";
import {
  createLog,
  type Diagnostic,
  type ListedResource,
  type ListResource,
  type ObjectValue,
  type PrivateState,
  planChange,
  type Resource,
  type WriteResult,
} from "../../src/plugin";
import { complete } from "../../src/plugin/plan/nested";
import { findDifferencesFromPlan } from "../../src/plugin/plan/plan-change";
import { inFormOf, keepPlanned, withPlannedValues } from "../../src/plugin/plan/prior-form";
import { resourcesOf } from "../../src/resources/all-handlers";
import { type Client, createClient } from "../../src/resources/client";
import { resourceTypes } from "../../src/resources/registry";
import { Session, type SessionOptions } from "../../src/resources/shared/session";

type Target = Pick<ClientSettings, "openSource" | "managed" | "observability" | "uiEndpoint">;

/** A resource in the state: its attributes and its private data. */
export interface Held {
  readonly state: ObjectValue;
  readonly private: PrivateState;
}

/**
 * One process of the provider without an engine. The test calls its handlers in the same way as an engine, with a real
 * server.
 */
export class ProviderRun implements AsyncDisposable {
  readonly session: Session & { readonly client: Client };
  readonly #context;

  constructor(target: Target, options: SessionOptions = {}) {
    const client = createClient({ userAgent: "tests", environment: {}, ...target });
    this.session = Object.assign(new Session(client, options), { client });
    this.#context = {
      session: this.session,
      signal: new AbortController().signal,
      log: createLog({ level: "off", module: "tests", write: () => undefined }),
    };
  }

  /** Plans a create (`held` undefined) or an update. */
  async plan(
    resource: Resource<Session>,
    config: ObjectValue,
    held?: Held,
  ): Promise<{ readonly plan: ObjectValue; readonly diagnostics: readonly Diagnostic[] }> {
    const fields = resource.schema.attributes;
    const whole = complete(fields, config);
    const state = held ? complete(fields, held.state) : null;
    const change = planChange(resource.schema, whole, state);
    const written = Object.entries(config).filter(([name]) => fields[name]?.writeOnly);
    const request = {
      config: { ...whole, ...Object.fromEntries(written) },
      state,
      private: held?.private ?? {},
      ...change,
    };
    const modified = await resource.modifyPlan?.(request, this.#context);
    return { plan: complete(fields, modified?.plan ?? change.plan), diagnostics: modified?.diagnostics ?? [] };
  }

  /** Plans again, as an engine does in an apply, and writes. Throws the errors of the plan. */
  async apply(resource: Resource<Session>, config: ObjectValue, held?: Held): Promise<Held> {
    const { plan, diagnostics } = await this.plan(resource, config, held);
    const [error] = diagnostics.filter(({ severity }) => severity === "error");
    if (error) {
      throw new Error(`${error.summary}: ${error.detail}`);
    }
    if (held) {
      return this.update(resource, config, plan, held);
    }
    return this.create(resource, config, plan);
  }

  /** Writes a planned create. */
  async create(
    resource: Resource<Session>,
    config: ObjectValue,
    plan: ObjectValue,
  ): Promise<Held & Pick<WriteResult, "diagnostics">> {
    const written = await resource.create({ config, plan, private: {} }, this.#context);
    return resultOf(resource, written, plan, {});
  }

  /** Writes a planned update. */
  async update(
    resource: Resource<Session>,
    config: ObjectValue,
    plan: ObjectValue,
    held: Held,
  ): Promise<Held & Pick<WriteResult, "diagnostics">> {
    const written = await resource.update({ config, plan, ...held }, this.#context);
    return resultOf(resource, written, plan, held.private);
  }

  async refresh(resource: Resource<Session>, held: Held): Promise<Held | null> {
    const read = await resource.read(held, this.#context);
    return (
      read && {
        state: inFormOf(resource.schema.attributes, read.state, held.state),
        private: read.private ?? held.private,
      }
    );
  }

  /** Refreshes a resource, plans it, and returns the paths that an apply would change. */
  async plannedDifferences(resource: Resource<Session>, config: ObjectValue, held: Held): Promise<readonly string[]> {
    const seen = await this.refresh(resource, held);
    if (!seen) {
      throw new Error("The object was deleted.");
    }
    const { plan } = await this.plan(resource, config, seen);
    return differences(complete(resource.schema.attributes, seen.state), plan).toSorted();
  }

  /** Lists the objects of a type with their attributes. */
  async list(type: ListResource<Session>): Promise<readonly ListedResource[]> {
    const listed: ListedResource[] = [];
    for await (const each of type.list({ config: {}, includeResource: true, limit: 100 }, this.#context)) {
      listed.push(each);
    }
    return listed;
  }

  async planDestroy(resource: Resource<Session>, held: Held): Promise<readonly Diagnostic[]> {
    return (await resource.planDestroy?.(held, this.#context))?.diagnostics ?? [];
  }

  async destroy(resource: Resource<Session>, held: Held): Promise<void> {
    await resource.delete(held, this.#context);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.session.client.close();
  }
}

/** Returns the result that the runtime creates from a write. */
function resultOf(
  resource: Resource<Session>,
  { state, diagnostics = [], private: held }: WriteResult,
  plan: ObjectValue,
  before: PrivateState,
): Held & Required<Pick<WriteResult, "diagnostics">> {
  const fields = resource.schema.attributes;
  const result = keepPlanned(fields, inFormOf(fields, state, plan), plan);
  if (diagnostics.some(({ severity }) => severity === "error")) {
    return { state: result, private: held ?? before, diagnostics };
  }
  return {
    state: withPlannedValues(fields, plan, result),
    private: held ?? before,
    diagnostics: [...diagnostics, ...findDifferencesFromPlan(fields, plan, result, "a write")],
  };
}

const resources = resourcesOf(resourceTypes);

/** Returns the provider's resource, with the checks that all resources share. */
export function resource(type: string): Resource<Session> {
  const found = resources[type];
  if (!found) {
    throw new Error(`There is no resource ${type}.`);
  }
  return found;
}
