import type { Deployment } from "../../../src/client";
import type { Emulator, EmulatorOptions } from "../../../src/emulator";
import type { SessionOptions } from "../../../src/resources/shared/session";
import { ProviderRun } from "../provider-in-process";
import { emulatorForEachTest } from "./emulator-for-tests";

/**
 * Runs an emulator during each test. Returns a function that opens a run of the provider in this process. Every phase
 * needs a new run, which ends with the test.
 * @param hand receives the emulator before the test
 * @param observability the deployment that has dashboards and related objects
 * @param options options of the emulator
 */
export function providerRuns(
  hand: (emulator: Emulator) => void,
  observability: Deployment = "open_source",
  options: EmulatorOptions = {},
): (options?: SessionOptions) => ProviderRun {
  let emulator: Emulator;
  const runs: ProviderRun[] = [];
  emulatorForEachTest((each) => {
    emulator = each;
    hand(each);
  }, options);

  afterEach(async () => {
    for (const run of runs.splice(0)) {
      await run[Symbol.asyncDispose]();
    }
  });

  return (session) => {
    const { openSource, managed } = emulator.endpoints;
    const settings = {
      openSource,
      managed: { ...managed, product: "clickstack", requestsPerWindow: 9999 },
      observability,
    };
    const run = new ProviderRun(settings, session);
    runs.push(run);
    return run;
  };
}
