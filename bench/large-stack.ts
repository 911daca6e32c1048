import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childrenCpuMs } from "./support/cpu-time";
import { EmulatorProcess } from "./support/emulator-process";
import { type Executables, FORMS, type Form } from "./support/executables";
import { engineHcl, largeStackHcl, SIZE } from "./support/large-stack-hcl";
import { LIMIT, type LimitUse, limitUse, windowEnd, windowsBetween } from "./support/limit-window";
import type { Report, Table } from "./support/report";
import { Stack } from "./support/stack";
import { type Cost, interleaved, rounded, summary } from "./support/statistics";

/** All plans together fit in one window of the rate limit. */
const PLAN_ROUNDS = 5;

/** Goal: the provider's CPU time divided by the engine's own. */
const CPU_RATIO = 0.5;

/** The plan with an exhausted window starts this long before the end of the window. */
const BEFORE_END_MS = 8000;

/** Precision of timers and of the measured end of a window. */
const PAST_EDGE_MS = 100;

interface Measured {
  readonly applyMs: number;
  readonly use: LimitUse;
  readonly after: PlanCost;
  readonly plans: Readonly<Record<Form | "engine", Cost>>;
  /** CPU time of the provider divided by the engine's own. Missing if not measured. */
  readonly cpuRatios: Readonly<Partial<Record<Form, number>>>;
  /** Cost of each plan. */
  readonly costs: Readonly<Record<Form, readonly PlanCost[]>>;
  readonly exhausted: PlanCost & { readonly untilEndMs: number };
}

/** Duration and requests of one plan. */
interface PlanCost {
  readonly ms: number;
  readonly requests: number;
  readonly refused: number;
  /** CPU time of the engine with its providers, and of the providers only. Undefined if not measured. */
  readonly cpuMs: number | undefined;
  readonly providerCpuMs: number | undefined;
}

/** Applies a large stack with the real rate limit, then plans it without changes. Takes about seven minutes. */
export async function largeStack({ provider, commandLine, folder }: Executables): Promise<Report> {
  await using emulator = await EmulatorProcess.start(commandLine);
  const hcl = largeStackHcl(await savedSearches(emulator, SIZE.savedSearchAlerts));
  const native = await prepared(join(folder, "large-native"), hcl, provider.native, emulator);
  const applied = await apply(native, emulator);
  const after = await planCost(native, emulator);
  const script = await prepared(join(folder, "large-script"), hcl, provider.script, emulator);
  copyFileSync(join(native.folder, "terraform.tfstate"), join(script.folder, "terraform.tfstate"));
  const engine = await engineStack(join(folder, "large-engine"));

  await untilNextWindow(emulator);
  const costs: Readonly<Record<Form, PlanCost[]>> = { native: [], script: [] };
  const counted = (form: Form, stack: Stack) => async () => {
    const cost = await planCost(stack, emulator);
    costs[form].push(cost);
    return cost.ms;
  };
  const plans = await interleaved(PLAN_ROUNDS, {
    engine: () => engine.planWithoutChanges(),
    native: counted("native", native),
    script: counted("script", script),
  });
  const exhausted = await planIntoExhaustedWindow(native, emulator);
  const cpuRatios = { native: cpuRatio(costs.native), script: cpuRatio(costs.script) };
  return reportOf({ ...applied, after, plans, cpuRatios, costs, exhausted });
}

async function prepared(folder: string, hcl: string, executable: string, emulator: EmulatorProcess): Promise<Stack> {
  mkdirSync(folder, { recursive: true });
  const stack = new Stack(folder, emulator.environment);
  stack.write(hcl);
  await stack.useMeasuredProvider(executable);
  return stack;
}

/** Measures the same number of resources without a provider process: the time of the engine itself. */
async function engineStack(folder: string): Promise<Stack> {
  const stack = new Stack(folder);
  stack.write(engineHcl());
  await stack.run("init", "-no-color");
  await stack.apply();
  return stack;
}

async function apply(stack: Stack, emulator: EmulatorProcess): Promise<{ applyMs: number; use: LimitUse }> {
  const edgeBefore = await windowEnd(emulator.origin);
  await emulator.forgetRequests();
  const applyMs = await stack.apply();
  const requests = await emulator.requests();
  const windows = windowsBetween(edgeBefore, await windowEnd(emulator.origin));
  return { applyMs, use: limitUse(requests, windows) };
}

async function planCost(stack: Stack, emulator: EmulatorProcess): Promise<PlanCost> {
  await emulator.forgetRequests();
  stack.takeProviderCpuMs();
  const cpuBefore = childrenCpuMs();
  const ms = await stack.planWithoutChanges();
  const cpuAfter = childrenCpuMs();
  const requests = await emulator.requests();
  return {
    ms,
    requests: requests.length,
    refused: requests.filter(({ status }) => status === 429).length,
    cpuMs: cpuBefore !== undefined && cpuAfter !== undefined ? cpuAfter - cpuBefore : undefined,
    providerCpuMs: stack.takeProviderCpuMs(),
  };
}

/** Returns the median of the provider's CPU time divided by the CPU time of the engine, which is the remaining time. */
function cpuRatio(costs: readonly PlanCost[]): number | undefined {
  const ratios = costs.flatMap(({ cpuMs, providerCpuMs }) =>
    cpuMs === undefined || providerCpuMs === undefined ? [] : [providerCpuMs / (cpuMs - providerCpuMs)],
  );
  return ratios.length > 0 ? rounded(summary(ratios).median, 2) : undefined;
}

