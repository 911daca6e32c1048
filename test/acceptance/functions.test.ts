import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { seedIds } from "../../src/emulator";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { ui } from "../support/ui";
import { ServedWorkspace } from "../support/workspace";

const FIXTURES = join(__dirname, "..", "fixtures", "dashboards");

describe("the provider's functions under the real engine", () => {
  const emulator = emulatorForTests();
  let workspace: ServedWorkspace;

  beforeAll(async () => {
    workspace = new ServedWorkspace(environmentFor(emulator.endpoints));
    copyFileSync(join(FIXTURES, "browser.export.json"), join(workspace.folder, "export.json"));
  });

  afterAll(async () => {
    workspace.remove();
  });

  test("turn an export of the UI into a dashboard in plain HCL, whose plan is empty after the apply", async () => {
    await workspace.applyOf(`
      data "clickstack_sources" "all" {}

      locals {
        sources  = { for each in data.clickstack_sources.all.sources : each.name => each.id }
        exported = jsondecode(file("export.json"))
        named    = toset(compact([for tile in local.exported.tiles : try(tile.config.source, "")]))
        board    = provider::clickstack::dashboard_from_json(file("export.json"), {
          sources     = { for name in local.named : name => lookup(local.sources, name, "${seedIds.logs}") }
          connections = { "Local ClickHouse" = "${seedIds.connection}" }
        })
      }

      resource "clickstack_dashboard" "exported" {
        name       = local.board.name
        tiles      = { for key, tile in local.board.tiles : key => merge(tile, { h = tile.h + 1 }) }
        filters    = local.board.filters
        containers = local.board.containers
        tags       = local.board.tags
      }

      output "json" {
        value = provider::clickstack::dashboard_to_json(clickstack_dashboard.exported)
      }

      output "seconds" {
        value = provider::clickstack::parse_duration("5m")
      }
    `);
    expect((await workspace.plan("-detailed-exitcode")).exitCode).toBe(0);

    const outputs = JSON.parse(await workspace.must("output", "-json"));
    const { data: stored } = (await ui(emulator, "GET", "/api/v2/dashboards")) as {
      data: readonly { name: string; tiles: readonly { name: string; h: number }[] }[];
    };
    const board = JSON.parse(outputs.json.value);
    const [found] = stored.filter(({ name }) => name === board.name);
    expect(found?.tiles.map(({ name, h }) => ({ name, h }))).toEqual(
      board.tiles.map(({ name, h }: { name: string; h: number }) => ({ name, h })),
    );
    expect(outputs.seconds.value).toBe(300);
  });
});
