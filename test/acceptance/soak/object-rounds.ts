import { ClientError } from "../../../src/client";
import { type Client, createClient } from "../../../src/resources/client";
import type { LeapingClock } from "../../integration/fuzz/targets/leaping-clock";
import { FAULTS, type Fault } from "../../support/faults";
import type { StackDeployment } from "../../support/mixed-stack";
import { ObjectServer } from "../../support/object-server";
import { collectionsOf, type PlainObject, plainObject } from "../../support/plain-objects";
import { type NamedRequest, textOf } from "../../support/request-names";
import { Chance } from "./chance";
import { People } from "./people";
import type { Round } from "./round";

/** The maximum number of objects, so that the server does not grow. */
const MAX_DECLARED = 24;
const MAX_UNMANAGED = 8;

type FaultFor = (named: NamedRequest) => Fault | undefined;

interface Wanted {
  readonly collection: string;
  readonly name: string;
  readonly version: 1 | 2;
}

/** One server and one client that are used in all rounds, and objects that do not refer to each other. */
export class ObjectRounds implements AsyncDisposable {
  readonly #people: People;
  #wanted: readonly Wanted[] = [];
  #made = 0;

  private constructor(
    private readonly deployment: StackDeployment,
    private readonly seed: number,
    private readonly server: ObjectServer,
    private readonly client: Client,
  ) {
    this.#people = new People(server.emulator);
  }

  static async start(deployment: StackDeployment, seed: number, clock: LeapingClock): Promise<ObjectRounds> {
    const server = await ObjectServer.start(deployment);
    const { openSource, managed } = server.emulator.endpoints;
    const endpoint = server.proxy.endpoint;
    const settings = {
      managed: { ...managed, endpoint, product: "clickstack" as const, requestsPerWindow: 100_000 },
      ...(deployment === "open_source" && { openSource: { ...openSource, endpoint } }),
    };
    const client = createClient({ userAgent: "soak", environment: {}, observability: deployment, ...settings }, clock);
    return new ObjectRounds(deployment, seed, server, client);
  }

  /**
   * One round: other declarations, changes by users, an apply with faults, an apply without faults, an audit and a
   * plan.
   */
  async round(number: number): Promise<Round> {
    const chance = new Chance(this.seed, this.deployment, number);
    const before = this.#people.changes;
    await this.#letPeopleWork(chance);
    this.#declareAnew(chance);
    const wanted = this.#objects();
    const often = chance.of([0, 0.05, 0.2, 0.5]) ?? 0;
    const known = this.server.managedIds();
    const faultFor: FaultFor = (named) => {
      const own = new Chance(this.seed, this.deployment, number, textOf(named));
      if (!own.is(often)) {
        return undefined;
      }
      return own.is(0.1) ? this.#edited(known, own) : own.of(FAULTS);
    };
    const { struck, errors, audit, planned } = await this.server.survive(wanted, faultFor);
    const complaints = [...errors, ...planned.map((address) => `a plan would change ${address}`)];
    complaints.push(...(await this.#misread(faultFor)));
    await fetch(`${this.server.emulator.endpoints.openSource.endpoint}/ui/requests`, { method: "DELETE" });
    return {
      what: `objects, ${this.deployment}`,
      declared: wanted.length,
      edits: this.#people.changes - before,
      faults: struck,
      audit,
      complaints,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.server[Symbol.asyncDispose]();
  }

  async #letPeopleWork(chance: Chance): Promise<void> {
    const collections = collectionsOf(this.deployment);
    const ids = this.server.managedIds();
    for (let count = chance.upTo(5); count > 0; count -= 1) {
      await this.#people.change(ids, collections, collections, chance);
    }
    const names = this.#wanted.map(({ name }) => name);
    for (let count = chance.upTo(2); count > 0; count -= 1) {
      await this.#people.makeOrDelete(names, MAX_UNMANAGED, chance);
    }
    await this.server.leaveToOthers();
  }

  #declareAnew(chance: Chance): void {
    const dropped = new Set(chance.some(this.#wanted, this.#wanted.length < MAX_DECLARED ? 0.1 : 0.4));
    const kept = this.#wanted.filter((each) => !dropped.has(each));
    const changed = new Set(chance.some(kept, 0.3));
    const added = Array.from({ length: Math.min(chance.upTo(6), MAX_DECLARED - kept.length) }, (): Wanted => {
      this.#made += 1;
      const collection = chance.of(collectionsOf(this.deployment)) ?? "";
      return { collection, name: `${collection} ${this.#made}`, version: 1 };
    });
    const other = ({ version }: Wanted): 1 | 2 => (version === 1 ? 2 : 1);
    this.#wanted = [...kept.map((each) => (changed.has(each) ? { ...each, version: other(each) } : each)), ...added];
  }

  #objects(): readonly PlainObject[] {
    const { savedSearchId } = this.server;
    return this.#wanted.map(({ collection, name, version }) => plainObject(collection, name, version, savedSearchId));
  }

  /** A user changes an existing object while the apply runs, and the next apply detects the change. */
  #edited(known: ReadonlySet<string>, chance: Chance): Fault {
    return {
      name: "edited meanwhile",
      write: "done",
      play: async (exchange) => {
        await this.#people.change(known, collectionsOf(this.deployment), [], chance);
        await exchange.pass();
      },
    };
  }

  /** Lists all objects with the client of all rounds, first with faults and then without. */
  async #misread(faultFor: FaultFor): Promise<readonly string[]> {
    const lists = COLLECTIONS.filter((collection) => this.client[collection].unsupported("list") === undefined);
    this.server.play(faultFor);
    for (const collection of lists) {
      await this.client[collection].list().catch((error: unknown) => {
        if (!(error instanceof ClientError)) {
          throw error;
        }
      });
    }
    this.server.playNothing();
    const ids = new Set<string>();
    for (const collection of lists) {
      for (const { id } of await this.client[collection].list()) {
        ids.add(id);
      }
    }
    return [...this.server.managedIds()].filter((id) => !ids.has(id)).map((id) => `the client does not list ${id}`);
  }
}

const COLLECTIONS = ["connections", "sources", "webhooks", "savedSearches", "dashboards", "alerts", "apiKeys"] as const;
