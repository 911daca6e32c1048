import { abandonable } from "../abort";
import type { CreateJournal, JournaledCreate } from "../create-journal";
import { AmbiguousCreateError, ClientError, OutcomeUnknownError, UnexpectedResponseError } from "../http/errors";
import type { ApiRequest, ApiResponse } from "../http/request";
import { type ApiRecord, isJsonObject } from "../json";
import type { Listing } from "../reads/listing";
import type { ApiServer, LostTry, Recovered } from "../retry/api-server";
import { mayHaveActed } from "../retry/retry-policy";
import { isNameOrItsStart, isOneTimeName, nameInOneTimeName } from "./one-time-name";

/** Tolerance for clock differences and times in whole seconds. */
const TOLERANCE_MS = 2000;

/**
 * Returns the creation time of an object by the server's clock: `createdAt`, or the seconds in an ObjectId (its first 8
 * hex digits). Returns NaN if neither exists.
 */
export function creationTime({ id, createdAt }: ApiRecord): number {
  if (typeof createdAt === "string") {
    return Date.parse(createdAt);
  }
  return /^[0-9a-f]{24}$/i.test(id) ? Number.parseInt(id.slice(0, 8), 16) * 1000 : Number.NaN;
}

/**
 * Returns the earliest possible creation time, by the server's clock, of the object that a request created.
 * @param date `Date` header of a later response; without it this machine's clock is used
 * @param elapsedMs time from the request to that response
 * @param localNow this machine's time at that response
 */
export function earliestCreation(date: string | undefined, elapsedMs: number, localNow: number): number {
  const server = date === undefined ? Number.NaN : Date.parse(date);
  return (Number.isNaN(server) ? localNow : server) - elapsedMs - TOLERANCE_MS;
}

/** Runs work with the same key one after the other, in order. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<void>>();

  async run<T>(key: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = deferred();
    const tail = before.then(() => mine.promise);
    this.#last.set(key, tail);
    // Waits for the tail, because earlier work may continue after an abort has ended the waiting.
    void tail.then(() => {
      if (this.#last.get(key) === tail) {
        this.#last.delete(key);
      }
    });
    try {
      await abandonable(before, signal);
      return await work();
    } finally {
      mine.resolve();
    }
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** One create, with the callbacks that find its result again. */
interface CreateOrder<Stored, Created> {
  readonly server: ApiServer;
  readonly request: ApiRequest;
  /** @param afterStop the only signal that ends the list; without it the caller's signal does */
  readonly list: (afterStop?: AbortSignal) => Promise<Listing<Stored>>;
  readonly matches: (record: Stored) => boolean;
  /** Like `matches`, but ignores the name. */
  readonly matchesUnnamed: (record: Stored) => boolean;
  readonly journal?: CreateJournal;
  /** Distinguishes this create from others in the journal. */
  readonly content: string;
  /** True to use the one stored object that matches, and create none. */
  readonly takeOver: boolean;
  /** Called when an existing object is used. */
  readonly tookOver?: () => void;
  readonly decode: (response: ApiResponse) => CreateResult<Stored, Created>;
  /** Returns the result for a recovered record; `undefined` if the object must be created again. */
  readonly recovered: (record: Stored) => Created | undefined;
  /** @param afterStop as for `list` */
  readonly discard: (record: Stored, afterStop?: AbortSignal) => Promise<void>;
  /** Writes the fields that no record contains to a record of an earlier run; undefined if there are none. */
  readonly complete?: (record: Stored) => Promise<Stored>;
}

interface CreateResult<Stored, Created> {
  readonly record: Stored;
  readonly created: Created;
}

/** Longest time from the start of a create to its end, with waits for the rate limit. */
const MAX_CREATE_MS = 15 * 60_000;

/**
 * Creates objects of one resource type, each exactly once. If a response is lost, the object is searched before the
 * request is sent again: by its one-time name if it has one, otherwise by content and creation time.
 */
export class CreateRecovery<Stored extends ApiRecord, Created> {
  readonly #plural: string;
  /** Ids that creates of this client have already returned. */
  readonly #claimed = new Set<string>();
  /** Serializes creates of equal content, because they could claim each other's objects. */
  readonly #alike = new OneAtATime();

