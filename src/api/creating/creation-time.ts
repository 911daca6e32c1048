import type { JsonObject } from "../json";

/** Clocks and whole seconds may disagree by this much. */
const TOLERANCE_MS = 2000;

/** When an object was created by the server's clock: `createdAt`, else the seconds in an ObjectId (its first 8 hex digits). */
export function creationTime(record: JsonObject): number | undefined {
  if (typeof record.createdAt === "string") {
    const time = Date.parse(record.createdAt);
    return Number.isNaN(time) ? undefined : time;
  }
  if (typeof record.id === "string" && /^[0-9a-f]{24}$/i.test(record.id)) {
    return Number.parseInt(record.id.slice(0, 8), 16) * 1000;
  }
  return undefined;
}

/**
 * The earliest creation time, by the server's clock, of something that a request of ours made.
 * @param date `Date` header of a later reply; without it this machine's clock has to do
 * @param elapsedMs time from the request to that reply
 * @param localNow this machine's time at that reply
 */
export function earliestCreation(date: string | undefined, elapsedMs: number, localNow: number): number {
  const told = date === undefined ? Number.NaN : Date.parse(date);
  return (Number.isNaN(told) ? localNow : told) - elapsedMs - TOLERANCE_MS;
}
