/**
 * Changes objects on a server at random for some time, through declarations, user edits and faults
 * (`test/acceptance/soak/soak.long.ts`). Prints the seed, each round and a summary. Exits with code 1 if an object is
 * lost, duplicated or left behind, or if memory or file descriptors grow. Requires
 * `npm run build` and the native provider.
 *
 *     npm run soak -- [--minutes N] [--seed N]
 */

import { runLongTests } from "../support/long-tests";
import { readOptions } from "../support/options";

const { values } = readOptions({
  options: { minutes: { type: "string", default: "10" }, seed: { type: "string" } },
});

process.exitCode = runLongTests("acceptance/soak/soak", {
  SOAK_MINUTES: values.minutes,
  SOAK_SEED: values.seed ?? String(Math.floor(Math.random() * 2 ** 31)),
});
