// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import { seedIds } from "../../src/emulator";
import { type Body, type HclProject, inHclProjects } from "../support/cli/hcl-project";
import { listed, ui } from "../support/ui";

const BOARDS = `# Boards of the shop.
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_source" "traces" { name = "Traces" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }

locals {
  owner = "shop"
}

variable "search" {
  default = "level:error"
}

resource "clickstack_dashboard" "checkout" {
  name = "Checkout" # as in the menu
  tags = ["team-a"]

  tiles = {
    errors = {
      name = "Errors"
      x    = 0
      y    = 0
      w    = 12
      h    = 6
      config = {
        display_type = "line"
        source_id    = data.clickstack_source.logs.id
        select       = [{ agg_fn = "count", where = "level:error" }]
      }
    }

    # Whom to call.
    notes = {
      name = "Notes", x = 12, y = 0, w = 12, h = 6
      config = {
        display_type = "markdown"
        markdown     = <<-EOT
          # Notes

          Call Ada.
        EOT
      }
    }
    old = { name = "Old", x = 0, y = 6, w = 12, h = 6, config = { display_type = "markdown", markdown = "old" } }
  }
}

resource "clickstack_alert" "errors" {
  name           = "Errors of \${local.owner}"
  dashboard_id   = clickstack_dashboard.checkout.id
  tile_id        = clickstack_dashboard.checkout.tile_ids["errors"]
  interval       = "5m"
  threshold      = 100
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
  note           = local.owner
}

resource "clickstack_saved_search" "service" {
  for_each  = toset(["cart", "search"])
  name      = each.key
  source_id = data.clickstack_source.logs.id
  where     = "level:error"
}

resource "clickstack_saved_search" "variable" {
  name      = "Variable"
  source_id = data.clickstack_source.logs.id
  where     = var.search
}

module "payment" {
  source = "./modules/payment"
}
`;

const PAYMENT = `\ufeffterraform {\r
\trequired_providers {\r
\t\tclickstack = { source = "cdk-clickstack/clickstack" }\r
\t}\r
}\r
\r
resource "clickstack_dashboard" "payment" {\r
\tname = "Payment"\r
\ttiles = {\r
\t\tnotes = {\r
\t\t\tname = "Notes"\r
\t\t\tx = 0\r
\t\t\ty = 0\r
\t\t\tw = 12\r
\t\t\th = 6\r
\t\t\tconfig = { display_type = "markdown", markdown = "hello" }\r
\t\t}\r
\t}\r
}`;

const HOSTILE = '"${path.module}" %{ if true } \\ \u202e\tEOT <<-EOT';

const NEW_TILE = `    new = {
      name = "New"
      x    = 0
      y    = 40
      w    = 12
      h    = 6
      config = {
        display_type = "line"
        source_id    = data.clickstack_source.logs.id
        select       = [{ agg_fn = "max", value_expression = "Duration" }]
      }
    }
`;

const addedAlert = (id: string) => `

resource "clickstack_alert" "many_errors" {
  name           = "Many errors"
  dashboard_id   = clickstack_dashboard.checkout.id
  tile_id        = clickstack_dashboard.checkout.tile_ids["errors"]
  interval       = "1h"
  threshold      = 7
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}

import {
  to = clickstack_alert.many_errors
  id = "${id}"
}
`;

const editedBoards = (alertId: string) =>
  [
    ['"Checkout" #', '"\\"$${path.module}\\" %%{ if true } \\\\ \\u202e\\tEOT <<-EOT" #'],
    ['["team-a"]', '["team-a", "b"]'],
    ['"Errors"', '"All errors"'],
    ["w    = 12", "w    = 8"],
    ["clickstack_source.logs.id\n        select", "clickstack_source.traces.id\n        select"],
    [
      'where = "level:error" }]',
      'where = "level:fatal" }, { agg_fn = "count" }]\n        group_by     = "ServiceName"',
    ],
    ["<<-EOT\n", "<<-MARKDOWN\n"],
    ["Call Ada.\n        EOT\n", "Call $${Grace}.\n          EOT\n        MARKDOWN\n"],
    [/ {4}old = .*\n/, NEW_TILE],
    ['"5m"', '"15m"'],
    ["= 100", "= 0.5"],
    ['= "above"', '= "below"'],
    ['\n}\n\nresource "clickstack_alert"', `\n}${addedAlert(alertId)}\nresource "clickstack_alert"`],
  ].reduce((text, [from = "", to]) => text.replace(from, () => String(to)), BOARDS);

