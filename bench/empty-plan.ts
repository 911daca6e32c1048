import { join } from "node:path";
import { EmulatorProcess } from "./support/emulator-process";
import type { Executables } from "./support/executables";
import type { Report } from "./support/report";
import { Stack } from "./support/stack";
import { interleaved, rounded } from "./support/statistics";

const ROUNDS = 15;

const NATIVE_SECONDS = 0.3;

/** One look-up and one dashboard. */
export const DASHBOARD = `
data "clickstack_source" "logs" { name = "Logs" }

resource "clickstack_dashboard" "d" {
  name  = "Checkout"
  tiles = { errors = { name = "Errors", x = 0, y = 0, w = 12, h = 6, config = {
    display_type = "line"
    source_id    = data.clickstack_source.logs.id
    select       = [{ agg_fn = "count", where = "level:error" }]
  } } }
}
`;

/**
 * Measures a plan without changes over one dashboard and over a stack without a provider process. The server responds
 * immediately.
 */
export async function emptyPlan({ provider, commandLine, folder }: Executables): Promise<Report> {
  await using emulator = await EmulatorProcess.start(commandLine, "--no-limits");
  const bare = new Stack(join(folder, "empty-plan-bare"));
  bare.write('resource "terraform_data" "d" {\n  input = "Checkout"\n}\n');
  await bare.run("init", "-no-color");
  await bare.apply();
  const launcher = await dashboardStack(join(folder, "empty-plan-launcher"), emulator, (stack) =>
    stack.usePlacedProvider(provider.native),
  );
  const native = await dashboardStack(join(folder, "empty-plan-native"), emulator, (stack) =>
    stack.useProvider(provider.native),
  );
  const script = await dashboardStack(join(folder, "empty-plan-script"), emulator, (stack) =>
    stack.useProvider(provider.script),
  );

  const measured = await interleaved(ROUNDS, {
    terraform_data: () => bare.planWithoutChanges(),
    launcher: () => launcher.planWithoutChanges(),
    native: () => native.planWithoutChanges(),
    script: () => script.planWithoutChanges(),
  });
  await emulator.forgetRequests();
  await launcher.planWithoutChanges();
  const requests = await emulator.requests();
  const seconds = rounded(measured.launcher.median / 1000, 3);
  return {
    title: `seconds of "${bare.engine.name} plan" without changes, median of ${ROUNDS}, in turns`,
    tables: [
      {
        columns: ["", "s", "least", "most", "more than the engine alone", "CPU s", "least"],
        rows: Object.entries(measured).map(([name, { median, least, most, cpu }]) => [
          name === "terraform_data" ? "terraform_data alone" : `one dashboard, ${name}`,
          (median / 1000).toFixed(3),
          (least / 1000).toFixed(3),
          (most / 1000).toFixed(3),
          ((median - measured.terraform_data.median) / 1000).toFixed(3),
          ...(cpu ? [(cpu.median / 1000).toFixed(2), (cpu.least / 1000).toFixed(2)] : []),
        ]),
      },
    ],
    goals: [{ name: "plan with what synthesis places", measured: seconds, atMost: NATIVE_SECONDS, unit: "s" }],
    figures: {
      seconds: Object.fromEntries(
        Object.entries(measured).map(([name, { median, least, cpu }]) => [
          name,
          { median: rounded(median / 1000, 3), least: rounded(least / 1000, 3), ...(cpu && { cpuMs: cpu }) },
        ]),
      ),
      requestsPerPlan: requests.map(({ method, path }) => `${method} ${path}`),
    },
  };
}

async function dashboardStack(
  folder: string,
  emulator: EmulatorProcess,
  place: (stack: Stack) => Promise<void>,
): Promise<Stack> {
  const stack = new Stack(folder, emulator.environment);
  stack.write(DASHBOARD);
  await place(stack);
  await stack.apply();
  return stack;
}
