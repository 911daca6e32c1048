import type { Listing } from "../collection/listing";
import { AmbiguousCreateError, UnexpectedAnswerError } from "../errors";
import { isJsonObject } from "../json";
import type { ApiRecord } from "../records";
import { classify, mayHaveActed } from "../retry/failure";
import type { Answer, ApiRequest } from "../server/api-request";
import type { ApiServer } from "../server/api-server";
import type { FailedAttempt } from "../server/try-request";
import { creationTime, earliestCreation } from "./creation-time";
import { OneAtATime } from "./one-at-a-time";
import { isOneTimeName } from "./one-time-name";

/** One create, and what is needed to find its result again. */
export interface CreateOrder<Stored, Created> {
  readonly server: ApiServer;
  readonly request: ApiRequest;
  readonly list: () => Promise<Listing<Stored>>;
  readonly matches: (record: Stored) => boolean;
  /** Whether a stored object that matches may be taken instead of a new one. */
  readonly takeOver?: (record: Stored) => boolean;
  readonly decode: (answer: Answer) => { readonly record: Stored; readonly created: Created };
  /** The answer for a record found again, or `undefined` when it has to be made anew. */
  readonly recovered: (record: Stored) => Created | undefined;
  readonly discard: (record: Stored) => Promise<void>;
}

/** Before a lost answer is looked for, the server gets this long to finish. */
const SETTLE_MS = 500;

/**
 * Creates objects of one kind, each exactly once. When an answer is lost the object is looked for before the request is sent again: by its
 * one-time name where it has one, else by content and creation time.
 */
export class CarefulCreate<Stored extends ApiRecord, Created> {
  readonly #plural: string;
  /** Ids that creates of this client have already answered. */
  readonly #claimed = new Set<string>();
  /** Two running creates of equal content could take each other's object for their own. */
  readonly #alike = new OneAtATime();

  constructor(plural: string) {
    this.#plural = plural;
  }

  run(order: CreateOrder<Stored, Created>): Promise<{ readonly record: Stored; readonly created: Created }> {
    const content = JSON.stringify(order.request.body);
    return this.#alike.run(content, order.request.signal, () => this.#create(order));
  }

  async #create(order: CreateOrder<Stored, Created>): Promise<{ record: Stored; created: Created }> {
    const { server, request } = order;
    const existing = await this.#takeOver(order);
    if (existing !== undefined) {
      return existing;
    }
    const plan = server.retryPlan();
    let firstLostAt: number | undefined;
    for (let number = 1; ; number += 1) {
      const attempt = await this.#attempt(order, number);
      if ("made" in attempt) {
        this.#claimed.add(attempt.made.record.id);
        return attempt.made;
      }
      const delay = plan.next({ ...attempt, failure: classify(attempt.error) });
      if (isLost(attempt.error)) {
        firstLostAt ??= server.clock.now() - attempt.tookMs;
        await server.pause(Math.max(delay ?? 0, SETTLE_MS), request.signal);
        const found = await this.#findLost(order, firstLostAt, attempt.error);
        if (found !== undefined) {
          return found;
        }
      } else if (delay !== undefined) {
        await server.pause(delay, request.signal);
      }
      if (delay === undefined) {
        throw attempt.error;
      }
    }
  }

  /** The one stored object that may be taken instead of a new one. */
  async #takeOver({ list, matches, takeOver, recovered }: CreateOrder<Stored, Created>) {
    if (takeOver === undefined) {
      return undefined;
    }
    const { records } = await list();
    const fitting = [...records.values()].filter(
      (record) => !this.#claimed.has(record.id) && takeOver(record) && matches(record),
    );
    const [record] = fitting;
    const created = record && recovered(record);
    if (record === undefined || fitting.length > 1 || created === undefined) {
      return undefined;
    }
    this.#claimed.add(record.id);
    return { record, created };
  }

  async #attempt(
    order: CreateOrder<Stored, Created>,
    number: number,
  ): Promise<{ made: { record: Stored; created: Created } } | FailedAttempt> {
    const attempt = await order.server.attempt(order.request, number);
    if (!("answer" in attempt)) {
      return attempt;
    }
    try {
      return { made: order.decode(attempt.answer) };
    } catch (error) {
      return { error, tookMs: attempt.tookMs };
    }
  }

  /** The one new object that fits, made ready to be the answer; `undefined` when the request has to be sent again. */
  async #findLost(
    order: CreateOrder<Stored, Created>,
    lostAt: number,
    cause: unknown,
  ): Promise<{ record: Stored; created: Created } | undefined> {
    const listing = await order.list().catch(() => {
      throw cause; // why the create failed says more than why the list did
    });
    const unclaimed = [...listing.records.values()].filter(({ id }) => !this.#claimed.has(id));
    const own = oneTimeNameIn(order.request.body);
    if (own !== undefined)
      return this.#takeOwn(
        order,
        unclaimed.filter(({ name }) => name === own),
      );
    const { date, at } = listing.serverTime;
    const earliest = earliestCreation(date, at - lostAt, Date.now());
    const fitting = unclaimed.filter((record) => {
      const time = creationTime(record);
      return time !== undefined && time >= earliest && order.matches(record);
    });
    if (fitting.length > 1) {
      throw new AmbiguousCreateError(
        this.#plural,
        fitting.map(({ id }) => id),
        cause,
      );
    }
    return this.#takeOwn(order, fitting);
  }

  /** Makes one of the objects that this create made the answer, and deletes what cannot be one or is there twice. */
  async #takeOwn(
    order: CreateOrder<Stored, Created>,
    records: readonly Stored[],
  ): Promise<{ record: Stored; created: Created } | undefined> {
    let taken: { record: Stored; created: Created } | undefined;
    for (const record of records) {
      this.#claimed.add(record.id);
      const created = taken ? undefined : order.recovered(record);
      if (created === undefined) await order.discard(record);
      else taken = { record, created };
    }
    return taken;
  }
}

/** The name of a create's object where nothing else has it: then its name alone tells what is found again. */
function oneTimeNameIn(body: ApiRequest["body"]): string | undefined {
  const name = isJsonObject(body) ? body.name : undefined;
  return typeof name === "string" && isOneTimeName(name) ? name : undefined;
}

/** An answer that is there but cannot be read is lost as well. */
function isLost(error: unknown): boolean {
  return mayHaveActed(error) || (error instanceof UnexpectedAnswerError && error.status < 300);
}
