import type { ApiRecord, JsonObject } from "../json";
import type { Listing } from "../reads/listing";
import type { CreateJournal, JournaledCreate } from "../settings";
import { isNameOrItsStart, nameInOneTimeName, oneTimeNameIn } from "./one-time-name";

/** Tolerance for clock differences and times in whole seconds. */
const TOLERANCE_MS = 2000;

/** Maximum time from the start of a create to its end, with waits for the rate limit. */
const MAX_CREATE_MS = 15 * 60_000;

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

/**
 * Returns true if an object was created after `earliest` (by the server's clock) and within the maximum time of a
 * create.
 */
export function wasCreatedAfter(earliest: number, record: ApiRecord): boolean {
  const time = creationTime(record);
  return time >= earliest && time <= earliest + MAX_CREATE_MS;
}

/**
 * Returns the object that a create of an interrupted run made: by its one-time name, by the id that the journal holds,
 * or by its creation time.
 * @param candidates objects that equal the body, without their names
 * @param now the time on the client's clock
 */
export function resultOfEarlierRun<Stored extends ApiRecord>(
  create: JournaledCreate,
  candidates: readonly Stored[],
  body: JsonObject | undefined,
  {
    journal,
    listedAt,
    now,
  }: { readonly journal: CreateJournal; readonly now: number } & {
    readonly listedAt: Listing<Stored>["serverTime"];
  },
): Stored | undefined {
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
  return named.find((record) => isOfItsTime(record) && !journal.isKnown(record.id));
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
