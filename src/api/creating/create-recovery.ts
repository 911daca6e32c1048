import type { Listing } from "../collection/listing";
import { AmbiguousCreateError, ClientError } from "../errors";
import { isJsonObject } from "../json";
import type { ApiRecord } from "../records";
import type { LostTry, Recovered } from "../retry/operation-run";
import type { Answer, ApiRequest } from "../server/api-request";
import type { ApiServer } from "../server/api-server";
import { creationTime, earliestCreation } from "./creation-time";
import { OneAtATime } from "./one-at-a-time";
import { isOneTimeName } from "./one-time-name";

/** One create, and what is needed to find its result again. */
export interface CreateOrder<Stored, Created> {
  readonly server: ApiServer;
  readonly request: ApiRequest;
  /** @param afterStop the one signal that ends the list; without it the caller's does */
  readonly list: (afterStop?: AbortSignal) => Promise<Listing<Stored>>;
  readonly matches: (record: Stored) => boolean;
  /** Whether a stored object that matches may be taken instead of a new one. */
  readonly takeOver?: (record: Stored) => boolean;
  readonly decode: (answer: Answer) => CreateResult<Stored, Created>;
  /** The answer for a record found again, or `undefined` when it has to be made anew. */
  readonly recovered: (record: Stored) => Created | undefined;
  readonly discard: (record: Stored, afterStop: AbortSignal) => Promise<void>;
}

export interface CreateResult<Stored, Created> {
  readonly record: Stored;
  readonly created: Created;
}

/**
 * Creates objects of one kind, each exactly once. When a response is lost the object is looked for before the request is sent again: by its
 * one-time name where it has one, else by content and creation time.
 */
export class CreateRecovery<Stored extends ApiRecord, Created> {
  readonly #plural: string;
  /** Ids that creates of this client have already answered. */
  readonly #claimed = new Set<string>();
  /** Two running creates of equal content could take each other's object for their own. */
  readonly #alike = new OneAtATime();

  constructor(plural: string) {
    this.#plural = plural;
  }

  create(order: CreateOrder<Stored, Created>): Promise<CreateResult<Stored, Created>> {
    const { server, request, decode } = order;
    const content = JSON.stringify(request.body);
    return this.#alike.run(content, request.signal, async () => {
      const recover = (lost: LostTry, signal: AbortSignal) => this.#recover(order, lost, signal);
      const result = (await this.#takeOver(order)) ?? (await server.perform({ request, decode, recover }));
      this.#claimed.add(result.record.id);
      return result;
    });
  }

  /** The one stored object that may be taken instead of a new one. */
  async #takeOver({
    list,
    matches,
    takeOver,
    recovered,
  }: CreateOrder<Stored, Created>): Promise<CreateResult<Stored, Created> | undefined> {
    if (takeOver === undefined) {
      return undefined;
    }
    const { records } = await list();
    const fitting = [...records.values()].filter(
      (record) => !this.#claimed.has(record.id) && takeOver(record) && matches(record),
    );
    const [record] = fitting;
    const created = record && recovered(record);
    return record === undefined || fitting.length > 1 || created === undefined ? undefined : { record, created };
  }

  /** The one new object that fits, made ready to be the answer. */
  async #recover(
    order: CreateOrder<Stored, Created>,
    lost: LostTry,
    signal: AbortSignal,
  ): Promise<Recovered<CreateResult<Stored, Created>>> {
    const fitting = await this.#fitting(order, lost, signal);
    let result: CreateResult<Stored, Created> | undefined;
    for (const record of fitting) {
      const created = result ? undefined : order.recovered(record);
      if (created === undefined) await this.#discard(order, record, lost, signal);
      else result = { record, created };
    }
    if (result) return { result };
    return fitting.length > 0 ? "undone" : "nothing";
  }

  async #discard(
    { discard }: CreateOrder<Stored, Created>,
    record: Stored,
    lost: LostTry,
    signal: AbortSignal,
  ): Promise<void> {
    await discard(record, signal).catch((error: unknown) => {
      if (!(error instanceof ClientError)) throw error;
      throw lost.unknown(
        `It is there with the id ${record.id}, but its secret was in the lost response, and deleting it failed: ${error.message}`,
      );
    });
    this.#claimed.add(record.id);
  }

  /** What this create has made: what has its one-time name, else the one new object of its content. */
  async #fitting(order: CreateOrder<Stored, Created>, lost: LostTry, signal: AbortSignal): Promise<readonly Stored[]> {
    const listing = await order.list(signal).catch((error: unknown) => {
      if (!(error instanceof ClientError)) throw error;
      throw lost.unknown(`The list of ${this.#plural} that would tell could not be read: ${error.message}`);
    });
    const unclaimed = [...listing.records.values()].filter(({ id }) => !this.#claimed.has(id));
    const own = oneTimeNameIn(order.request.body);
    if (own !== undefined) return unclaimed.filter(({ name }) => name === own);
    const { date, at } = listing.serverTime;
    const earliest = earliestCreation(date, at - lost.at, Date.now());
    const fitting = unclaimed.filter((record) => {
      const time = creationTime(record);
      return time !== undefined && time >= earliest && order.matches(record);
    });
    if (fitting.length < 2) return fitting;
    throw new AmbiguousCreateError(
      this.#plural,
      fitting.map(({ id }) => id),
      lost.error,
    );
  }
}

/** The name of a create's object where nothing else has it: then its name alone tells what is found again. */
function oneTimeNameIn(body: ApiRequest["body"]): string | undefined {
  const name = isJsonObject(body) ? body.name : undefined;
  return typeof name === "string" && isOneTimeName(name) ? name : undefined;
}
