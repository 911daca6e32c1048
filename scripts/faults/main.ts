/**
 * Runs the long fault tests of `test/acceptance/faults`: every fault at every kind of request (`requests.long.ts`) and
 * at every request of the mixed stack (`product.long.ts`), a kill at every request (`kills.long.ts`), and a sample of
 * faults and kills (`stacks.long.ts`).
 * Requires `npm run build` and the native provider.
 *
 *     npm run faults -- [requests|product|kills|stacks] [--seed N] [--deployment open_source|managed] [--lives N] [--only "PHASE REQUEST: FAULT"]... [--shrink]
 */

import { runLongTests } from "../support/long-tests";
import { readOptions } from "../support/options";

const { values, positionals } = readOptions({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    deployment: { type: "string" },
    lives: { type: "string" },
    only: { type: "string", multiple: true },
    shrink: { type: "boolean", default: false },
  },
});

process.exitCode = runLongTests(`acceptance/faults/${positionals[0] ?? "*"}`, {
  FAULTS_SEED: values.seed,
  FAULTS_DEPLOYMENT: values.deployment,
  FAULTS_LIVES: values.lives,
  FAULTS_ONLY: values.only && JSON.stringify(values.only),
  FAULTS_SHRINK: values.shrink ? "1" : undefined,
});
