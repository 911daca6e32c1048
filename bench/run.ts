import { authoring } from "./authoring";
import { drift } from "./drift";
import { emptyPlan } from "./empty-plan";
import { goProvider } from "./go-provider";
import { largeStack } from "./large-stack";
import { lint } from "./lint";
import { startUp } from "./start-up";
import { Executables } from "./support/executables";
import { printReport } from "./support/print-report";
import type { Report } from "./support/report";

/**
 * `npm run bench [-- <name> ...]`: runs the named benchmarks, or all of them. Exits with code 1 only if a benchmark
 * fails.
 */
const BENCHES: Readonly<Record<string, (executables: Executables) => Promise<Report>>> = {
  authoring,
  lint,
  "start-up": startUp,
  "empty-plan": emptyPlan,
  "go-provider": goProvider,
  "large-stack": largeStack,
  drift,
};

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.find((name) => !(name in BENCHES));
  if (unknown !== undefined) {
    throw new Error(`There is no bench "${unknown}". These are: ${Object.keys(BENCHES).join(", ")}.`);
  }
  // Every Node process reads these CA certificates at its start. This takes 40 ms for the certificates of a system and
  // is not part of the measurement.
  delete process.env.NODE_EXTRA_CA_CERTS;
  using executables = new Executables();
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (names.length > 0 && !names.includes(name)) {
      continue;
    }
    printReport(name, await bench(executables));
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
