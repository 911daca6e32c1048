// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import { adoptConfiguration } from "../../../../support/cli/adopted-configuration";

const id = "6a0000000000000000000001";
const board = { type: "dashboard", name: "board", old: { name: "Board" }, server: { name: "Board" } };
const alert = {
  id: "6a0000000000000000000002",
  stack: "main",
  dashboard: "clickstack_dashboard.board",
  tileKey: 'a"${b}',
  fields: {
    dashboardId: id,
    tileId: "t",
    threshold: 1,
    thresholdType: "above",
    interval: "5m",
    channels: [{ type: "webhook", webhookId: "w" }],
    name: "*/ ${name}",
  },
};
const BOARD = `resource "clickstack_dashboard" "board" {\r\n\tname = "Board"\r\n} // end\r\n`;
const ADDED = `${BOARD}
resource "clickstack_alert" "name" {
	name           = "*/ $\${name}"
	dashboard_id   = clickstack_dashboard.board.id
	tile_id        = clickstack_dashboard.board.tile_ids["a\\"$\${b}"]
	interval       = "5m"
	threshold      = 1
	threshold_type = "above"
	channels       = [{ type = "webhook", webhook_id = "w" }]
}

import {
	to = clickstack_alert.name
	id = "${alert.id}"
}
`
  .replaceAll("\r\n", "\n")
  .replaceAll("\n", "\r\n");

describe("an alert that a user added on a tile", () => {
  test("is written as a resource and an import block after its dashboard, in the style of the file", async () => {
    const { files, edited, obstacles } = await adoptConfiguration({ "main.tf": BOARD }, [board], {
      alerts: [alert],
      known: { "clickstack_dashboard.board": id },
    });
    expect(obstacles).toEqual([]);
    expect(edited).toEqual(['resource "clickstack_alert" "name"']);
    expect(files).toEqual({ "main.tf": ADDED });
  });

  test("gets an address that no other alert has", async () => {
    const taken = { ...board, type: "alert", name: "name" };
    const { edited } = await adoptConfiguration({ "main.tf": BOARD }, [board, taken], { alerts: [alert, alert] });
    expect(edited).toEqual(['resource "clickstack_alert" "name_2"', 'resource "clickstack_alert" "name_3"']);
  });

  test("is reported and not written if a child module declares the dashboard", async () => {
    const files = { "main.tf": `module "a" {\n  source = "./m"\n}\n`, "m/main.tf": BOARD };
    const { files: edited, obstacles } = await adoptConfiguration(files, [{ ...board, module: "module.a" }], {
      alerts: [{ ...alert, dashboard: "module.a.clickstack_dashboard.board" }],
    });
    expect(edited).toEqual({});
    expect(obstacles).toEqual([
      "m/main.tf:1: : Terraform imports objects into the root module only, and a child module declares the dashboard.",
    ]);
  });
});
