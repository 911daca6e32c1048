import { createHash } from "node:crypto";
import type { Clock } from "../clock";
import { Pacer } from "./pacer";
import type { Schedule } from "./schedule";

const pacersOfClocks = new WeakMap<Clock, Map<string, Pacer>>();

/** The process-wide pacer of one credential at one server: the server counts by credential, however many clients there are. */
export function sharedPacer(origin: string, credential: string, clock: Clock, makeSchedule: () => Schedule): Pacer {
  const pacers = pacersOfClocks.get(clock) ?? new Map<string, Pacer>();
  pacersOfClocks.set(clock, pacers);
  const key = createHash("sha256").update(`${origin}\n${credential}`).digest("base64");
  const pacer = pacers.get(key) ?? new Pacer(makeSchedule(), clock);
  pacers.set(key, pacer);
  return pacer;
}
