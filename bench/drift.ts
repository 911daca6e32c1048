import { execFile } from "node:child_process";
import { join } from "node:path";
import { EmulatorProcess } from "./support/emulator-process";
import type { Executables } from "./support/executables";
import type { Report } from "./support/report";
import { Stack } from "./support/stack";
import { rounded, summary } from "./support/statistics";

const ROUNDS = 5;
const DASHBOARDS = 500;
const ALERTS = 490;
const KEYS = 10;
const CHANGED = 10;

const HCL = `
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }
resource "clickstack_dashboard" "d" {
  count = ${DASHBOARDS}
  name  = "Dashboard \${count.index}"
  tiles = { t = { name = "T", x = 0, y = 0, w = 12, h = 6, config = {
    display_type = "number", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count" }]
  } } }
}
resource "clickstack_alert" "a" {
  count          = ${ALERTS}
  dashboard_id   = clickstack_dashboard.d[count.index].id
  tile_id        = clickstack_dashboard.d[count.index].tile_ids["t"]
  interval       = "5m"
  threshold      = 100
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}
resource "clickstack_api_key" "k" {
  count           = ${KEYS}
  name            = "key \${count.index}"
  ip_access_list  = [{ source = "203.0.113.0/24" }]
  secret_in_state = true
}
`;

interface DriftRun {
  readonly ms: number;
  readonly named: number;
}

/** Measures `cdk-clickstack drift` over a thousand objects, ten of them changed, with the native provider. */
export async function drift({ provider, commandLine, folder }: Executables): Promise<Report> {
  await using emulator = await EmulatorProcess.start(commandLine, "--no-limits");
  const stack = new Stack(join(folder, "drift"), emulator.environment);
  stack.write(HCL);
  await stack.useProvider(provider.native);
  await stack.run("apply", "-auto-approve", "-no-color", "-parallelism=50");
  const { data: alerts } = (await emulator.ui("GET", "/api/v2/alerts")) as { data: readonly { id: string }[] };
  for (const { id } of alerts.slice(0, CHANGED)) {
    await emulator.ui("PATCH", `/api/v2/alerts/${id}`, { threshold: 900 });
  }

  const runs: DriftRun[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await emulator.forgetRequests();
    runs.push(await driftRun(commandLine, stack, emulator));
  }
  const requests = await emulator.requests();
  const seconds = summary(runs.slice(1).map(({ ms }) => ms / 1000));
  const named = Math.min(...runs.map((run) => run.named));
  return {
    title: `"cdk-clickstack drift" over ${DASHBOARDS + ALERTS + KEYS} objects, ${CHANGED} changed, ${ROUNDS} times`,
    tables: [
      {
        columns: ["s", "least", "most", "requests", "named"],
        rows: [
          [
            seconds.median.toFixed(2),
            seconds.least.toFixed(2),
            seconds.most.toFixed(2),
            String(requests.length),
            String(named),
          ],
        ],
      },
    ],
    goals: [
      { name: "changed objects that are not named", measured: CHANGED - named, atMost: 0 },
      { name: "requests", measured: requests.length, atMost: 11 },
      { name: "drift with the native executable", measured: rounded(seconds.median, 2), atMost: 5, unit: "s" },
    ],
    figures: { seconds, requests: requests.map(({ method, path }) => `${method} ${path}`), named },
  };
}

function driftRun(commandLine: string, { folder }: Stack, emulator: EmulatorProcess): Promise<DriftRun> {
  const startedAt = performance.now();
  const options = { cwd: folder, env: { ...process.env, ...emulator.environment }, maxBuffer: 2 ** 26 };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [commandLine, "drift", "--json"], options, (error, stdout, stderr) => {
      // drift exits with code 2.
      if (error?.code !== 2) {
        return reject(new Error(`drift ended with ${error?.code ?? 0}:\n${stdout}${stderr}`));
      }
      const { stacks } = JSON.parse(stdout) as { stacks: readonly { objects: readonly unknown[] }[] };
      resolve({ ms: performance.now() - startedAt, named: stacks[0]?.objects.length ?? 0 });
    });
  });
}
