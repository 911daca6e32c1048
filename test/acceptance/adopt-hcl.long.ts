// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Terraform evaluates these texts.
import { readFileSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { seedIds } from "../../src/emulator";
import { type Edit, editing, editingTeamRole, patching } from "../support/cli/adopt-types";
import { type Body, type HclProject, inHclProjects } from "../support/cli/hcl-project";
import { listed, ui } from "../support/ui";

const ROOT = join(__dirname, "..", "..");

/** A part of a file, before and after the edit. */
type Replacement = readonly [from: string | RegExp, to: string];

/** An edit of a user, and its effect on the code. */
type SingleEdit = readonly [description: string, edit: Edit, ...replacements: Replacement[]];

/** Edits a dashboard as a user of the UI does. */
const board =
  (name: string, change: (body: Body) => unknown): Edit =>
  async (emulator) => {
    const boards = (await listed(emulator, "dashboards")) as Body[];
    const { id, createdAt: _, updatedAt: __, ...body } = boards.find((each) => each.name === name) ?? ({} as Body);
    change(body as Body);
    await ui(emulator, "PUT", `/api/v2/dashboards/${String(id)}`, body);
  };

/** Edits the tile with this title. */
const tile = (dashboard: string, title: string, change: (tile: Body) => unknown): Edit =>
  board(dashboard, ({ tiles }) => change(tiles.find(({ name }) => name === title) as Body));

/** Edits the configuration of the tile with this title. */
const config = (dashboard: string, title: string, change: Record<string, unknown>): Edit =>
  tile(dashboard, title, (each) => Object.assign(each.config as object, change));

/** Edits the only alert. */
const alert =
  (change: (boards: readonly Body[]) => Record<string, unknown>): Edit =>
  async (emulator) => {
    const [{ id, createdAt: _, updatedAt: __, state: ___, ...body } = {}] = await listed(emulator, "alerts");
    const boards = (await listed(emulator, "dashboards")) as Body[];
    await ui(emulator, "PUT", `/api/v2/alerts/${String(id)}`, { ...body, ...change(boards) });
  };

/** The example without the note of its alert, which an edit adds. */
const BASIC = readFileSync(join(ROOT, "examples", "hcl", "main.tf"), "utf8")
  .replace(`deployment = "open_source"`, `deployment          = "open_source"\n  requests_per_window = 10000`)
  .replace(/ {2}note +=.*\n/, "");

const NEW_TILE = `    "new" = {
      name = "New"
      x    = 12
      y    = 28
      w    = 12
      h    = 4
      config = {
        display_type = "number"
        source_id    = data.clickstack_source.logs.id
        select       = [{ agg_fn = "count" }]
      }
    }
`.replace('"new"', "new");

const added = { name: "New", x: 12, y: 28, w: 12, h: 4 };
const count = { aggFn: "count", where: "" };

/** Edits of the example in the format of `terraform fmt`. */
const BASIC_EDITS: readonly SingleEdit[] = [
  [
    "the name of a dashboard",
    board("Checkout", (body) => Object.assign(body, { name: "Shop" })),
    ['"Checkout"', '"Shop"'],
  ],
  [
    "a new tag",
    board("Shop", (body) => Object.assign(body, { tags: ["checkout", "production", "b"] })),
    ['"production"]', '"production", "b"]'],
  ],
  ["a removed tag", board("Shop", (body) => Object.assign(body, { tags: ["checkout", "b"] })), ['"production", ', ""]],
  [
    "the title of a tile",
    tile("Shop", "Errors", (each) => Object.assign(each, { name: "All errors" })),
    ['"Errors"', '"All errors"'],
  ],
  [
    "the place of a tile",
    tile("Shop", "Orders", (each) => Object.assign(each, { x: 18, w: 5 })),
    [/x {4}= 0\n {6}y {4}= 10\n {6}w {4}= 6/, "x    = 18\n      y    = 10\n      w    = 5"],
  ],
  [
    "a Markdown text",
    config("Shop", "About", { markdown: "# Checkout\nAll." }),
    ['"# Checkout\\nEverything between the basket and the receipt."', '"# Checkout\\nAll."'],
  ],
  [
    "a filter",
    config("Shop", "All errors", { select: [{ aggFn: "count", where: "level:fatal" }] }),
    ['"ServiceName:checkout AND level:error"', '"level:fatal"'],
  ],
  [
    "a new series",
    config("Shop", "All errors", { select: [{ aggFn: "count", where: "level:fatal" }, count] }),
    ['"level:fatal" }]', '"level:fatal" }, { agg_fn = "count" }]'],
  ],
  [
    "the source of a tile",
    config("Shop", "All errors", { sourceId: seedIds.traces }),
    ["clickstack_source.logs.id\n        group_by", "clickstack_source.traces.id\n        group_by"],
  ],
  [
    "a removed field",
    config("Shop", "All errors", { groupBy: undefined }),
    ['        group_by     = "ServiceName"\n', ""],
  ],
  [
    "a number format",
    config("Shop", "Latency, 95th percentile", { numberFormat: { output: "duration", factor: 0.001 } }),
    ["factor = 0.000000001", "factor = 0.001"],
  ],
  [
    "a quantile",
    config("Shop", "Slowest", { select: [{ aggFn: "quantile", level: 0.9, valueExpression: "Duration", where: "" }] }),
    ["level = 0.99", "level = 0.9"],
  ],
  ["columns", config("Shop", "Events", { select: "Body" }), ['"Timestamp, ServiceName, Body"', '"Body"']],
  [
    "a new tile",
    board("Shop", (body) =>
      body.tiles.push({ ...added, config: { displayType: "number", sourceId: seedIds.logs, select: [count] } }),
    ),
    [
      '        where        = "ServiceName:checkout"\n      }\n    }\n',
      `        where        = "ServiceName:checkout"\n      }\n    }\n${NEW_TILE}`,
    ],
  ],
  [
    "a removed tile",
    board("Shop", (body) => Object.assign(body, { tiles: body.tiles.filter(({ name }) => name !== "Slowest") })),
    [/ {4}slowest = \{\n(?: {6}.*\n)* {4}\}\n/, ""],
  ],
  [
    "a threshold",
    alert(() => ({ threshold: 7.5, thresholdType: "below" })),
    ["threshold      = 100", "threshold      = 7.5"],
    ['"above"', '"below"'],
  ],
  [
    "a note",
    alert(() => ({ note: 'Call "Ada" ${now}\nor Grace.' })),
    [
      /\n\}\n\n# clickstack-lint-disable-next-line key-expiry/,
      '\n  note = chomp(<<-EOT\n    Call "Ada" $${now}\n    or Grace.\n  EOT\n  )\n}\n\n# clickstack-lint-disable-next-line key-expiry',
    ],
  ],
  [
    "the watched tile",
    alert((boards) => ({ tileId: boards[0]?.tiles.find(({ name }) => name === "Orders")?.id })),
    ['tile_ids["errors"]', 'tile_ids["orders"]'],
  ],
  [
    "the addresses of a key",
    patching("keys", ({ name }) => name === "ci", {
      ipAccessList: [{ source: "203.0.113.0/24", description: "CI" }, { source: "198.51.100.1" }],
    }),
    ['"build machines" }]', '"CI" }, { source = "198.51.100.1" }]'],
  ],
  [
    "the state of a key",
    patching("keys", ({ name }) => name === "ci", { state: "disabled" }),
    ["  secret_in_state = true\n", '  secret_in_state = true\n  state           = "disabled"\n'],
  ],
];

