import { randomBytes } from "node:crypto";
import { ApiError } from "../http/errors";
import type { RequestSignals } from "../http/request";
import type { ShownTime } from "../http/server-time";
import type { ApiRecord, JsonObject } from "../json";
import type { Listing } from "../reads/listing";
import type { CreateJournal, JournaledCreate } from "../settings";
import type { Clock } from "../waiting";

/** Tolerance for clock differences and times in whole seconds. */
const TOLERANCE_MS = 2000;

/** Maximum time from the start of a create to its end, including waits for the rate limit. */
const MAX_CREATE_MS = 15 * 60_000;

/** Returns the creation time by the server's clock: `createdAt`, or the first 8 hex digits of an ObjectId, else NaN. */
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

/**
 * Returns true if an object was created after `earliest` (by the server's clock) and within the maximum time of a
 * create.
 */
export function wasCreatedAfter(earliest: number, record: ApiRecord): boolean {
  const time = creationTime(record);
  return time >= earliest && time <= earliest + MAX_CREATE_MS;
}

/** Maximum shift between the clocks of the server and the client in one run. It includes the time of transport. */
const MAX_SHIFT_MS = 3000;

/** Maximum shift between the clocks since an earlier run. */
const MAX_SHIFT_BETWEEN_RUNS_MS = 60_000;

/**
 * Returns the objects that a lost request may have created, by their creation times. Returns undefined if the server's
 * clock changed since the request, so that the times of equal objects prove nothing.
 * @param equal objects that equal the body
 * @param before time of the server before the request
 * @param sentAt time of the request, on the client's clock
 * @param listed time of the server in the list
 */
export function createdSince<Stored extends ApiRecord>(
  equal: readonly Stored[],
  before: ShownTime,
  sentAt: number,
  { date, at }: Listing<Stored>["serverTime"],
): readonly Stored[] | undefined {
  const now = Date.parse(date ?? "");
  const shift = now - before.time - (at - before.at);
  const isClear = Math.abs(shift) <= MAX_SHIFT_MS && !equal.some((each) => creationTime(each) > now + MAX_SHIFT_MS);
  const earliest = Math.min(now, now - shift) - (at - sentAt) - TOLERANCE_MS;
  return isClear || equal.length === 0 ? equal.filter((each) => creationTime(each) >= earliest) : undefined;
}

/**
 * Finds the object that a create of an interrupted run made, by its one-time name, by the id that the journal holds, or
 * by its creation time. Returns "unclear" if the server's clock changed since then and an equal object exists.
 * @param candidates objects that equal the body, except for their names
 */
export function resultOfEarlierRun<Stored extends ApiRecord>(
  create: JournaledCreate,
  candidates: readonly Stored[],
  body: JsonObject | undefined,
  search: {
    readonly journal: CreateJournal;
    /** `Date` of the list, and its arrival time on the client's clock. */
    readonly listedAt: { readonly date: string | undefined; readonly at: number };
    /** Time on the client's clock. */
    readonly now: number;
  },
): Stored | "unclear" | undefined {
  const { journal, listedAt, now } = search;
  const startedBefore = Date.now() - (now - listedAt.at) - create.startedAt;
  const earliest = earliestCreation(listedAt.date, startedBefore, Date.now());
  const isOfItsTime = (record: Stored) => wasCreatedAfter(earliest, record);
  const own = oneTimeNameIn(body);
  if (own !== undefined) {
    const laterName = nameInOneTimeName(own);
    return candidates.find((record) => isProven(create, record, laterName, journal) && isOfItsTime(record));
  }
  if (create.id !== undefined) {
    return candidates.find(({ id }) => id === create.id);
  }
  const named = candidates.filter(({ name }) => create.name === undefined || journal.hasName(create, String(name)));
  const unknown = named.filter(({ id }) => !journal.isKnown(id));
  const began = create.serverTime;
  const shift = earliest + TOLERANCE_MS - began;
  const isDoubtful = (time: number) =>
    Math.abs(shift) > MAX_SHIFT_BETWEEN_RUNS_MS ||
    (time < began - TOLERANCE_MS && time > began - MAX_SHIFT_BETWEEN_RUNS_MS);
  return unknown.some((record) => isDoubtful(creationTime(record)))
    ? "unclear"
    : unknown.find((record) => wasCreatedAfter(began - TOLERANCE_MS, record));
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

const TAG = "[0-9a-f]{12}";
const CREATING = new RegExp(` \\(creating ${TAG}\\)$`);

/** Maximum length of a name with a suffix; shorter names are not cut. The server's limit is not documented. */
const MAX_LENGTH = 64;

/**
 * Returns a temporary name for a new object, such as `ci (creating 3f9a2c81d04b)`. The name is unique, so an object
 * with this name is the result of that create even if the response was lost.
 */
export function oneTimeName(name: string): string {
  return nameWith(name, ` (creating ${randomBytes(6).toString("hex")})`);
}

export function isOneTimeName(name: string): boolean {
  return CREATING.test(name);
}

/** Returns the final name of an object with a one-time name, which may be cut. Returns other names unchanged. */
export function nameInOneTimeName(name: string): string {
  return name.replace(CREATING, "");
}

/** Returns true if `cutName` is the name, or its start followed by "...". */
function isNameOrItsStart(cutName: string, name: string): boolean {
  const [cut, whole] = [cutName.normalize(), name.normalize()];
  return whole === cut || (cut.endsWith("...") && whole.startsWith(cut.slice(0, -3)));
}

/** Returns a name with a suffix. A long name is cut to make room. */
export function nameWith(name: string, addition: string): string {
  const room = MAX_LENGTH - addition.length;
  const characters = [...name];
  return (characters.length <= room ? name : `${characters.slice(0, room - 3).join("")}...`) + addition;
}

export function nameIn(body: JsonObject | undefined): string | undefined {
  return typeof body?.name === "string" ? body.name : undefined;
}

/** Returns the one-time name in a body. No other object has it, so it identifies the result. */
export function oneTimeNameIn(body: JsonObject | undefined): string | undefined {
  const name = nameIn(body);
  return name !== undefined && isOneTimeName(name) ? name : undefined;
}

/** Time for which an object counts as new. */
const NEW_MS = 10_000;

/** Pauses before a request about a new object is repeated. */
const PAUSES_MS = [250, 500, 1000, 1000, 1000, 1000] as const;

/**
 * Objects that this process created a moment ago. A server with several replicas may respond "not found" to requests
 * for them for some seconds. Requests for all other objects are never repeated here.
 */
export class NewObjects {
  readonly #createdAt = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  created(id: string): void {
    this.#createdAt.set(id, this.clock.now());
  }

  /** Notes that an object was deleted, so that a later 404 for it is not retried. */
  deleted(id: string): void {
    this.#createdAt.delete(id);
  }

  /** Repeats the request while a new object is not found. Throws the error of the last try. */
  async request<T>(id: string, { signal, afterStop }: RequestSignals, send: () => Promise<T>): Promise<T> {
    for (const pause of PAUSES_MS) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404 && this.#isNew(id))) {
          throw error;
        }
        await this.clock.sleep(pause, afterStop ?? signal);
      }
    }
    return send();
  }

  #isNew(id: string): boolean {
    return this.clock.now() - (this.#createdAt.get(id) ?? Number.NEGATIVE_INFINITY) < NEW_MS;
  }
}
