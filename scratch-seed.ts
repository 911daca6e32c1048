import { copyFileSync } from "node:fs";
import fc from "fast-check";
import { Emulator, environmentOf, seedIds } from "./src/emulator";
import { createClient } from "./src/resources/client";
import { createBody } from "./src/resources/dashboard/mapping";
import { createTeamDashboards } from "./test/support/team-dashboards";
import { generatedDashboard } from "./test/support/generated-dashboard";

async function main() {
  const deployment = process.argv[2] as "open-source" | "managed";
  const state = `/tmp/wt-tf-scratch/server-${deployment}.json`;
  copyFileSync(`test/fixtures/states/0.1.0/${deployment}/server.json`, state);
  const emulator = new Emulator({ limits: false, stateFile: state, now: () => new Date("2026-11-22T12:00:00.000Z") });
  const e = await emulator.start();
  const m = e.managed;
  const client = createClient({ userAgent: "seed", environment: {}, ...(deployment === "managed" ? {} : { openSource: e.openSource }), managed: { ...m, product: "clickstack", requestsPerWindow: 10000 }, observability: deployment === "managed" ? "managed" : "open_source" });
  if (deployment === "open-source") await createTeamDashboards(client, emulator);
  const some = fc.sample(generatedDashboard({ sourceId: seedIds.traces, connectionId: seedIds.connection, dashboardId: "0".repeat(24) }), { numRuns: 80, seed: 7 });
  let made = 0, refused = 0;
  for (const d of some) { try { await client.dashboards.create(createBody(d)); made++; } catch (x) { refused++; } }
  const counts: Record<string, number> = {};
  for (const k of ["dashboards","alerts","savedSearches","webhooks","sources","connections","apiKeys"] as const) { try { counts[k] = (await client[k].list()).length; } catch (x) { counts[k] = -1; } }
  console.log(JSON.stringify({ made, refused, counts }));
  await client.close();
  const env = environmentOf(e);
  console.log(Object.entries({ ...env }).map(([k, v]) => `export ${k}=${v}`).join("\n"));
}
void main();