const PROVIDERS = `terraform {
  required_providers {
    clickstack = { source = "cdk-clickstack/clickstack" }
  }
}
`;

/** The file has objects on one line, colons, quotes and commas, CRLF, tabs, a byte order mark and no last line end. */
const COMPACT = `\ufeff// Boards
resource "clickstack_dashboard" "compact" {
	name = "Compact"
	tiles = { "a": { "name": "A", x: 0, y: 0, w: 6, h: 4, config: { "display_type": "markdown", "markdown": "a" } }, /* last */
		b = { name = "B", x = 6, y = 0, w = 6, h = 4,
			config = { display_type = "markdown"
				markdown = <<TEXT
b
TEXT
			}, }
	}
}`.replaceAll("\n", "\r\n");

const HOSTILE = `*/ ]\${path.module}%{ if true }"\\ \u202e# `;
const hostileCode = '"*/ ]$${path.module}%%{ if true }\\"\\\\ \\u202e#"';
const LONG = `${"${x}".repeat(2_500)}\nEOT\n`;

const PROTO_TILE = `, proto = {
			name = "__proto__"
			x    = 0
			y    = 9
			w    = 6
			h    = 4
			config = {
				display_type = "markdown"
			}
		}`.replaceAll("\n", "\r\n");

const COMPACT_EDITS: readonly SingleEdit[] = [
  [
    "a hostile title",
    tile("Compact", "A", (each) => Object.assign(each, { name: HOSTILE.trim() })),
    ['"A"', hostileCode],
  ],
  [
    "a size",
    tile("Compact", "B", (each) => Object.assign(each, { w: 8 })),
    ["x = 6, y = 0, w = 6", "x = 6, y = 0, w = 8"],
  ],
  [
    "a text in a heredoc with CRLF, which becomes a text in quotes",
    config("Compact", "B", { markdown: "c\r\n%{d\r\n" }),
    ["<<TEXT\r\nb\r\nTEXT", '"c\\r\\n%%{d\\r\\n"'],
  ],
  [
    "10 kB of text",
    config("Compact", HOSTILE.trim(), { markdown: LONG }),
    ['"markdown": "a"', `"markdown": "${"$${x}".repeat(2_500)}\\nEOT\\n"`],
  ],
  [
    "tags of a dashboard without tags",
    board("Compact", (body) => Object.assign(body, { tags: ["__proto__"] })),
    [/\r\n\}$/, '\r\n\ttags = ["__proto__"]\r\n}'],
  ],
  [
    "a tile named __proto__",
    board("Compact", (body) =>
      body.tiles.push({ name: "__proto__", x: 0, y: 9, w: 6, h: 4, config: { displayType: "markdown", markdown: "" } }),
    ),
    ["}, }\r\n", `}, }${PROTO_TILE}\r\n`],
  ],
];

