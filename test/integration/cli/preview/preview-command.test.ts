import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TerraformStack } from "cdktf";
import { seedIds } from "../../../../src/emulator";
import { callCli, withoutProgress } from "../../../support/cli/call-cli";
import { runCli } from "../../../support/cli/run-cli";
import { checkoutStack, stackFolder } from "../../../support/cli/stack";
import { temporaryFolder } from "../../../support/constructs/synthesize";
import { alertBody, created, type Json, running, tile } from "../../../support/emulator/support";
import { environmentFor, managedEnvironmentFor } from "../../../support/environment";

const emulator = running();
const noServer = {
  CLICKSTACK_API_KEY: undefined,
  CLICKSTACK_SERVICE_ID: undefined,
  CLICKHOUSE_CLOUD_API_KEY: undefined,
};

test("preview draws a synthesized stack in the terminal without a server or an engine, and writes no files", async () => {
  const outdir = checkoutStack();
  const before = readdirSync(outdir, { recursive: true });
  const { exitCode, stdout, stderr } = await runCli(["preview", outdir], {
    environment: { ...noServer, PATH: "/nowhere" },
  });
  expect(exitCode).toBe(0);
  expect(stderr).toBe("");
  const lines = stdout.split("\n");
  expect(lines[0]).toBe("Checkout");
  expect(lines.filter((line) => /─[A-Z]/.test(line)).map((line) => line.replaceAll(/[^A-Za-z]+/g, " ").trim())).toEqual(
    ["About", "Errors Latency"],
  );
  expect(stdout).toContain("line  Logs: count where level:error, by Servic");
  expect(stdout).toContain("[≥ 50 in 5m] Too many errors");
  expect(stdout).not.toContain("\u001b");
  expect(readdirSync(outdir, { recursive: true })).toEqual(before);
});

test("preview draws all stacks if one of them has no resources", async () => {
  const outdir = checkoutStack((app) => new TerraformStack(app, "empty"));
  const { exitCode, stdout, stderr } = await callCli(["preview", outdir, "--json"], noServer);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(JSON.parse(stdout).dashboards).toMatchObject([{ source: "shop", address: "clickstack_dashboard.checkout" }]);
});

test("preview uses colors if they are forced, also from inside the folder of a stack", async () => {
  const { stdout } = await runCli(["preview"], {
    cwd: stackFolder(checkoutStack()),
    environment: { FORCE_COLOR: "1" },
  });
  expect(stdout).toContain("\u001b[1mCheckout\u001b[22m");
});

test("the JSON document has the structure that docs/guides/preview.md documents", async () => {
  const { exitCode, stdout } = await callCli(["preview", checkoutStack(), "--json"]);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    kind: "preview",
    version: 1,
    dashboards: [
      {
        source: "shop",
        address: "clickstack_dashboard.checkout",
        change: "none",
        before: null,
        after: {
          title: "Checkout",
          sections: [
            {
              title: null,
              tiles: [
                expect.objectContaining({ id: "about", kind: "markdown", query: "Checkout", alerts: [] }),
                {
                  ...{ id: "errors", title: "Errors", kind: "line", x: 0, y: 3, w: 12, h: 7, change: null },
                  query: "Logs: count where level:error, by ServiceName",
                  alerts: [{ name: "Too many errors", condition: "≥ 50 in 5m" }],
                },
                expect.objectContaining({ id: "latency", kind: "number", query: "Traces: p95(Duration)" }),
              ],
              flaws: [],
            },
          ],
        },
      },
    ],
    remarks: [],
  });
});