/** Another client has exhausted the window. The plan learns this only from a response. */
async function planIntoExhaustedWindow(
  stack: Stack,
  emulator: EmulatorProcess,
): Promise<PlanCost & { untilEndMs: number }> {
  const end = await windowEnd(emulator.origin);
  const opening = Date.now() < end - BEFORE_END_MS ? end : end + LIMIT.windowMs;
  await sleep(Math.max(0, opening - BEFORE_END_MS - Date.now()));
  await emulator.useUpWindow(LIMIT.requests);
  const untilEndMs = opening - Date.now();
  return { ...(await planCost(stack, emulator)), untilEndMs };
}

async function untilNextWindow(emulator: EmulatorProcess): Promise<void> {
  await sleep((await windowEnd(emulator.origin)) + PAST_EDGE_MS - Date.now());
}

async function savedSearches(emulator: EmulatorProcess, count: number): Promise<readonly string[]> {
  const { data: sources } = (await emulator.ui("GET", "/api/v2/sources")) as { data: readonly { id: string }[] };
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = { name: `Search ${index}`, sourceId: sources[0]?.id, where: "level:error" };
    const { data } = (await emulator.ui("POST", "/api/v2/saved-searches", body)) as { data: { id: string } };
    ids.push(data.id);
  }
  return ids;
}

function reportOf(measured: Measured): Report {
  const { applyMs, use, after, plans, cpuRatios, costs, exhausted } = measured;
  const ratio = rounded(applyMs / use.demandedMs, 3);
  const alerts = SIZE.tileAlerts + SIZE.savedSearchAlerts;
  return {
    title: `${SIZE.dashboards} dashboards of 4 tiles and ${alerts} alerts, ${LIMIT.requests} requests per ${LIMIT.windowMs / 1000} s`,
    tables: [applyTable(applyMs, use), windowTable(use), planTable(measured)],
    goals: [
      { name: "apply, wall time by what the limit demands", measured: ratio, atMost: 1.05 },
      { name: "apply, refused requests (429)", measured: use.refused, atMost: 0 },
      {
        name: "plan without changes, most requests",
        measured: most(requestsIn(Object.values(costs).flat())),
        atMost: 5,
      },
      ...FORMS.map((form) => ({
        name: `plan without changes, ${form}`,
        measured: rounded(plans[form].median / 1000, 2),
        atMost: 3,
        unit: "s",
      })),
      ...(cpuRatios.native === undefined
        ? []
        : [
            {
              name: "plan without changes, native: the provider's CPU time by the engine's own",
              measured: cpuRatios.native,
              atMost: CPU_RATIO,
            },
          ]),
    ],
    figures: { applyMs: Math.round(applyMs), ratio, use, after, plans, cpuRatios, costs, exhausted },
  };
}

const requestsIn = (costs: readonly PlanCost[]): readonly number[] => costs.map(({ requests }) => requests);

const most = (figures: readonly number[]): number => Math.max(...figures);

function range(figures: readonly number[]): string {
  const least = Math.min(...figures);
  return least === most(figures) ? String(least) : `${least} to ${most(figures)}`;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(2);

function cpuOf({ cpu }: Cost): readonly string[] {
  return cpu ? [seconds(cpu.median), seconds(cpu.least)] : [];
}

function applyTable(applyMs: number, { requests, refused, demandedMs }: LimitUse): Table {
  return {
    columns: ["apply", ""],
    rows: [
      ["requests", String(requests)],
      ["refused (429)", String(refused)],
      ["wall time, s", seconds(applyMs)],
      ["the limit alone demands, s", seconds(demandedMs)],
      ["ratio", (applyMs / demandedMs).toFixed(3)],
    ],
  };
}

function windowTable({ windows }: LimitUse): Table {
  return {
    columns: ["window", "requests", "first after, s", "last after, s"],
    rows: windows.map((window, index) => [
      String(index + 1),
      String(window.requests),
      seconds(window.firstAfterMs),
      seconds(window.lastAfterMs),
    ]),
  };
}

function planTable({ plans, cpuRatios, costs, after, exhausted }: Measured): Table {
  return {
    columns: ["plan without changes", "s", "least", "requests", "refused", "CPU s", "least", "provider's by engine's"],
    rows: [
      [
        "terraform_data alone",
        seconds(plans.engine.median),
        seconds(plans.engine.least),
        "",
        "",
        ...cpuOf(plans.engine),
      ],
      ...FORMS.map((form) => [
        form,
        seconds(plans[form].median),
        seconds(plans[form].least),
        range(requestsIn(costs[form])),
        range(costs[form].map(({ refused }) => refused)),
        ...cpuOf(plans[form]),
        ...(cpuRatios[form] === undefined ? [] : [String(cpuRatios[form])]),
      ]),
      ["right after the apply, native", seconds(after.ms), "", String(after.requests), String(after.refused)],
      [
        `into a used-up window of ${seconds(exhausted.untilEndMs)} s more, native`,
        seconds(exhausted.ms),
        "",
        String(exhausted.requests),
        String(exhausted.refused),
      ],
    ],
  };
}