const TYPES = `${PROVIDERS}
provider "clickstack" {
  requests_per_window = 10000
}

provider "clickstack" {
  alias               = "cloud"
  deployment          = "managed"
  service_id          = "${seedIds.service}"
  requests_per_window = 10000
}

variable "address" {
  sensitive = true
  default   = "https://hooks.example.com/secret"
}

resource "clickstack_connection" "warehouse" {
  name             = "Warehouse"
  host             = "https://ch.example.com:8443"
  username         = "reader"
  password         = "first"
  password_version = "1"
}

resource "clickstack_webhook" "pager" {
  name    = "Pager"
  service = "generic"
  url     = var.address
  body    = "{\\"text\\":\\"{{title}}\\"}"
}

resource "clickstack_source" "events" {
  kind                            = "log"
  name                            = "Events"
  connection_id                   = clickstack_connection.warehouse.id
  from                            = { database_name = "shop", table_name = "events" }
  default_table_select_expression = "Timestamp, Body"
  timestamp_value_expression      = "Timestamp"
}

resource "clickstack_saved_search" "errors" {
  name      = "Errors"
  source_id = clickstack_source.events.id
  where     = trimspace(<<-EOT
    level:error
  EOT
  )
  tags = tolist(["team-a"])
}

resource "clickstack_alert" "search" {
  saved_search_id = clickstack_saved_search.errors.id
  threshold       = 1
  threshold_max   = 2
  threshold_type  = "between"
  interval        = "1h"
  channels        = [{ type = "webhook", webhook_id = clickstack_webhook.pager.id }]
}

resource "clickstack_team_role" "team" {
  provider    = clickstack.cloud
  name        = "Shop team"
  description = "On call"
  permissions = [
    { action = "read", subject = "all" },
    { action = "manage", subject = "dashboard", conditions = jsonencode({ tags = "shop" }) },
  ]
}

resource "clickstack_organization_role" "deploy" {
  name     = "Deploy"
  policies = [{ allow_deny = "ALLOW", permissions = ["control-plane:organization:view"], resources = ["organization/*"] }]
}

resource "clickstack_api_key" "ci" {
  name              = "ci"
  assigned_role_ids = [clickstack_organization_role.deploy.id]
  allow_any_ip      = true
  expire_at         = "2099-01-01T00:00:00Z"
  secret_in_state   = true
}

module "outer" {
  source = "./modules/outer"
  team   = "a"
}
`;

const OUTER = `module "inner" {
  source = "../inner"
}

variable "team" {}

output "team" {
  value = "\${var.team}: \${local.note}"
}

locals {
  note = "kept"
}
`;

const INNER = `${PROVIDERS}
resource "clickstack_dashboard" "inner" {
  name = "Inner"
  tags = local.tags
  tiles = {
    one = local.one
    two = merge(local.one, { name = "Two", y = 9 })
  }
}

locals {
  tags = [
    "team-a", // the owner
    # more
  ]
  one = { name = "One", x = 0, y = 0, w = 6, h = 4, config = { display_type = "markdown", markdown = "1" } }
}
`;

const named = (name: string) => (object: Record<string, unknown>) => String(object.name).startsWith(name);
const policy = { allowDeny: "ALLOW", permissions: ["control-plane:organization:view"], resources: ["organization/*"] };