const EDITED_PAYMENT = PAYMENT.replace('"hello"', '"a\\r\\nb"').replace(/\}$/, '\ttags = ["new"]\r\n}');

const NOT_ADOPTED = [
  "clickstack_alert.errors: name: boards.tf:49: The value is a template with expressions.",
  'clickstack_alert.errors: note: boards.tf:56: The value comes from the local value "local.owner".',
  'clickstack_saved_search.service["cart"]: : boards.tf:59: This block creates 2 objects.',
  'clickstack_saved_search.variable: where: boards.tf:69: The value comes from the variable "var.search".',
];

describe("a configuration in HCL whose objects were edited in the UI", () => {
  let project: HclProject;
  inHclProjects((each) => {
    project = each;
  });

  const config = (body: Body, tile: number) => body.tiles[tile]?.config as Record<string, unknown>;

  async function editAll(): Promise<void> {
    await project.edit("dashboards", "Checkout", (body) => {
      Object.assign(body, { name: HOSTILE, tags: ["team-a", "b"] });
      Object.assign(body.tiles[0] ?? {}, { name: "All errors", w: 8 });
      const select = [{ aggFn: "count", where: "level:fatal" }, { aggFn: "count" }];
      Object.assign(config(body, 0), { sourceId: seedIds.traces, groupBy: "ServiceName", select });
      Object.assign(config(body, 1), { markdown: "# Notes\n\nCall ${Grace}.\nEOT\n" });
      const added = {
        displayType: "line",
        sourceId: seedIds.logs,
        select: [{ aggFn: "max", valueExpression: "Duration", where: "" }],
      };
      body.tiles.splice(2, 1, { name: "New", x: 0, y: 40, w: 12, h: 6, config: added });
    });
    await project.edit("dashboards", "Payment", (body) => {
      Object.assign(config(body, 0), { markdown: "a\r\nb" });
      Object.assign(body, { tags: ["new"] });
    });
    await project.edit("saved-searches", "cart", (body) => Object.assign(body, { where: "level:warn" }));
    await project.edit("saved-searches", "Variable", (body) => Object.assign(body, { where: "level:warn" }));
    const [alert] = await listed(project.emulator, "alerts");
    const { id, createdAt: _, updatedAt: __, state: ___, ...body } = alert ?? {};
    const change = { threshold: 0.5, thresholdType: "below", interval: "15m", note: "Call Grace.", name: "Other" };
    await ui(project.emulator, "PUT", `/api/v2/alerts/${String(id)}`, { ...body, ...change });
  }

  /** Adds an alert to a managed tile, as a user of the UI does. @returns its id */
  async function addAlert(): Promise<string> {
    const boards = (await listed(project.emulator, "dashboards")) as Body[];
    const board = boards.find(({ name }) => name === HOSTILE);
    await ui(project.emulator, "POST", "/api/v2/alerts", {
      source: "tile",
      dashboardId: board?.id,
      tileId: board?.tiles[0]?.id,
      name: "Many errors",
      interval: "1h",
      threshold: 7,
      thresholdType: "above",
      channel: { type: "webhook", webhookId: seedIds.slackWebhook },
    });
    return String((await listed(project.emulator, "alerts")).find(({ name }) => name === "Many errors")?.id);
  }

  test("gets the edits of all literals, and the new plan shows only the reported differences", async () => {
    await project.apply({ "boards.tf": BOARDS, "modules/payment/main.tf": PAYMENT });
    expect(await project.adopt()).toMatchObject({ exitCode: 0, objects: [] });
    await editAll();
    const alertId = await addAlert();
    const { exitCode, written, files, objects } = await project.adopt("--write", "--include-unmanaged");
    expect({ exitCode, written, files }).toEqual({
      exitCode: 0,
      written: true,
      files: ["boards.tf", "modules/payment/main.tf"],
    });
    const places = objects.flatMap(({ address, notAdopted }) =>
      notAdopted.map(({ prop, file, line, reason }) => `${address}: ${prop}: ${file}:${line}: ${reason}`),
    );
    expect(places).toEqual(NOT_ADOPTED);
    expect(project.read("boards.tf")).toBe(editedBoards(alertId));
    expect(project.read("modules/payment/main.tf")).toBe(EDITED_PAYMENT);
    expect(await project.workspace.plannedDifferences()).toEqual([
      "clickstack_alert.errors: name",
      "clickstack_alert.errors: note",
      'clickstack_saved_search.service["cart"]: where',
      "clickstack_saved_search.variable: where",
    ]);
  });
});
