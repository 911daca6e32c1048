import { StatusCode, StatusError } from "./status";

const unitMs: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1000, m: 1, u: 1e-3, n: 1e-6 };

/** Timers take no more. */
const longestMs = 2 ** 31 - 1;

/** The milliseconds of a `grpc-timeout` header; undefined without one. Throws a StatusError for what is none. */
export function timeoutMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const [, amount, unit = ""] = /^(\d{1,8})([HMSmun])$/.exec(header) ?? [];
  const ms = unitMs[unit];
  if (amount === undefined || ms === undefined)
    throw new StatusError(StatusCode.internal, `${JSON.stringify(header)} is no grpc-timeout.`);
  return Math.min(Number(amount) * ms, longestMs);
}