test("preview writes a drawing to an SVG file, or to an HTML file that loads no other resources", async () => {
  const [outdir, folder] = [checkoutStack(), temporaryFolder()];
  for (const format of ["svg", "html"]) {
    const file = join(folder, `out.${format}`);
    const { exitCode, stdout } = await callCli(["preview", outdir, "--format", format, "--output", file]);
    expect(exitCode).toBe(0);
    expect(stdout).toBe("");
    const text = readFileSync(file, "utf8");
    expect(text).toContain("≥ 50 in 5m · Too many errors");
    expect(text.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|<script|<link|@import|url\(/);
  }
  expect(readdirSync(folder).sort()).toEqual(["out.html", "out.svg"]);
});

test.each(["preview", "backtest"])("%s derives the output format from the file extension", async (command) => {
  const [outdir, folder] = [checkoutStack(), temporaryFolder()];
  const contentOf = async (name: string, ...words: string[]) => {
    const file = join(folder, name);
    const environment = environmentFor(emulator.endpoints);
    const { exitCode, stderr } = await callCli([command, outdir, ...words, "-o", file], environment);
    expect({ exitCode, errors: withoutProgress(stderr) }).toEqual({ exitCode: 0, errors: "" });
    return readFileSync(file, "utf8");
  };
  expect(await contentOf("page.html")).toMatch(/^<!doctype html>/i);
  expect(await contentOf("DRAWING.SVG")).toMatch(/^<svg /);
  expect(JSON.parse(await contentOf("result.json"))).toMatchObject({ kind: command });
  for (const name of ["result.txt", "result"]) {
    expect(await contentOf(name)).toMatch(/^(Checkout|clickstack_alert)/);
  }
  expect(await contentOf("text.html", "--format", "text")).toMatch(/^(Checkout|clickstack_alert)/);
  const { exitCode, stderr } = await callCli([command, outdir, "-o", join(folder, "result.md")], noServer);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: `error: The extension of ${join(folder, "result.md")} is not a known format. Fix: Name a file with the extension .txt, .svg, .html or .json, or set --format.\n`,
  });
  expect(readdirSync(folder)).not.toContain("result.md");
});

describe("the dashboards on a server", () => {
  let board: Json;

  beforeAll(async () => {
    const select = [{ aggFn: "count", where: "level:error" }];
    const line = { displayType: "line", sourceId: seedIds.logs, select };
    board = await created(emulator.openSource, {
      name: "On the server",
      tiles: [
        tile(line, { name: "Line", x: 0, w: 8, h: 5 }),
        tile({ ...line, displayType: "number" }, { name: "Number", x: 8, w: 8, h: 5 }),
        tile({ ...line, displayType: "stacked_bar", groupBy: "ServiceName" }, { name: "Bars", x: 16, w: 8, h: 5 }),
        tile({ ...line, displayType: "pie", groupBy: "ServiceName" }, { name: "Pie", y: 5, w: 8, h: 5 }),
        tile({ ...line, displayType: "table", groupBy: "ServiceName" }, { name: "Table", x: 8, y: 5, w: 8, h: 5 }),
        tile(
          { displayType: "search", sourceId: seedIds.logs, select: "Body" },
          { name: "Events", x: 16, y: 5, w: 8, h: 5 },
        ),
      ],
    });
    await created(emulator.openSource, { name: "Another", tiles: [] });
    await emulator.openSource.post("/alerts", { ...alertBody, dashboardId: board.id, tileId: board.tiles[0].id });
  });

  const preview = (...words: string[]) =>
    callCli(["preview", "--server", ...words], environmentFor(emulator.endpoints));

  test("are drawn with four requests if they are selected by name or id", async () => {
    emulator.emulator.resetRequests();
    const all = JSON.parse((await preview("--json")).stdout);
    expect(all.dashboards.map((each: Json) => each.after.title).sort()).toEqual(["Another", "On the server"]);
    expect(emulator.emulator.requests.map(({ path }) => path).sort()).toEqual(
      ["alerts", "dashboards", "saved-searches", "sources"].map((kind) => `/api/v2/${kind}`),
    );
    const one = JSON.parse((await preview("--json", "-d", board.id)).stdout);
    expect(one.dashboards).toMatchObject([{ source: "server", address: board.id, after: { title: "On the server" } }]);
    expect(one.dashboards[0].after.sections[0].tiles[0].alerts).toEqual([{ name: null, condition: "≥ 10 in 5m" }]);
  });

  test("are drawn with the values of their real series", async () => {
    const svg = (await preview("--series", "--last", "6h", "--format", "svg", "-d", "On the server")).stdout;
    const box = (title: string) => svg.slice(svg.indexOf(`<title>${title}\n`)).split("</svg></svg>")[0] ?? "";
    expect(box("Line")).toMatch(/<path class="cs-series" stroke="var\(--cs-s0\)" d="M0,[\d.]+(L[\d.]+,[\d.]+){20,}"/);
    expect(box("Number")).toMatch(/<text class="cs-number"[^>]*>[\d.]+K?</);
    expect(box("Bars").match(/<path fill="var\(--cs-s[01]\)"/g)).toHaveLength(2);
    expect(box("Pie")).toContain("ServiceName-a");
    expect(box("Table")).toMatch(
      /text-anchor="end">count<\/text>(<text [^>]*text-anchor="end">[\d.]+K?<\/text>){2}<text [^>]*>ServiceName<\/text>(<text [^>]*>ServiceName-[ab]<\/text>){2}/,
    );
    const text = await preview("--series", "-d", "On the server");
    expect(text.stdout).toMatch(/[▁▂▃▄▅▆▇█]{10}/);
    expect(text.stdout).toContain("! On the server > Events: A search tile has no chart series.");
  });

  test("are drawn even if the server refuses the query of one tile", async () => {
    const line = { displayType: "line", sourceId: seedIds.logs };
    const selected = (where: string) => ({ ...line, select: [{ aggFn: "count", where }] });
    const { id } = await created(emulator.openSource, {
      name: "Refused",
      tiles: [
        tile(selected("level:error"), { name: "Good", w: 12, h: 5 }),
        tile(selected('Body:"open'), { name: "Bad", x: 12, w: 12, h: 5 }),
      ],
    });
    const { exitCode, stdout } = await preview("--series", "-d", "Refused");
    await emulator.openSource.delete(`/dashboards/${id}`);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/[▁▂▃▄▅▆▇█]{10}/);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "! Refused > Bad: POST /api/v2/charts/series returned 500: Unterminated string",
    );
  });

  test("a declared stack can be drawn with the series of the server's source with the same name", async () => {
    const { stdout } = await callCli(
      ["preview", checkoutStack(), "--series", "--format", "svg"],
      environmentFor(emulator.endpoints),
    );
    expect(stdout).toContain('<path class="cs-series"');
  });

  test("are refused with chart series if the deployment is managed", async () => {
    const { exitCode, stderr } = await callCli(["preview", "--server", "--series"], {
      ...noServer,
      ...managedEnvironmentFor(emulator.endpoints),
    });
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      "error: A managed deployment returns no chart series. Fix: Set CLICKHOUSE_URL, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD to a read-only user of its ClickHouse database. Or leave out --series, or draw from an open-source server.\n",
    );
  });

  test("are listed in the error about an unknown dashboard", async () => {
    const { exitCode, stderr } = await preview("-d", "Chekout");
    expect(exitCode).toBe(1);
    expect(stderr).toBe('error: No dashboard has the name "Chekout". Existing names: On the server, Another.\n');
  });
});

