import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { callCli } from "../../support/cli/call-cli";
import { temporaryFolder } from "../../support/constructs/synthesize";

const HCL = `locals {
  every = "5m"
}

data "clickstack_source" "logs" {
  name = "Logs"
}

resource "clickstack_dashboard" "shop" {
  name = "Shop \${var.team}"
  tiles = {
    # Errors of all services.
    errors = {
      name   = "Errors"
      x      = 20
      y      = 0
      w      = 8
      h      = 4
      config = {
        display_type = "line"
        source_id    = data.clickstack_source.logs.id
        select       = [{ agg_fn = "count", where = "level = 'error'" }]
      }
    }
    # clickstack-lint-disable-next-line text-syntax -- the server of the test repairs it
    broken = {
      name   = "Broken"
      x      = 0
      y      = 4
      w      = 8
      h      = 4
      config = { display_type = "search", source_id = data.clickstack_source.logs.id, where = "(level:error" }
    }
  }
}

resource "clickstack_alert" "errors" {
  name         = "Errors"
  note         = var.note
  tags         = ["team:shop"]
  dashboard_id = clickstack_dashboard.shop.id
  tile_id      = clickstack_dashboard.shop.tile_ids["errors"]
  interval     = local.every
  threshold    = 5
  channels     = []
}
`;

const UNUSED = "// clickstack-lint-disable-next-line alert-name -- the name is missing\n";

/** Creates a repository with a file. Returns the folder. */
function repository(name: string, text: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), text);
  execFileSync("git", ["init", "-q"], { cwd: folder });
  execFileSync("git", ["add", "."], { cwd: folder });
  const author = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  execFileSync("git", [...author, "commit", "-q", "-m", "a"], { cwd: folder });
  return folder;
}

interface Found {
  readonly rule: string;
  readonly address?: string;
  readonly tile?: string;
  readonly source: { readonly line: number };
  readonly fixable: boolean;
}

const problemsOf = async (folder: string, ...words: string[]) => {
  const { stdout, stderr } = await callCli(["lint", folder, "--json", ...words]);
  const { problems, ignored } = JSON.parse(stdout);
  const found = problems.map(
    ({ rule, address = "", tile = "", source, fixable }: Found) =>
      `${source.line} ${rule} ${address} ${tile}${fixable ? " fixable" : ""}`,
  );
  return { found, ignored, stderr };
};

test("lint reports HCL with the lines of tiles, local values and comments, and --fix edits only literals that it can fix", async () => {
  const folder = repository(
    "main.tf",
    HCL.replace('resource "clickstack_alert"', `${UNUSED}resource "clickstack_alert"`),
  );
  expect(await problemsOf(folder)).toEqual({
    found: [
      "13 unreachable-tile clickstack_dashboard.shop errors fixable",
      "13 condition-language clickstack_dashboard.shop errors",
      "37 ignore-comment   fixable",
      "38 alert-channel clickstack_alert.errors ",
    ],
    ignored: 1,
    stderr: "",
  });
  const { stderr } = await problemsOf(folder, "--fix");
  expect(stderr).toBe("Fixed 2 problems in main.tf.\n");
  expect(readFileSync(join(folder, "main.tf"), "utf8")).toBe(HCL.replace("x      = 20", "x      = 16"));
});

test("--fix edits a .tf.json file, and keeps its expressions and escaped templates", async () => {
  const config = { config_type: "sql", display_type: "table", connection_id: `\${var.c}` };
  const sql = "SELECT a, count() FROM t WHERE $__timeFilter(T) AND a != '$${x}' GROUP BY a";
  const place = { x: 0, y: 0, w: 8, h: 4 };
  const configuration = (template: string) => {
    const tiles = { rows: { name: "Rows", ...place, config: { ...config, sql_template: template } } };
    return `${JSON.stringify({ resource: { clickstack_dashboard: { shop: { name: `\${var.name}`, tiles } } } }, undefined, 2)}\n`;
  };
  const folder = repository("main.tf.json", configuration(sql));
  const { found, stderr } = await problemsOf(folder, "--fix");
  expect({ found, stderr }).toEqual({ found: [], stderr: "Fixed 1 problem in main.tf.json.\n" });
  expect(readFileSync(join(folder, "main.tf.json"), "utf8")).toBe(configuration(`${sql}\nLIMIT 1000`));
});

test("lint checks each local child module only once, even in a circle of modules, and ignores modules of a registry", async () => {
  const caller = (name: string, source: string) => `module "${name}" {\n  source = "${source}"\n}\n`;
  const folder = repository("main.tf", caller("a", "./team") + caller("b", "./team") + caller("c", "clickstack/team"));
  const alert = HCL.slice(HCL.indexOf('resource "clickstack_alert"'));
  mkdirSync(join(folder, "team", "inner"), { recursive: true });
  writeFileSync(join(folder, "team", "main.tf"), `${caller("inner", "./inner")}${alert}`);
  writeFileSync(join(folder, "team", "inner", "main.tf"), `${caller("outer", "../")}${alert}`);
  writeFileSync(join(folder, "team", "inner", "lost.tf"), caller("lost", "./lost"));
  const { stdout } = await callCli(["lint", folder]);
  const places = [...stdout.matchAll(/(\S+\.tf):\d+ \S+ \w+ alert-channel$/gm)].map(([, file = ""]) => file);
  expect(places.map((file) => file.slice(file.indexOf("team/")))).toEqual(["team/inner/main.tf", "team/main.tf"]);
  expect(stdout).toMatch(/ in 3 stacks\.\n$/);
});

test("--fix does not edit a value that comes from a local value, and reports the reason", async () => {
  const text = HCL.replace("x      = 20", "x      = local.x").replace("locals {", "locals {\n  x = 20");
  const folder = repository("main.tf", text);
  const { stderr } = await problemsOf(folder, "--fix");
  expect(stderr).toMatch(
    /^Not fixed: clickstack_dashboard\.shop: main\.tf:\d+: The value comes from the local value "local\.x"\.\n/,
  );
  expect(readFileSync(join(folder, "main.tf"), "utf8")).toBe(text);
});

test("invalid HCL causes one error with its line", async () => {
  const folder = repository("main.tf", 'resource "clickstack_alert" "errors" {\n  name = \n}\n');
  const { exitCode, stderr } = await callCli(["lint", folder]);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(
    /main\.tf:\d: The file is not valid HCL\. Fix: Run `terraform validate`, and correct the file\.\n$/,
  );
});

test("--fix does not edit synthesized stacks", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "a"));
  writeFileSync(join(folder, "a", "cdk.tf.json"), JSON.stringify({ "//": { metadata: {} }, resource: {} }));
  const { exitCode, stderr } = await callCli(["lint", join(folder, "a"), "--fix"]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain("--fix does not edit synthesized stacks. Fix: Name the folder of the program");
});
