import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { reportDocument } from "../../src/cli/reports/changes/report-model";
import { BUILT_CLI, runCli } from "../support/cli/run-cli";
import { emulatorForTests } from "../support/emulator/emulator-for-tests";
import { environmentFor } from "../support/environment";
import { longTest } from "../support/long-test";
import { type ProcessResult, runProcess } from "../support/run-process";
import { ServedProvider } from "../support/served-provider";
import { ui } from "../support/ui";
import { Workspace } from "../support/workspace";

const SECRET = "hooks-secret-8a71";

const shop = (where: string, rest = "") => `
data "clickstack_source" "logs" { name = "Logs" }
data "clickstack_webhook" "slack" { name = "Slack oncall" }
resource "clickstack_dashboard" "checkout" {
  name  = "Checkout"
  tiles = {
    errors = { name = "Errors", x = 0, y = 0, w = 12, h = 6, config = {
      display_type = "line", source_id = data.clickstack_source.logs.id, select = [{ agg_fn = "count", where = "${where}" }]
    } }
  }
}
resource "clickstack_webhook" "hook" {
  name    = "Hook"
  service = "generic"
  url     = "https://example.com/${SECRET}${rest === "" ? "-new" : ""}"
}
${rest}
`;

const RISKY = (state: string) => `
resource "clickstack_alert" "errors" {
  name           = "Too many errors"
  dashboard_id   = clickstack_dashboard.checkout.id
  tile_id        = clickstack_dashboard.checkout.tile_ids["errors"]
  interval       = "5m"
  threshold      = 100
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.slack.id }]
}
resource "clickstack_api_key" "ci" {
  name            = "ci"
  state           = "${state}"
  ip_access_list  = [{ source = "203.0.113.0/24" }]
  secret_in_state = true
}
`;

const KEYS = (state: string) => RISKY(state).slice(RISKY(state).indexOf('resource "clickstack_api_key"'));