/** Edits of one round. Each edit changes another object. */
const ROUNDS: readonly (readonly SingleEdit[])[] = [
  [
    [
      "the host",
      editing("connections", named("Warehouse"), { host: "https://b.example.com" }),
      ['"https://ch.example.com:8443"', '"https://b.example.com"'],
    ],
    [
      "the template",
      editing("webhooks", named("Pager"), { body: '{"a":"{{title}}${b}"}' }),
      ['"{\\"text\\":\\"{{title}}\\"}"', '"{\\"a\\":\\"{{title}}$${b}\\"}"'],
    ],
    [
      "the table",
      editing("sources", named("Events"), { from: { databaseName: "shop", tableName: "events_v2" } }),
      ['"events" }', '"events_v2" }'],
    ],
    [
      "the filter",
      editing("saved-searches", named("Errors"), { where: "level:warn", tags: ["team-b"] }),
      ["trimspace(<<-EOT\n    level:error\n  EOT\n  )", '"level:warn"'],
      ['["team-a"]', '["team-b"]'],
    ],
    [
      "the thresholds",
      editing("alerts", () => true, { threshold: 3, thresholdType: "above", thresholdMax: undefined }),
      ["threshold       = 1", "threshold       = 3"],
      ["  threshold_max   = 2\n", ""],
      ['"between"', '"above"'],
    ],
    [
      "the condition",
      editingTeamRole(named("Shop team"), {
        permissions: [
          { action: "read", subject: "all" },
          { action: "manage", subject: "dashboard", conditions: { tags: "b" } },
        ],
      }),
      ['tags = "shop"', 'tags = "b"'],
    ],
    [
      "the policy",
      patching("roles", ({ name }) => name === "Deploy", {
        policies: [{ ...policy, resources: ["organization/*", `instance/${seedIds.service}`] }],
      }),
      ['["organization/*"]', `["organization/*", "instance/${seedIds.service}"]`],
    ],
    [
      "the addresses",
      patching("keys", named("ci"), { ipAccessList: [{ source: "192.0.2.0/24" }] }),
      ["  allow_any_ip      = true\n", ""],
      [
        "  secret_in_state   = true\n",
        '  secret_in_state   = true\n  ip_access_list    = [{ source = "192.0.2.0/24" }]\n',
      ],
    ],
  ],
  [
    ["the user", editing("connections", named("Warehouse"), { username: "writer" }), ['"reader"', '"writer"']],
    [
      "the name of a webhook",
      editing("webhooks", named("Pager"), { name: "Pager ${x}" }),
      ['"Pager"', '"Pager $${x}"'],
    ],
    [
      "the name of a search",
      editing("saved-searches", named("Errors"), { name: 'All "errors"' }),
      ['"Errors"', '"All \\"errors\\""'],
    ],
    [
      "the description",
      editingTeamRole(named("Shop team"), { description: "Day shift" }),
      ['"On call"', '"Day shift"'],
    ],
    [
      "the expiry",
      patching("keys", named("ci"), { expireAt: "2098-01-01T00:00:00Z" }),
      ['"2099-01-01T00:00:00Z"', '"2098-01-01T00:00:00.000Z"'],
    ],
  ],
];

jest.setTimeout(900_000);

