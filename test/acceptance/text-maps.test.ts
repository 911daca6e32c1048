import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { environmentFor } from "../support/environment";
import { ui } from "../support/ui";
import { inServedWorkspaces, type ServedWorkspace } from "../support/workspace";

const stack = (format: string) => `
data "clickstack_source" "logs" { name = "Logs" }
resource "clickstack_dashboard" "d" {
  name  = "D"
  tiles = { t = { name = "T", x = 0, y = 0, w = 12, h = 6, config = {
    display_type     = "number"
    source_id        = data.clickstack_source.logs.id
    select           = [{ agg_fn = "count", number_format = { output = "percent" } }]
    number_format    = ${format}
    background_chart = { type = "area", color = "chart-red" }
  } } }
}
output "mantissa" { value = clickstack_dashboard.d.tiles["t"].config.number_format.mantissa + 1 }`;

const FORMAT = '{ output = "number", mantissa = 2, thousand_separated = true }';

describe("an object that Terraform stores as a map of texts", () => {
  let emulator: Emulator;
  let workspace: ServedWorkspace;

  inServedWorkspaces(environmentFor, (opened) => {
    ({ emulator, workspace } = opened);
  });

  const apply = async (format: string) => {
    await workspace.applyOf(stack(format));
  };

  test("can be written with numbers and booleans, and the next plan is empty", async () => {
    await apply(FORMAT);
    const { id } = (await workspace.state("clickstack_dashboard.d")) as { id: string };
    const { data } = (await ui(emulator, "GET", `/api/v2/dashboards/${id}`)) as {
      data: { tiles: { config: object }[] };
    };
    expect(data.tiles[0]?.config).toMatchObject({
      numberFormat: { output: "number", mantissa: 2, thousandSeparated: true },
      backgroundChart: { type: "area", color: "chart-red" },
    });
    expect(await workspace.plannedDifferences()).toEqual([]);
  });

  test.each([
    ["an unknown name", '{ output = "number", mantisa = 2 }', "mantisa", 'Did you mean "mantissa"?'],
    ["a text for a number", '{ output = "number", mantissa = "two" }', "mantissa", "Must be a number"],
    ["a fraction for a whole number", '{ output = "number", mantissa = 1.5 }', "mantissa", "Must be"],
    ["a missing field", "{ mantissa = 2 }", "output", "Must be given"],
  ])("is refused in the plan with the path of %s", async (_, format, name, message) => {
    workspace.write(stack(format));
    const { exitCode, stderr } = await workspace.plan();
    expect(exitCode).toBe(1);
    const text = stderr.replace(/[\s│]+/g, " ");
    expect(text).toContain(`Invalid tiles["t"].config.number_format.${name}`);
    expect(text).toContain(message);
  });

  test("has an empty plan for a state in which it is an object with numbers and null", async () => {
    await apply(FORMAT);
    const file = join(workspace.folder, "terraform.tfstate");
    const state = JSON.parse(readFileSync(file, "utf8"));
    const { config } = state.resources.find(({ type }: { type: string }) => type === "clickstack_dashboard")
      .instances[0].attributes.tiles.t;
    expect(config.number_format).toEqual({ mantissa: "2", output: "number", thousand_separated: "true" });
    config.number_format = { average: null, factor: null, mantissa: 2, output: "number", thousand_separated: true };
    writeFileSync(file, JSON.stringify(state));
    expect(await workspace.plannedDifferences()).toEqual([]);
  });
});
