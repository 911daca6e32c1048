import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DASHBOARD } from "./empty-plan";
import { EmulatorProcess } from "./support/emulator-process";
import type { Executables } from "./support/executables";
import { buildGoProvider, canBuildGo } from "./support/go-provider/build";
import type { Report } from "./support/report";
import { Stack } from "./support/stack";
import { interleaved, rounded } from "./support/statistics";

const ROUNDS = 20;

const TIMES_OF_GO = 1.1;

/**
 * Compares a plan without changes over one dashboard with a Go provider that has the same schema and sends the same
 * requests. Requires Go.
 */
export async function goProvider({ provider, commandLine, folder }: Executables): Promise<Report> {
  const title = `seconds of a plan without changes, beside a provider in Go with the same schema, median of ${ROUNDS}, in turns`;
  if (!canBuildGo()) {
    return { title: `${title}: not measured, because there is no Go`, tables: [], goals: [], figures: {} };
  }
  await using emulator = await EmulatorProcess.start(commandLine, "--no-limits");
  const launcher = new Stack(join(folder, "go-provider-launcher"), emulator.environment);
  launcher.write(DASHBOARD);
  await launcher.usePlacedProvider(provider.native);
  await launcher.apply();
  const go = new Stack(join(folder, "go-provider-go"), emulator.environment);
  go.write(DASHBOARD);
  await go.useProvider(buildGoProvider(join(folder, "go-provider-source"), await launcher.schemas()));
  copyState(launcher.folder, go.folder);

  const measured = await interleaved(ROUNDS, {
    go: () => go.planWithoutChanges(),
    launcher: () => launcher.planWithoutChanges(),
  });
  const ratio = rounded(measured.launcher.median / measured.go.median, 2);
  return {
    title,
    tables: [
      {
        columns: ["", "s", "least", "most", "CPU s", "least"],
        rows: Object.entries(measured).map(([name, { median, least, most, cpu }]) => [
          name,
          ...[median, least, most].map((ms) => (ms / 1000).toFixed(3)),
          ...(cpu ? [cpu.median, cpu.least].map((ms) => (ms / 1000).toFixed(2)) : []),
        ]),
      },
    ],
    goals: [{ name: "what synthesis places, by the provider in Go", measured: ratio, atMost: TIMES_OF_GO }],
    figures: { measured },
  };
}

/** Copies a state without the private data, which only the provider of the data can read. */
function copyState(from: string, to: string): void {
  const state = JSON.parse(readFileSync(join(from, "terraform.tfstate"), "utf8")) as {
    readonly resources: readonly { readonly instances: readonly Record<string, unknown>[] }[];
  };
  for (const { instances } of state.resources) {
    for (const instance of instances) {
      delete instance.private;
    }
  }
  writeFileSync(join(to, "terraform.tfstate"), JSON.stringify(state));
}
