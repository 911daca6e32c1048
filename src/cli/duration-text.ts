import { InvalidArgumentError } from "commander";
import { minutesOf } from "../schema/duration";

const MINUTE_MS = 60_000;

/** Reads a duration such as `90m`, `6h`, `7d` or `2w` from the command line; milliseconds. */
export function duration(most: string) {
  const longest = (minutesOf(most) ?? 0) * MINUTE_MS;
  return (text: string): number => {
    const milliseconds = (minutesOf(text) ?? 0) * MINUTE_MS;
    if (milliseconds > 0 && milliseconds <= longest) return milliseconds;
    throw new InvalidArgumentError(`Give a duration such as 90m, 6h, 7d or 2w, of ${most} at most.`);
  };
}
