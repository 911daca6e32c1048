import { InvalidArgumentError } from "commander";

/** Reads a whole number in a range from the command line. */
export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}
