import { parseArgs } from "node:util";
import { runLongTests } from "./long-tests";

/**
 * Lets declarations, people and faults change what lies on a server, for a time, at random (`test/soak/soak.long.ts`). Needs
 * `npm run build` and the native provider. Prints the seed, what each round did, and counts at the end; exits with code 1 where something is lost,
 * doubled or left behind, or where memory or descriptors grow.
 *
 *     npm run soak -- [--minutes N] [--seed N]
 */
const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, seed: { type: "string" } },
});

process.exitCode = runLongTests("soak/soak", {
  SOAK_MINUTES: values.minutes,
  SOAK_SEED: values.seed ?? String(Math.floor(Math.random() * 2 ** 31)),
});