describe("an input that cannot be drawn", () => {
  const folder = temporaryFolder();
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  test.each([
    [["preview", "nowhere"], "The file or folder nowhere does not exist."],
    // The content of the file may be a secret, so the message does not repeat it.
    [["preview", file("a.json", '{"a": hunter2}')], "a.json is not valid JSON.\n"],
    [["preview", file("b.json", "{}")], "is not a plan (terraform show -json PLAN), a state"],
    [["preview", file("c.json", '{"resource":{}}')], "The input contains no dashboard."],
    [["preview", file("no-resources.json", '{"terraform":{}}')], "The input contains no dashboard."],
    [
      ["preview", file("empty-plan.json", '{"planned_values":{"root_module":{}},"configuration":{"root_module":{}}}')],
      "The input contains no dashboard.",
    ],
    [["preview", file("empty-state.json", '{"format_version":"1.0"}')], "The input contains no dashboard."],
    [
      ["preview", file("main.ts", "new App();")],
      /main\.ts cannot be read as a saved plan in this folder\. Fix: Name a file of `\w+ plan -out`, a folder, or a plan in JSON\. Error: Failed to read/,
    ],
    [["preview", "a", "--server"], "Give either paths or --server."],
    [["preview", "--last", "5y"], "Give a duration such as 90m, 6h, 7d or 2w, of 30d at most."],
    [["preview", "--server"], "The server cannot be reached. No credentials."],
  ])("causes an error of one line: %j", async (words, text) => {
    const { exitCode, stdout, stderr } = await callCli(words, noServer);
    expect(exitCode).toBe(1);
    expect(stdout).toBe("");
    expect(stderr).toEqual(typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text));
    expect(stderr.trimEnd()).not.toContain("\n");
  });
});