  constructor(plural: string) {
    this.#plural = plural;
  }

  create(order: CreateOrder<Stored, Created>): Promise<CreateResult<Stored, Created>> {
    return this.#alike.run(order.content, order.request.signal, async () => {
      const result =
        (await this.#ofEarlierRun(order)) ?? (await this.#takeOver(order)) ?? (await this.#createAnew(order));
      this.#claimed.add(result.record.id);
      return result;
    });
  }

  async #createAnew(order: CreateOrder<Stored, Created>): Promise<CreateResult<Stored, Created>> {
    const { server, request, decode, journal, content } = order;
    const recover = (lost: LostTry, signal: AbortSignal) => this.#recover(order, lost, signal);
    const begun = journal?.begin(content, nameIn(request.body));
    try {
      const result = await server.perform({ request, decode, recover });
      if (begun) {
        journal?.ended(begun, result.record.id);
      }
      return result;
    } catch (error) {
      if (begun && !mayHaveCreated(error)) {
        journal?.drop(begun);
      }
      throw error;
    }
  }

  /** Returns the object that an interrupted run of this working directory created and that no state contains. */
  async #ofEarlierRun(order: CreateOrder<Stored, Created>): Promise<CreateResult<Stored, Created> | undefined> {
    const { journal, content, recovered, complete } = order;
    if (journal === undefined) {
      return undefined;
    }
    const begun = journal.unfinished(content);
    if (begun.length === 0) {
      return undefined;
    }
    const listing = await order.list();
    for (const create of begun) {
      const record = this.#resultOf(create, listing, order, journal);
      if (record === undefined) {
        if (!listing.hidesSome) {
          journal.drop(create);
        }
        continue;
      }
      this.#claimed.add(record.id);
      // An object that still has a one-time name cannot be completed: the values that the earlier run sent with it are
      // unknown.
      const created = oneTimeNameIn(order.request.body) === undefined ? recovered(record) : undefined;
      if (created !== undefined) {
        journal.ended(create, record.id);
        return { record: (await complete?.(record)) ?? record, created };
      }
      const isGone = await order.discard(record).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof ClientError)) {
            throw error;
          }
          return false; // the new object does not depend on it
        },
      );
      if (isGone) {
        journal.drop(create);
      }
    }
    return undefined;
  }

  #resultOf(
    create: JournaledCreate,
    { records, serverTime: { date, at } }: Listing<Stored>,
    { server, request, matchesUnnamed }: CreateOrder<Stored, Created>,
    journal: CreateJournal,
  ): Stored | undefined {
    const fitting = [...records.values()].filter((record) => !this.#claimed.has(record.id) && matchesUnnamed(record));
    const sinceList = server.clock.now() - at;
    const earliest = earliestCreation(date, Date.now() - sinceList - create.startedAt, Date.now());
    const isOfItsTime = (record: Stored) => wasCreatedAfter(earliest, record);
    const own = oneTimeNameIn(request.body);
    if (own !== undefined) {
      return fitting.find((record) => isProven(create, record, nameInOneTimeName(own), journal) && isOfItsTime(record));
    }
    if (create.id !== undefined) {
      return fitting.find(({ id }) => id === create.id);
    }
    const named = fitting.filter(({ name }) => create.name === undefined || journal.hasName(create, String(name)));
    return named.find((record) => isOfItsTime(record) && !journal.isKnown(record.id));
  }

  /** Returns the one stored object to use instead of a new one. */
  async #takeOver({
    list,
    matches,
    takeOver,
    tookOver,
    recovered,
  }: CreateOrder<Stored, Created>): Promise<CreateResult<Stored, Created> | undefined> {
    if (!takeOver) {
      return undefined;
    }
    const { records } = await list();
    const fitting = [...records.values()].filter((record) => !this.#claimed.has(record.id) && matches(record));
    const [record] = fitting;
    if (record === undefined || fitting.length > 1) {
      return undefined;
    }
    const created = recovered(record);
    if (created === undefined) {
      return undefined;
    }
    tookOver?.();
    return { record, created };
  }

  /** Returns the one new object that matches as the result of the create. */
  async #recover(
    order: CreateOrder<Stored, Created>,
    lost: LostTry,
    signal: AbortSignal,
  ): Promise<Recovered<CreateResult<Stored, Created>>> {
    const fitting = await this.#fitting(order, lost, signal);
    let result: CreateResult<Stored, Created> | undefined;
    for (const record of fitting) {
      const created = result ? undefined : order.recovered(record);
      if (created === undefined) {
        await this.#discard(order, record, lost, signal);
      } else {
        result = { record, created };
      }
    }
    if (result) {
      return { result };
    }
    return fitting.length > 0 ? "undone" : "nothing";
  }

  async #discard(
    { discard }: CreateOrder<Stored, Created>,
    record: Stored,
    lost: LostTry,
    signal: AbortSignal,
  ): Promise<void> {
    await discard(record, signal).catch((error: unknown) => {
      if (!(error instanceof ClientError)) {
        throw error;
      }
      throw lost.unknown(
        `It exists with the id ${record.id}, but its secret was in the lost response, and deleting it failed: ${error.message}`,
      );
    });
    this.#claimed.add(record.id);
  }

  /**
   * Returns the objects that this create made: those with its one-time name, otherwise the one new object with its
   * content.
   */
  async #fitting(order: CreateOrder<Stored, Created>, lost: LostTry, signal: AbortSignal): Promise<readonly Stored[]> {
    const listing = await order.list(signal).catch((error: unknown) => {
      if (!(error instanceof ClientError)) {
        throw error;
      }
      throw lost.unknown(`The list of ${this.#plural} could not be read: ${error.message}`);
    });
    const unclaimed = [...listing.records.values()].filter(({ id }) => !this.#claimed.has(id));
    const own = oneTimeNameIn(order.request.body);
    if (own !== undefined) {
      const named = unclaimed.filter(({ name }) => name === own);
      return this.#unlessHidden(named, listing, lost);
    }
    const { date, at } = listing.serverTime;
    const earliest = earliestCreation(date, at - lost.at, Date.now());
    const fitting = unclaimed.filter((record) => creationTime(record) >= earliest && order.matches(record));
    if (fitting.length < 2) {
      return this.#unlessHidden(fitting, listing, lost);
    }
    throw new AmbiguousCreateError(
      this.#plural,
      fitting.map(({ id }) => id),
      lost.error,
    );
  }

  /** Throws if the list is incomplete: such a list does not prove that nothing was created. */
  #unlessHidden(fitting: readonly Stored[], { hidesSome }: Listing<Stored>, lost: LostTry): readonly Stored[] {
    if (fitting.length > 0 || !hidesSome) {
      return fitting;
    }
    throw lost.unknown(`The server returned an incomplete list of the ${this.#plural}, without this object.`);
  }
}

