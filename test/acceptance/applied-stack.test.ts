import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LocalBackend } from "cdktf";
import { Alert, above, ClickStackProvider, count, Dashboard, ExistingSource, Source, tile, Webhook } from "../../src";
import { type Emulator, seedIds } from "../../src/emulator";
import { callCli } from "../support/cli/call-cli";
import { synthesisedFolder } from "../support/constructs/synthesize";
import { environmentFor } from "../support/environment";
import { ui } from "../support/ui";
import { inWorkspaces, type Workspace } from "../support/workspace";

/** The ways in which a program can refer to a source, by the key of the tile that shows the source. */
const TILES = ["by_name", "by_name_and_kind", "by_id", "declared"];

const TRACES_NAMED_LOGS = {
  ...{ kind: "trace", name: "Logs", connection: seedIds.connection },
  from: { databaseName: "default", tableName: "other_traces" },
  ...{
    timestampValueExpression: "Timestamp",
    defaultTableSelectExpression: "Timestamp",
    durationExpression: "Duration",
  },
  ...{ traceIdExpression: "TraceId", spanIdExpression: "SpanId", parentSpanIdExpression: "ParentSpanId" },
  ...{ durationPrecision: 9, spanNameExpression: "SpanName", spanKindExpression: "SpanKind" },
};

describe("an applied stack without a new plan", () => {
  let emulator: Emulator;
  let workspace: Workspace;

  inWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
  });

  beforeEach(async () => {
    await ui(emulator, "POST", "/api/v2/sources", TRACES_NAMED_LOGS);
    const folder = synthesisedFolder((stack) => {
      new LocalBackend(stack, { path: "terraform.tfstate" });
      new ClickStackProvider(stack, "clickstack");
      const declared = new Source(stack, "audit", {
        ...{ kind: "log", name: "Audit", connection: seedIds.connection },
        from: { databaseName: "default", tableName: "audit" },
        ...{ defaultTableSelectExpression: "Timestamp, Body", timestampValueExpression: "Timestamp" },
      });
      const sources = {
        by_name: new ExistingSource(stack, "traces", { name: "Traces" }),
        by_name_and_kind: new ExistingSource(stack, "logs", { name: "Logs", kind: "log" }),
        by_id: new ExistingSource(stack, "by-id", { id: seedIds.logs }),
        declared,
      };
      const tiles = Object.entries(sources).map(([key, source]) => [key, tile.line({ source, select: [count()] })]);
      const board = new Dashboard(stack, "board", { name: "Board", tiles: Object.fromEntries(tiles) });
      const notify = [Webhook.byName(stack, "Slack oncall")];
      for (const key of TILES) {
        new Alert(stack, key, { name: key, on: board.tile(key), when: above(1), every: "1h", notify });
      }
    });
    workspace.write(readFileSync(join(folder, "cdk.tf.json"), "utf8"), "cdk.tf.json");
    await workspace.init();
    await workspace.apply();
  });

  test("has the series of every looked-up or declared source in backtest and preview", async () => {
    const environment = environmentFor(emulator.endpoints);
    const tested = await callCli(["backtest", workspace.folder, "--last", "1d", "--no-cache", "--json"], environment);
    const { alerts, untestable } = JSON.parse(tested.stdout);
    expect(untestable).toEqual([]);
    expect(alerts.map(({ name }: { name: string }) => name).sort()).toEqual([...TILES].sort());
    const planned = await callCli(
      ["backtest", workspace.folder, "--last", "1d", "--no-cache", "--json", "--plan"],
      environment,
    );
    const firings = (text: string) =>
      JSON.parse(text).alerts.map(({ name, watches, firingsPerWeek }: Record<string, unknown>) => ({
        ...{ name, watches, firingsPerWeek },
      }));
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
    expect(firings(tested.stdout).sort(byName)).toEqual(firings(planned.stdout).sort(byName));
    const drawn = await callCli(["preview", workspace.folder, "--series", "--json"], environment);
    expect(drawn.exitCode).toBe(0);
    expect(JSON.parse(drawn.stdout).remarks).toEqual([]);
  });
});
