import type { Deployment } from "../../src/client";
import type { Emulator } from "../../src/emulator";
import type { Resource } from "../../src/plugin";
import { resourceTypes } from "../../src/resources/registry";
import { resourcesOf } from "../../src/resources/shared/all-handlers";
import type { Session, SessionOptions } from "../../src/resources/shared/session";
import { emulatorForEachTest } from "./emulator/emulator-for-tests";
import { ProviderRun } from "./provider-run";

const resources = resourcesOf(resourceTypes);

/** Returns the provider's resource, with the checks that all resources share. */
export function resource(type: string): Resource<Session> {
  const found = resources[type];
  if (!found) {
    throw new Error(`There is no resource ${type}.`);
  }
  return found;
}

/**
 * Starts an emulator before each test, passes it to the test, and stops it afterwards. Returns a function that opens a
 * process of the provider. Every phase of a run needs a new one. It ends with the test.
 * @param observability the deployment that has dashboards and related objects
 */
export function providerRuns(
  hand: (emulator: Emulator) => void,
  observability: Deployment = "open_source",
): (options?: SessionOptions) => ProviderRun {
  let emulator: Emulator;
  const runs: ProviderRun[] = [];
  emulatorForEachTest((each) => {
    emulator = each;
  });

  beforeEach(() => {
    hand(emulator);
  });

  afterEach(async () => {
    for (const run of runs.splice(0)) {
      await run[Symbol.asyncDispose]();
    }
  });

  return (options) => {
    const { openSource, managed } = emulator.endpoints;
    const settings = {
      openSource,
      managed: { ...managed, product: "clickstack", requestsPerWindow: 9999 },
      observability,
    };
    const run = new ProviderRun(settings, options);
    runs.push(run);
    return run;
  };
}