/**
 * Returns true if an object was created after `earliest` (by the server's clock) and within the longest time of a
 * create.
 */
export function wasCreatedAfter(earliest: number, record: ApiRecord): boolean {
  const time = creationTime(record);
  return time >= earliest && time <= earliest + MAX_CREATE_MS;
}

/**
 * Returns true if an object with a one-time name is the result of a journaled create and may be deleted. It must have
 * the one-time name that was sent or, if its id is known, the final name.
 */
function isProven(
  create: JournaledCreate,
  { id, name }: ApiRecord,
  laterName: string,
  journal: CreateJournal,
): boolean {
  if (typeof name !== "string" || create.name === undefined) {
    return false;
  }
  if (journal.hasName(create, name)) {
    return create.id === undefined || create.id === id;
  }
  return create.id === id && isNameOrItsStart(laterName, name);
}

function nameIn(body: ApiRequest["body"]): string | undefined {
  const name = isJsonObject(body) ? body.name : undefined;
  return typeof name === "string" ? name : undefined;
}

/** Returns the one-time name in a body. No other object has it, so it identifies the result. */
function oneTimeNameIn(body: ApiRequest["body"]): string | undefined {
  const name = nameIn(body);
  return name !== undefined && isOneTimeName(name) ? name : undefined;
}

function mayHaveCreated(error: unknown): boolean {
  const isUnclear = [OutcomeUnknownError, AmbiguousCreateError, UnexpectedResponseError].some(
    (kind) => error instanceof kind,
  );
  return isUnclear || mayHaveActed(error);
}
