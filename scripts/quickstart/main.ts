/**
 * Runs the main use case on a local emulator: apply, empty plan, three changes as in the UI, a plan that shows them,
 * apply, empty plan. Exits with code 1 at the first unexpected result.
 *
 *     npm run quickstart -- [--keep]
 */

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { type Engine, runEngine } from "../../src/cli/engine/engine";
import { EngineMissingError, findEngine } from "../../src/cli/engine/find-engine";
import { differences } from "../../src/cli/engine/plan-json";
import { withProgress } from "../../src/cli/terminal/output";
import { Emulator, environmentOf } from "../../src/emulator";

const ROOT = join(__dirname, "..", "..");
const OUT = join(ROOT, "build", "quickstart");
const STACK = join(OUT, "stacks", "quickstart");

/** Changes of a UI user that the plan must show. */
const EXPECTED_DRIFT = [
  "clickstack_alert.too-many-errors: threshold",
  "clickstack_api_key.ci: state",
  "clickstack_dashboard.checkout: tiles.errors.config.select.0.where",
];

/** Thrown if a step has an unexpected result. */
class StepError extends Error {}

class Quickstart {
  constructor(
    private readonly engine: Engine,
    private readonly emulator: Emulator,
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  async run(): Promise<void> {
    await step("Synthesize examples/quickstart", async () => this.synthesize());
    await step(`Prepare the stack (${this.engine.name} init)`, () => this.engineMust("init"));
    await step("Create a dashboard with six tiles, an alert and an API key (apply)", () =>
      this.engineMust("apply", "-auto-approve"),
    );
    await step("Plan again: no changes", () => this.planMustBeEmpty());
    await step(
      "Change a tile's where clause, the alert's threshold and the key's state, as a user does in the UI",
      () => this.editInUi(),
    );
    const plan = await step("Plan again: three changes", () => this.planMustNameTheDrift());
    printLine(indent(plan));
    await step("Revert them (apply)", () => this.engineMust("apply", "-auto-approve", "drift.tfplan"));
    await step("Plan again: no changes", () => this.planMustBeEmpty());
  }

  private synthesize(): void {
    rmSync(OUT, { recursive: true, force: true });
    mkdirSync(OUT, { recursive: true });
    const tsx = require.resolve("tsx/cli");
    execFileSync(process.execPath, [tsx, join(ROOT, "examples/quickstart/main.ts")], {
      cwd: ROOT,
      env: { ...process.env, CDKTF_OUTDIR: OUT, CHECKPOINT_DISABLE: "1" },
      stdio: ["ignore", "ignore", "inherit"],
    });
  }

  private async engineMust(...args: string[]): Promise<string> {
    const result = await this.engineRun(...args);
    if (result.exitCode !== 0) {
      throw new StepError(`${this.engine.name} ${args.join(" ")} failed:\n${result.stdout}${result.stderr}`);
    }
    return result.stdout;
  }

  private engineRun(...args: string[]) {
    return runEngine(this.engine, [...args, "-no-color"], { workingDirectory: STACK, environment: this.environment });
  }

  private async planMustBeEmpty(): Promise<void> {
    const { exitCode, stdout, stderr } = await this.engineRun("plan", "-detailed-exitcode");
    if (exitCode !== 0) {
      throw new StepError(`The plan should be empty:\n${stdout}${stderr}`);
    }
  }

  private async editInUi(): Promise<void> {
    const { dashboard, alert, key } = idsIn(JSON.parse(await this.engineMust("show", "-json")) as State);
    const select = [{ aggFn: "count", where: "level:fatal" }];
    await this.patchInUi(`/api/v2/dashboards/${dashboard.id}/tiles/${dashboard.tileIds.errors}`, {
      config: { select },
    });
    await this.patchInUi(`/api/v2/alerts/${alert}`, { threshold: 10_000 });
    await this.patchInUi(`/keys/${key}`, { state: "disabled" });
  }

  private async patchInUi(path: string, changes: object): Promise<void> {
    const response = await fetch(`${this.emulator.endpoints.openSource.endpoint}/ui${path}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(changes),
    });
    if (!response.ok) {
      throw new StepError(`The emulator refused the change of ${path}: ${await response.text()}`);
    }
  }

  private async planMustNameTheDrift(): Promise<string> {
    const plan = await this.engineRun("plan", "-detailed-exitcode", "-out=drift.tfplan");
    if (plan.exitCode !== 2) {
      throw new StepError(`The plan should contain three changes:\n${plan.stdout}${plan.stderr}`);
    }
    const shown = JSON.parse(await this.engineMust("show", "-json", "drift.tfplan")) as Plan;
    const named = shown.resource_changes
      .flatMap(({ address, change }) => differences(change.before, change.after).map((path) => `${address}: ${path}`))
      .sort();
    if (named.join("\n") !== EXPECTED_DRIFT.join("\n")) {
      throw new StepError(`The plan should name just\n${EXPECTED_DRIFT.join("\n")}\nbut it names\n${named.join("\n")}`);
    }
    return changesOnly(plan.stdout);
  }
}

interface State {
  readonly values: {
    readonly root_module: { readonly resources: readonly { address: string; values: Record<string, unknown> }[] };
  };
}

interface Plan {
  readonly resource_changes: readonly { address: string; change: { before: unknown; after: unknown } }[];
}

function idsIn(state: State) {
  const valuesOf = (address: string) =>
    state.values.root_module.resources.find((each) => each.address === address)?.values ?? {};
  const dashboard = valuesOf("clickstack_dashboard.checkout");
  return {
    dashboard: { id: String(dashboard.id), tileIds: dashboard.tile_ids as Record<string, string> },
    alert: String(valuesOf("clickstack_alert.too-many-errors").id),
    key: String(valuesOf("clickstack_api_key.ci").id),
  };
}

function changesOnly(plan: string): string {
  const start = plan.indexOf("  # ");
  const end = plan.indexOf("Plan: ");
  return plan.slice(start, plan.indexOf("\n", end)).trimEnd();
}

async function step<T>(title: string, run: () => Promise<T>): Promise<T> {
  try {
    const result = await withProgress(title, run);
    printLine(`✓ ${title}`);
    return result;
  } catch (error) {
    printLine(`✗ ${title}`);
    throw error;
  }
}

function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

function indent(text: string): string {
  return text.replace(/^/gm, "    ");
}

function whatToTryNext(engine: Engine, environment: Readonly<Record<string, string>>): string {
  const exports = Object.entries(environment).map(([name, value]) => `  export ${name}=${value}`);
  const { CLICKSTACK_ENDPOINT: endpoint } = environment;
  return [
    "",
    "The emulator keeps running until you press Ctrl-C. In another terminal:",
    ...exports,
    `  cd ${relative(process.cwd(), STACK) || "."}`,
    "",
    "Show the created objects:",
    `  curl ${endpoint}/ui/api/v2/dashboards`,
    "Change an object as a user does in the UI, and show the change in a plan:",
    `  curl -X PATCH -H 'content-type: application/json' -d '{"name":"Checkout (old)"}' ${endpoint}/ui/api/v2/dashboards/$(${engine.name} state show -no-color clickstack_dashboard.checkout | sed -n 's/^ *id *= "\\(.*\\)"/\\1/p')`,
    `  ${engine.name} plan`,
    "Edit examples/quickstart/main.ts and apply it:",
    "  (cd ../../../.. && CDKTF_OUTDIR=build/quickstart npx tsx examples/quickstart/main.ts)",
    `  ${engine.name} apply`,
  ].join("\n");
}

async function main(): Promise<void> {
  const keep = process.argv.includes("--keep");
  const engine = findEngine();
  const emulator = new Emulator();
  const endpoints = await emulator.start();
  const environment = environmentOf(endpoints);
  printLine(`A local emulator of ClickStack and ClickHouse Cloud listens on ${endpoints.openSource.endpoint}.`);
  try {
    await new Quickstart(engine, emulator, environment).run();
    printLine("All objects match the declaration again.");
    if (keep) {
      await untilInterrupted(whatToTryNext(engine, environment));
    }
  } finally {
    await emulator.stop();
  }
  if (!keep) {
    printLine('Run "npm run quickstart -- --keep" to keep the emulator running.');
  }
}

async function untilInterrupted(text: string): Promise<void> {
  printLine(text);
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
}

main().catch((error: unknown) => {
  const expected = error instanceof StepError || error instanceof EngineMissingError;
  process.stderr.write(`${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
});