describe("a single edit in the UI", () => {
  let project: HclProject;
  inHclProjects((each) => {
    project = each;
  });

  /** Makes the edits of each round. A round changes only these parts of one file. */
  async function adoptRounds(file: string, rounds: readonly (readonly SingleEdit[])[]): Promise<void> {
    for (const edits of rounds) {
      const before = project.read(file);
      for (const [, edit] of edits) {
        await edit(project.emulator);
      }
      const { exitCode, files, objects } = await project.adopt("--write");
      const replacements = edits.flatMap(([, , ...each]) => each);
      const after = replacements.reduce((text, [from, to]) => text.replace(from, () => to), before);
      const description = edits.map(([each]) => each);
      expect(objects.flatMap(({ notAdopted }) => notAdopted)).toEqual([]);
      expect({ description, text: project.read(file) }).toEqual({ description, text: after });
      expect({ exitCode, files }).toEqual({ exitCode: 0, files: [file] });
      project.commit();
      expect(await project.workspace.apply()).toContain("0 added, 0 changed, 0 destroyed");
    }
  }

  const inRounds = (edits: readonly SingleEdit[]) => edits.map((each) => [each]);

  test("is adopted into the literals of a configuration in the format of terraform fmt, which keeps this format", async () => {
    await project.apply({ "main.tf": BASIC });
    await adoptRounds("main.tf", inRounds(BASIC_EDITS));
    await project.workspace.must("fmt", "-check", "-diff", "main.tf");
  });

  test("is adopted into the literals of a file with compact code, CRLF and tabs", async () => {
    await project.apply({ "main.tf": PROVIDERS, "compact.tf": COMPACT });
    await adoptRounds("compact.tf", inRounds(COMPACT_EDITS));
  });

  test("is adopted into the literals of every resource type, and of a module in a module", async () => {
    const modules = { "modules/outer/main.tf": OUTER, "modules/inner/main.tf": INNER };
    await project.apply({ "main.tf": TYPES, ...modules });
    await adoptRounds("main.tf", ROUNDS);
    const inner = board("Inner", (body) => {
      Object.assign(body, { name: "Inner board", tags: ["team-b", "c"] });
      Object.assign(body.tiles.find(({ name }) => name === "Two") ?? {}, { w: 7 });
    });
    await inner(project.emulator);
    const { files, objects } = await project.adopt("--write");
    expect(files).toEqual(["modules/inner/main.tf"]);
    expect(project.read("modules/inner/main.tf")).toBe(INNER.replace('name = "Inner"', 'name = "Inner board"'));
    expect(objects.flatMap(({ notAdopted }) => notAdopted)).toEqual([
      {
        prop: "tags",
        file: "modules/inner/main.tf",
        line: 9,
        reason: 'The value comes from the local value "local.tags".',
      },
      {
        prop: "tiles.two",
        file: "modules/inner/main.tf",
        line: 12,
        reason: 'The value comes from the function "merge".',
      },
    ]);
  });
});

describe("a configuration in HCL whose objects were edited in the UI", () => {
  let project: HclProject;
  inHclProjects((each) => {
    project = each;
  });

  const SEARCH = `data "clickstack_source" "logs" { name = "Logs" }

resource "clickstack_saved_search" "errors" {
  name      = "Errors"
  source_id = data.clickstack_source.logs.id

  lifecycle {
    postcondition {
      condition     = length(self.name) < 20
      error_message = "The name is too long."
    }
  }
}
`;
  const rename = (name: string) => editing("saved-searches", () => true, { name })(project.emulator);

  test("gets a patch that git applies, and no file is written without --write", async () => {
    await project.apply({ "searches.tf": SEARCH });
    await rename("All errors");
    const drift = await project.cli("drift");
    expect(drift.stdout).toContain("To take changes made in the UI into the code, run: npx cdk-clickstack adopt");
    const checked = await project.cli("adopt", "--check");
    expect(checked).toMatchObject({ exitCode: 2, stdout: "" });
    expect(checked.stderr).toContain("Can adopt clickstack_saved_search.errors:\n  name\n");
    const printed = await project.cli("adopt");
    expect(printed.stderr).toContain(
      "To write the patch to searches.tf, run the command again with --write. The plan of a copy of the project confirms the patch.",
    );
    expect(project.read("searches.tf")).toBe(SEARCH);
    project.write("adopt.patch", printed.stdout);
    project.git("apply", "adopt.patch");
    expect(project.read("searches.tf")).toBe(SEARCH.replace('"Errors"', '"All errors"'));
    expect((await project.cli("adopt", "clickstack_alert.missing")).stderr).toContain(
      "error: The code declares no clickstack_alert.missing.",
    );
  });

  test("stays unchanged if its new plan fails, or if it has uncommitted changes or is a link", async () => {
    await project.apply({ "searches.tf": SEARCH });
    await rename("A much longer name of a search");
    const failed = await project.cli("adopt", "--write");
    expect(failed).toMatchObject({ exitCode: 1 });
    expect(failed.stderr).toContain("The name is too long.");
    expect(project.read("searches.tf")).toBe(SEARCH);
    await rename("All errors");
    project.write("searches.tf", `${SEARCH}# changed\n`);
    expect((await project.cli("adopt", "--write")).stderr).toContain("searches.tf has uncommitted changes.");
    renameSync(join(project.workspace.folder, "searches.tf"), join(project.workspace.folder, "real.txt"));
    symlinkSync("real.txt", join(project.workspace.folder, "searches.tf"));
    const linked = await project.adopt("--write", "--allow-dirty");
    expect(linked).toMatchObject({ exitCode: 3, written: false, files: [] });
    expect(linked.objects[0]?.notAdopted).toEqual([
      {
        prop: "",
        file: "searches.tf",
        line: 3,
        reason: expect.stringContaining("searches.tf is a link, which is not followed."),
      },
    ]);
    expect(project.read("real.txt")).toBe(`${SEARCH}# changed\n`);
  });
});
