import type { Emulator } from "../../src/emulator";
import { type Audit, audit } from "./audit";
import { startEmulator } from "./emulator/emulator-for-tests";
import { FaultProxy } from "./fault-proxy";
import type { Fault } from "./faults";
import type { StackDeployment } from "./mixed-stack";
import { type Declared, ObjectEngine } from "./object-engine";
import { cutToDeclared, declaredOnServer, type PlainObject } from "./plain-objects";
import { type NamedRequest, RequestNames } from "./request-names";
import { type ServerObject, serverObjects } from "./server-objects";
import { ui } from "./ui";

/** Result of one run with faults, and of the runs after it. */
export interface Survived {
  /** Objects whose fault was played. */
  readonly struck: readonly string[];
  /** Errors of the run after the run with faults. */
  readonly errors: readonly string[];
  readonly audit: Audit;
  /** Changes in a plan after these runs. */
  readonly planned: readonly string[];
}

/** An emulator behind the fault proxy, and an engine of plain objects that uses the proxy. */
export class ObjectServer implements AsyncDisposable {
  readonly #names = new RequestNames();
  /** Objects of other clients as text. They must not change. */
  #others: readonly string[];

  private constructor(
    readonly emulator: Emulator,
    readonly proxy: FaultProxy,
    readonly engine: ObjectEngine,
    /** The saved search that the alerts watch. */
    readonly savedSearchId: string,
    first: readonly ServerObject[],
  ) {
    this.#others = first.map((object) => JSON.stringify(object));
    proxy.observe = (request, response) => this.#names.learn(request, response);
  }

  static async start(deployment: StackDeployment): Promise<ObjectServer> {
    const emulator = await startEmulator();
    const { openSource, managed } = emulator.endpoints;
    const proxy = new FaultProxy(openSource.endpoint);
    const endpoint = await proxy.start();
    const engine = new ObjectEngine({
      cloud_endpoint: endpoint,
      cloud_api_key: managed.keyId,
      cloud_api_secret: managed.keySecret,
      organization_id: managed.organizationId,
      requests_per_window: 100_000,
      ...(deployment === "managed" ? { service_id: managed.serviceId } : { endpoint, api_key: openSource.accessKey }),
    });
    const savedSearchId = await watchedSearch(emulator);
    return new ObjectServer(emulator, proxy, engine, savedSearchId, await serverObjects(emulator, new Set()));
  }

  /** Plays a fault at the first request of each kind for each object, if the function returns a fault for it. */
  play(faultFor: (named: NamedRequest) => Fault | undefined): { readonly struck: readonly NamedRequest[] } {
    const struck = new Map<string, NamedRequest>();
    this.proxy.handle = (exchange) => {
      const named = this.#names.of(exchange.request);
      const text = JSON.stringify([named.operation, named.collection, named.object]);
      const fault = struck.has(text) ? undefined : faultFor(named);
      if (!fault) {
        return exchange.pass();
      }
      struck.set(text, named);
      return fault.play(exchange);
    };
    return {
      get struck() {
        return [...struck.values()];
      },
    };
  }

  playNothing(): void {
    this.proxy.handle = (exchange) => exchange.pass();
  }

  /** Runs one apply with faults, one apply without faults, an audit, and a plan. */
  async survive(
    wanted: readonly PlainObject[],
    faultFor: (named: NamedRequest) => Fault | undefined,
  ): Promise<Survived> {
    const declared = declarationsOf(wanted);
    const playing = this.play(faultFor);
    await this.engine.apply(declared);
    this.playNothing();
    const { errors } = await this.engine.apply(declared);
    const { own, lostOfOthers } = await this.#ownAndOthers();
    const found = audit(declaredOnServer(wanted), cutToDeclared(own, wanted));
    const planned = await this.engine.plan(declared);
    return {
      struck: playing.struck.map(({ object }) => object).sort(),
      errors: [...errors.values(), ...planned.errors.values()],
      audit: { ...found, lost: [...found.lost, ...lostOfOthers] },
      planned: planned.changed,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.engine[Symbol.dispose]();
    await this.proxy.stop();
    await this.emulator.stop();
  }

  /** Treats every object that is not in the state as an object of another client, which must not change. */
  async leaveToOthers(): Promise<void> {
    const there = await serverObjects(this.emulator, this.managedIds());
    this.#others = there.filter(({ managed }) => !managed).map((object) => JSON.stringify(object));
  }

  /** Returns the ids of everything in the state. */
  managedIds(): ReadonlySet<string> {
    return new Set([...this.engine.state.values()].map(({ value }) => String(value.id)));
  }

  /** Returns the test's objects on the server, and the other objects that were changed or deleted. */
  async #ownAndOthers(): Promise<{ readonly own: readonly ServerObject[]; readonly lostOfOthers: readonly string[] }> {
    const left = [...this.#others];
    const there = await serverObjects(this.emulator, this.managedIds());
    const own = there.filter((object) => {
      const index = left.indexOf(JSON.stringify(object));
      if (index >= 0) {
        left.splice(index, 1);
      }
      return index < 0;
    });
    return { own, lostOfOthers: left.map((text) => `another user's: ${text}`) };
  }
}

export function declarationsOf(objects: readonly PlainObject[]): ReadonlyMap<string, Declared> {
  return new Map(objects.map(({ name, declared }) => [name, declared]));
}

/** Creates a saved search that alerts can watch. */
async function watchedSearch(emulator: Emulator): Promise<string> {
  const { data: sources } = (await ui(emulator, "GET", "/api/v2/sources")) as { data: { id: string }[] };
  const body = { name: "Watched", sourceId: sources[0]?.id };
  const { data } = (await ui(emulator, "POST", "/api/v2/saved-searches", body)) as { data: { id: string } };
  return data.id;
}