describe("cdk-clickstack plan", () => {
  const emulator = emulatorForTests();
  let stack: Workspace;
  let broken: Workspace;
  let out: string;

  /**
   * Serves the provider of this process to runs that need no installed provider. These runs take a third of the CPU
   * time.
   */
  let served: ServedProvider;

  const plan = (...words: string[]): Promise<ProcessResult> =>
    runCli(["plan", ...words], { cwd: stack.folder, environment: stack.environment });

  const plansWithServed = () => ({ cwd: stack.folder, environment: { ...stack.environment, ...served.reattachment } });

  beforeAll(() => {
    const environment = environmentFor(emulator.endpoints);
    stack = new Workspace(environment);
    broken = new Workspace(environment);
    served = new ServedProvider(stack.folder, environment);
    out = mkdtempSync(join(tmpdir(), "plans-"));
  });

  afterAll(() => {
    served.close();
    stack.remove();
    broken.remove();
    rmSync(out, { recursive: true });
  });

  test("saves a plan that the engine can apply, and the next plan is empty", async () => {
    stack.write(shop("level:error", RISKY("enabled")));
    const created = await plan("--init", "--out", out);
    expect(created.exitCode).toBe(2);
    expect(created.stdout).toContain("  + Checkout will be created clickstack_dashboard.checkout in main.tf:10\n");
    expect(created.stdout).toContain(
      '      tile errors line "Errors": Logs: count where level:error (x 0, y 0, 12 wide, 6 high)\n',
    );
    expect(created.stdout).toContain(
      "  + Too many errors on Checkout > tile errors (≥ 100 in 5m) will be created clickstack_alert.errors in main.tf:24\n",
    );
    expect(created.stdout).toContain("      channels webhook Slack oncall\n");
    expect(created.stdout).not.toContain("(known after apply)");
    expect(created.stdout).toMatch(/\n4 to create\.\n$/);
    const [kept] = readdirSync(out);
    await stack.must("apply", "-no-color", join(out, String(kept)));

    const empty = await plan();
    expect(empty.exitCode).toBe(0);
    expect(empty.stdout).toMatch(/: nothing to do\n\nNothing to do\.\n$/);
    expect(existsSync(join(stack.folder, ".terraform"))).toBe(true);
    // The provider keeps its journal of creates next to the engine's providers.
    expect(readdirSync(join(stack.folder, ".terraform"))).toEqual(["clickstack", "providers"]);
  });

  longTest("makes saved plans readable only for their owner, for any earlier permissions and any umask", async () => {
    const modes = (...paths: string[]) => paths.map((path) => (statSync(path).mode & 0o777).toString(8));
    const under = (umask: string, ...words: string[]) =>
      runProcess(
        "sh",
        ["-c", `umask ${umask}; exec "$0" "$@"`, process.execPath, BUILT_CLI, "plan", ...words],
        plansWithServed(),
      );
    // Steps that take longer than a second are announced in the output.
    const warned = ({ exitCode, stderr }: ProcessResult) => [exitCode, stderr.replace(/^Planning .*\n/gm, "")];
    const file = (folder: string) => join(folder, `${basename(stack.folder)}.tfplan`);
    const open = join(out, "open");
    mkdirSync(open);
    chmodSync(open, 0o755);
    writeFileSync(file(open), "an earlier plan", { mode: 0o644 });
    expect(warned(await under("000", "--out", open))).toEqual([0, ""]);
    expect(modes(open, file(open))).toEqual(["700", "600"]);

    const fresh = join(out, "fresh", "deep");
    expect(warned(await under("000", "--out", fresh))).toEqual([0, ""]);
    expect(modes(fresh, file(fresh))).toEqual(["700", "600"]);
    await stack.must("show", "-no-color", file(fresh));

    const shared = join(out, "shared");
    mkdirSync(shared, { mode: 0o755 });
    writeFileSync(join(shared, "notes.txt"), "");
    expect(warned(await under("022", "--out", shared))).toEqual([
      0,
      `warning: other users can enter ${shared}, whose permissions stay because it contains other files too. Saved plans contain secrets. Fix: Name a separate folder with --out.\n`,
    ]);
    expect(modes(shared, file(shared))).toEqual(["755", "600"]);

    const elsewhere = join(out, "elsewhere.txt");
    writeFileSync(elsewhere, "not a plan");
    rmSync(file(open));
    symlinkSync(elsewhere, file(open));
    expect(warned(await under("022", "--out", open))).toEqual([
      1,
      `error: ${file(open)} is a link, which is not followed. Fix: Remove the link.\n`,
    ]);
    expect(lstatSync(file(open)).isSymbolicLink()).toBe(true);
    expect(readFileSync(elsewhere, "utf8")).toBe("not a plan");
    for (const folder of [open, fresh, shared, elsewhere]) {
      rmSync(folder, { recursive: true });
    }
  });

  test("lists risks first and each change by tile and field, in every format, and never a secret", async () => {
    const { id: key } = await stack.state("clickstack_api_key.ci");
    await ui(emulator, "PATCH", `/keys/${key}`, { name: "ci of the build" });
    stack.write(shop("level:fatal", KEYS("disabled")));
    const text = await runCli(["plan"], plansWithServed());
    expect(text.exitCode).toBe(2);
    expect(text.stdout.slice(text.stdout.indexOf("  Review carefully"))).toBe(`  Review carefully
  ! alert Too many errors on Checkout > tile errors: deleted: it sends no more notifications
  ! key ci: disabled: its users are locked out

  Dashboards
  ~ Checkout will change clickstack_dashboard.checkout in main.tf:10
      tile errors: where \`level:error\` -> \`level:fatal\`

  Alerts
  - Too many errors on Checkout > tile errors (≥ 100 in 5m) will be deleted clickstack_alert.errors

  API keys
  ~ ci will change clickstack_api_key.ci in main.tf:23
      state \`enabled\` -> \`disabled\`

  API keys changed or deleted elsewhere, as in the UI. The apply restores them
  ↩ ci was changed elsewhere and will be changed back clickstack_api_key.ci in main.tf:23
      name \`ci of the build\` -> \`ci\`

2 to change, 1 to delete.
To take changes made in the UI into the code, run: npx cdk-clickstack adopt
`);
    stack.write(shop("level:fatal", ""));
    const [markdownFile, htmlFile] = [join(out, "plan.md"), join(out, "plan.html")];
    const words = ["--json", "--output", markdownFile, "--output", htmlFile];
    const { stdout: json } = await runCli(["plan", ...words], plansWithServed());
    const [markdown, html] = [readFileSync(markdownFile, "utf8"), readFileSync(htmlFile, "utf8")];
    const document = JSON.parse(json);
    expect(reportDocument.safeParse(document).error).toBeUndefined();
    expect(document.stacks[0].objects.map(({ action, name }: Record<string, string>) => `${action} ${name}`)).toEqual([
      "delete Too many errors",
      "delete ci of the build",
      "update Checkout",
      "update Hook",
    ]);
    expect(markdown).toContain("  - tile errors: where `level:error` → `level:fatal`\n");
    expect(markdown).toContain("  - url (sensitive value) → (sensitive value)\n");
    expect(html).toContain("<code>level:fatal</code>");
    expect(html).toMatch(
      /aria-label="Layout of Checkout before".*<svg.*Before: Checkout.*aria-label="Layout of Checkout after".*<svg.*After: Checkout/s,
    );
    for (const each of [json, markdown, html]) {
      expect(each).not.toContain(SECRET);
    }
  });

  test("reports the engine's error for one stack together with the plan of another stack, and exits with code 1", async () => {
    broken.write('resource "clickstack_dashboard" "d" {\n  name  = "D"\n  tiels = {}\n}\n');
    const uninitialized = await plan(stack.folder, broken.folder);
    expect(uninitialized.exitCode).toBe(1);
    expect(uninitialized.stdout).toContain("tile errors: where `level:error` -> `level:fatal`");
    expect(uninitialized.stdout).toContain('init" in the stack, or give --init.');
    const invalid = await plan(broken.folder, "--init", "--json");
    expect(invalid.exitCode).toBe(1);
    const document = JSON.parse(invalid.stdout);
    expect(document.stacks[0]).toMatchObject({ failed: true, objects: [] });
    const unsupported = { severity: "error", summary: "Unsupported argument", position: "main.tf:9" };
    expect(document.stacks[0].diagnostics).toContainEqual(expect.objectContaining(unsupported));
  });

  test("reports a missing engine in one sentence", async () => {
    const { exitCode, stdout, stderr } = await runCli(["plan"], {
      cwd: stack.folder,
      environment: { PATH: out, TERRAFORM_BINARY_NAME: undefined },
    });
    expect(exitCode).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toMatch(
      /^error: Neither terraform nor tofu is on the PATH or in node_modules\/\.bin\. Install .*\n$/,
    );
  });
});
