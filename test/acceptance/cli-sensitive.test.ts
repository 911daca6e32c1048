import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callCli } from "../support/cli/call-cli";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import type { ProcessResult } from "../support/run-process";
import { ui } from "../support/ui";
import { ServedWorkspace } from "../support/workspace";

/** Values that are sensitive only in Terraform. The provider and the server store them as plain text. */
const CANARY = {
  dashboard: "canaryDashboard4711",
  tile: "canaryTile4711",
  query: "level:canaryQuery4711",
  alert: "canaryAlert4711",
  threshold: "471147",
  search: "canarySearch4711",
  literal: "canaryLiteral4711",
} as const;

const variables = ["dashboard", "tile", "query", "alert", "threshold", "search"]
  .map((name) => `variable "${name}" {\n  sensitive = true\n}\n`)
  .join("");

const tile = (name: string, where: string, x: number) =>
  `{ name = ${name}, x = ${x}, y = 0, w = 8, h = 6, config = {
      display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count", where = ${where} }]
    } }`;

const stack = (step: "plain" | "sensitive") => {
  const value = (name: string, plain: string) => (step === "plain" ? plain : name);
  return `${variables}
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }
resource "clickstack_dashboard" "checkout" {
  name  = ${value("var.dashboard", '"Checkout"')}
  tiles = {
    errors = ${tile(value("var.tile", '"Errors"'), value("var.query", '"level:error"'), 0)}
    ${step === "plain" ? "" : `added = ${tile("var.tile", `sensitive("level:${CANARY.literal}")`, 8)}`}
  }
}
resource "clickstack_alert" "errors" {
  name           = ${value("var.alert", '"Too many errors"')}
  dashboard_id   = clickstack_dashboard.checkout.id
  tile_id        = clickstack_dashboard.checkout.tile_ids["errors"]
  interval       = "5m"
  threshold      = ${value("var.threshold", "100")}
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}
resource "clickstack_saved_search" "fatal" {
  name      = ${value("var.search", '"Fatal"')}
  source_id = data.clickstack_source.logs.id
  where     = ${value("var.query", '"level:fatal"')}
}
`;
};

describe("sensitive values in Terraform", () => {
  const emulator = emulatorForTests();
  let workspace: ServedWorkspace;
  let out: string;

  const cli = (...words: string[]): Promise<ProcessResult> => callCli(words, workspace.environment);

  /** Returns the outputs that contain a secret, and the number of places where outputs mark a hidden value. */
  const heard = (texts: Readonly<Record<string, string>>) => ({
    found: Object.entries(texts).flatMap(([place, text]) =>
      Object.entries(CANARY).flatMap(([name, canary]) => (text.includes(canary) ? [`${place}: ${name}`] : [])),
    ),
    said: Object.values(texts).filter((text) => text.includes("(sensitive value)")).length,
  });

  /** Runs a command once, with its report in every form. */
  const reported = async (command: string, endings: readonly string[]) => {
    const files = endings.map((ending) => join(out, `${command}${ending}`));
    const { stdout, stderr } = await cli(command, workspace.folder, ...files.flatMap((file) => ["--output", file]));
    return heard({ stdout, stderr, ...Object.fromEntries(files.map((file) => [file, readFileSync(file, "utf8")])) });
  };

  /** Runs a command once for each format. */
  const drawn = async (...command: string[]) => {
    const texts: Record<string, string> = {};
    for (const format of ["text", "json", "html", "svg"]) {
      const { stdout, stderr } = await cli(...command, "--format", format);
      Object.assign(texts, { [`${format} stdout`]: stdout, [`${format} stderr`]: stderr });
    }
    return heard(texts);
  };

  beforeAll(async () => {
    out = mkdtempSync(join(tmpdir(), "sensitive-"));
    const values = Object.entries(CANARY).map(([name, value]) => [`TF_VAR_${name}`, value]);
    workspace = new ServedWorkspace({ ...environmentFor(emulator.endpoints), ...Object.fromEntries(values) });
    workspace.write(stack("plain"));
    await workspace.init();
    await workspace.apply();
    workspace.write(stack("sensitive"));
  });

  afterAll(() => {
    workspace.remove();
    rmSync(out, { recursive: true });
  });

  test("are hidden in every format of a plan that makes them sensitive", async () => {
    const { found, said } = await reported("plan", [".txt", ".json", ".md", ".html"]);
    expect({ found, said }).toEqual({ found: [], said: 5 });
  });

  test("are drawn as hidden from a folder, a saved plan, and a plan and a state in JSON, in every format", async () => {
    await workspace.must("plan", "-out=saved.tfplan");
    writeFileSync(join(out, "plan.json"), await workspace.must("show", "-json", "saved.tfplan"));
    await workspace.must("apply", "saved.tfplan");
    writeFileSync(join(out, "state.json"), await workspace.must("show", "-json"));
    for (const path of [
      workspace.folder,
      join(workspace.folder, "saved.tfplan"),
      join(out, "plan.json"),
      join(out, "state.json"),
    ]) {
      expect(await drawn("preview", path)).toEqual({ found: [], said: 4 });
    }
  });

  test("are hidden in every format of the drift of their objects", async () => {
    const { id, tile_ids } = (await workspace.state("clickstack_dashboard.checkout")) as {
      id: string;
      tile_ids: Record<string, string>;
    };
    await ui(emulator, "PATCH", `/api/v2/dashboards/${id}/tiles/${tile_ids.errors}`, { name: "By hand", x: 9 });
    await ui(emulator, "PATCH", `/api/v2/dashboards/${id}/tiles/${tile_ids.added}`, { w: 4 });
    const { id: alert } = await workspace.state("clickstack_alert.errors");
    await ui(emulator, "PATCH", `/api/v2/alerts/${alert}`, { threshold: 500000 });
    const { found, said } = await reported("drift", [".txt", ".json", ".md", ".html", ".xml", ".sarif"]);
    expect({ found, said }).toEqual({ found: [], said: 7 });
  });

  test("are not queried by a back-test, which reports the reason", async () => {
    const { found } = await drawn("backtest", "--no-cache", workspace.folder);
    expect(found).toEqual([]);
    const { exitCode, stderr } = await cli("backtest", "--no-cache", workspace.folder);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("sensitive");
    expect(readdirSync(workspace.folder)).not.toContain(".cdk-clickstack");
  });

  test("are hidden in every format of a plan that removes the mark of sensitive values, or deletes their objects", async () => {
    workspace.write(`${variables}`);
    expect((await reported("plan", [".txt", ".json", ".md", ".html"])).found).toEqual([]);
  });
});
