import type { Listing } from "../collection/listing";
import { AmbiguousCreateError, ClientError } from "../errors";
import type { ApiRecord } from "../records";
import type { LostTry, Recovered } from "../retry/operation-run";
import type { Answer, ApiRequest } from "../server/api-request";
import type { ApiServer } from "../server/api-server";
import { creationTime, earliestCreation } from "./creation-time";
import { OneAtATime } from "./one-at-a-time";

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
 * Creates objects of one kind, each exactly once. When a response is lost the object is looked for by content and creation time before the
 * request is sent again.
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
    const [record] = fitting;
    if (record === undefined) {
      return "nothing";
    }
    if (fitting.length > 1) {
      throw new AmbiguousCreateError(
        this.#plural,
        fitting.map(({ id }) => id),
        lost.error,
      );
    }
    const created = order.recovered(record);
    if (created !== undefined) {
      return { result: { record, created } };
    }
    await order.discard(record, signal).catch((error: unknown) => {
      if (!(error instanceof ClientError)) throw error;
      throw lost.unknown(
        `It is there with the id ${record.id}, but its secret was in the lost response, and deleting it failed: ${error.message}`,
      );
    });
    this.#claimed.add(record.id);
    return "undone";
  }

  async #fitting(order: CreateOrder<Stored, Created>, lost: LostTry, signal: AbortSignal): Promise<readonly Stored[]> {
    const listing = await order.list(signal).catch((error: unknown) => {
      if (!(error instanceof ClientError)) throw error;
      throw lost.unknown(`The list of ${this.#plural} that would tell could not be read: ${error.message}`);
    });
    const { date, at } = listing.serverTime;
    const earliest = earliestCreation(date, at - lost.at, Date.now());
    return [...listing.records.values()].filter((record) => {
      const time = creationTime(record);
      return time !== undefined && time >= earliest && !this.#claimed.has(record.id) && order.matches(record);
    });
  }
}
