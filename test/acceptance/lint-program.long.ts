import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "../support/cli/run-cli";
import { temporaryFolder } from "../support/constructs/synthesize";

const ROOT = join(__dirname, "..", "..");
const TSX = join(ROOT, "node_modules", "tsx", "dist", "cli.mjs");

const MAIN = `import { above, Alert, ClickStackProvider, count, Dashboard, Source, tile, Webhook } from "cdk-clickstack/cdktn";
import { App, TerraformStack } from "cdktn";

const app = new App();
const stack = new TerraformStack(app, "shop");
new ClickStackProvider(stack, "clickstack");

const logs = Source.byName(stack, "Logs");
const slack = Webhook.byName(stack, "Slack oncall");
const unused = Webhook.byName(stack, "Other");

const checkout = new Dashboard(stack, "checkout", {
  name: "Checkout", // as in the menu
  tags: ["team:shop"],
  tiles: {
    ratio: tile.line({
      source: logs,
      select: [count({ where: "level:error" }), count()],
      asRatio: true,
      numberFormat: { output: "percent" },
    }),
    wide: tile.number({ source: logs, select: [count()], x: 20, y: 20, w: 8, h: 4 }),
    rows: tile.sql.table({
      connection: logs.observed.connectionId,
      sqlTemplate: "SELECT ServiceName, count() FROM otel_logs WHERE $__timeFilter(Timestamp) GROUP BY ServiceName",
      x: 0,
      y: 10,
      w: 8,
      h: 4,
    }),
  },
});

// clickstack-lint-disable-next-line alert-note -- the dashboard has a runbook
new Alert(stack, "errors", { name: "Errors", on: checkout.tile("ratio"), when: above(95), every: "5m", notify: [slack] });

// clickstack-lint-disable-next-line alert-channel -- an old draft
for (const name of ["a", "b"]) {
  new Alert(stack, name, { name, note: "n", on: checkout.tile("wide"), when: above(7), every: "15m", notify: [slack] });
}
app.synth();
`;

const FIXED = MAIN.replace("x: 20, y: 20", "x: 16, y: 20")
  .replace("GROUP BY ServiceName", "GROUP BY ServiceName\\nLIMIT 1000")
  .replace("above(95)", "above(0.95)")
  .replace("// clickstack-lint-disable-next-line alert-channel -- an old draft\n", "");

function programFolder(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "cdktf.json"), JSON.stringify({ app: `${process.execPath} ${TSX} main.ts` }));
  writeFileSync(join(folder, "main.ts"), MAIN);
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules", "cdk-clickstack"));
  for (const name of ["cdktn", "constructs"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  }
  return folder;
}

test("lint reports the lines of a program, and --fix edits every finding with a single solution", async () => {
  const folder = programFolder();
  const lint = async (...words: string[]) => {
    const { exitCode, stdout, stderr } = await runCli(["lint", "--json", ...words], {
      cwd: folder,
      environment: { NODE_OPTIONS: undefined },
    });
    const { problems, ...document } = JSON.parse(stdout);
    const places = problems.map(
      ({ rule, source: { line }, tile }: { rule: string; source: { line: number }; tile?: string }) =>
        [`main.ts:${line}`, rule, tile].filter(Boolean).join(" "),
    );
    return { exitCode, stderr, places, fixed: document.fixed };
  };
  const stays = (shift: number) => ["main.ts:10 unused-webhook", `main.ts:${39 - shift} duplicate-alert`];
  expect(await lint()).toMatchObject({
    exitCode: 2,
    places: [
      stays(0)[0],
      "main.ts:22 unreachable-tile wide",
      "main.ts:23 sql-limit rows",
      "main.ts:35 threshold-format",
      "main.ts:37 ignore-comment",
      stays(0)[1],
    ],
    fixed: 0,
  });
  const { stderr, ...result } = await lint("--fix");
  expect(stderr).toContain("Fixed 4 problems in main.ts.\n");
  expect(result).toEqual({ exitCode: 0, places: stays(1), fixed: 4 });
  expect(readFileSync(join(folder, "main.ts"), "utf8")).toBe(FIXED);
});
