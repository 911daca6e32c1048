/**
 * Writes the pictures of the documentation to `docs/pictures`, from an example. A test compares the drawings with the
 * current output. Screenshots need Chromium and an engine, and depend on the time and the browser's fonts. Take them
 * again when a page changes.
 *
 *     npm run pictures
 */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { preview, selectPictures, withSeries } from "../../src/cli/commands/preview/preview";
import { runEngine, runProcess } from "../../src/cli/engine/engine";
import { findEngine } from "../../src/cli/engine/find-engine";
import { drawn } from "../../src/cli/reports/formats/pictures";
import { dashboardsSvg } from "../../src/drawing";
import { type Emulator, environmentOf } from "../../src/emulator";
import { startChromium } from "../../test/support/chromium";
import { startEmulator } from "../../test/support/emulator/emulator-for-tests";
import { listed, ui } from "../../test/support/ui";
import { adoptSession } from "./adopt-session";
import { INVENTED } from "./invented-series";
import { contentsOfPacks, PACK_PICTURES } from "./packs";
import { terminalSvg } from "./terminal-svg";

const ROOT = join(__dirname, "..", "..");
const EXAMPLE = { program: "examples/quickstart/main.ts", stack: "quickstart" };

/** Returns the drawings by their path below `docs/pictures`. */
export async function drawings(): Promise<ReadonlyMap<string, string>> {
  const draw = (folder: string) => preview([folder], { format: "svg", dashboard: [], synth: true, last: 0 });
  const dashboard = await inSynthesizedExample(draw);
  return new Map([
    ["dashboard.svg", dashboard],
    ["migrated.svg", await inMigratedExport(draw)],
    ...(await drawnPacks()),
  ]);
}

/** Returns a drawing of each pack with invented series, for docs/guides/packs.md. */
async function drawnPacks(): Promise<readonly (readonly [name: string, drawing: string])[]> {
  const reading = { name: "packs", after: contentsOfPacks() };
  const range = { start: PACKS_END - 12 * 3_600_000, end: PACKS_END };
  return Promise.all(
    Object.entries(PACK_PICTURES).map(async ([name, dashboard]) => {
      const selected = selectPictures([reading], { dashboard: [dashboard] });
      const { pictures } = await withSeries(selected, INVENTED, range, String);
      return [name, `${dashboardsSvg(pictures.map(drawn))}\n`] as const;
    }),
  );
}

/** End of the invented series in the pictures of packs. */
const PACKS_END = Date.parse("2026-06-03T12:00:00Z");

/** Converts the export of docs/guides/migrating.md, and runs the program. */
async function inMigratedExport<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const code = mkdtempSync(join(ROOT, "build", "migrated-"));
  const words = ["migrate", "grafana", join(ROOT, "test", "fixtures", "migrate", "grafana"), "-o", code];
  try {
    // The exit code 2 means that differences are listed.
    spawnSync(process.execPath, [require.resolve("tsx/cli"), join(ROOT, "src", "cli", "cdk-clickstack.ts"), ...words]);
    return await inSynthesizedExample(work, { program: join(code, "main.ts"), stack: "clickstack" });
  } finally {
    rmSync(code, { recursive: true, force: true });
  }
}

/** Returns the recorded terminal sessions by their path below `docs/pictures`. */
export async function terminalSessions(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    [ADOPT_SESSION, terminalSvg("Terminal: drift, adopt --write and plan of a program", await adoptSession())],
  ]);
}

/** Picture of the session of docs/guides/adopt.md. */
export const ADOPT_SESSION = "adopt.svg";

/** Screenshots by their path below `docs/pictures`, with their content and size. */
export const PHOTOGRAPHS = {
  "drift.png": { page: "drift report", width: 900, height: 620 },
  "backtest.png": { page: "back-test", width: 900, height: 520 },
  "emulator.png": { page: "emulator", width: 1100, height: 700 },
} as const;

/**
 * Applies the example to an emulator, makes edits of a UI user, and takes screenshots of the command line and the page.
 */
function photographs(): Promise<ReadonlyMap<string, Buffer>> {
  return inSynthesizedExample(async (folder) => {
    await using emulator = await startEmulator();
    const endpoints = emulator.endpoints;
    const environment = environmentOf(endpoints);
    const browser = await startChromium();
    try {
      for (const args of [["init"], ["apply", "-auto-approve"]]) {
        const { exitCode, stderr } = await runEngine(findEngine(), args, { workingDirectory: folder, environment });
        if (exitCode !== 0) {
          throw new Error(`${args.join(" ")} failed: ${stderr}`);
        }
      }
      const backTest = ["backtest", "--server", "--no-cache", "--format", "html"];
      const backTested = await written(folder, "backtest.html", environment, ...backTest);
      await editInUi(emulator);
      const addresses = {
        "back-test": backTested,
        "drift report": await written(folder, "drift.html", environment, "drift", folder),
        emulator: `${endpoints.openSource.endpoint}/#dashboards`,
      };
      const taken = new Map<string, Buffer>();
      for (const [name, { page, width, height }] of Object.entries(PHOTOGRAPHS)) {
        taken.set(name, await photograph(browser, addresses[page], { width, height }));
      }
      return taken;
    } finally {
      await browser.close();
    }
  });
}

interface Named {
  readonly id: string;
  readonly name: string;
}

async function editInUi(emulator: Emulator): Promise<void> {
  const [dashboard] = (await listed(emulator, "dashboards")) as { id: string; tiles: Named[] }[];
  const [alert] = await listed(emulator, "alerts");
  const errors = dashboard?.tiles.find(({ name }) => name === "Errors");
  const select = [{ aggFn: "count", where: "level:fatal" }];
  await ui(emulator, "PATCH", `/api/v2/dashboards/${dashboard?.id}/tiles/${errors?.id}`, {
    config: { select },
  });
  await ui(emulator, "PATCH", `/api/v2/alerts/${alert?.id}`, { threshold: 250 });
}

/** Returns the address of the page that a command writes. */
async function written(folder: string, name: string, environment: Record<string, string>, ...words: string[]) {
  const file = join(folder, name);
  const cli = join(ROOT, "dist", "cli", "cdk-clickstack.js");
  const { exitCode, stderr } = await runProcess(process.execPath, [cli, ...words, "--output", file], {
    workingDirectory: folder,
    environment: { ...process.env, ...environment },
  });
  if (exitCode === 1) {
    throw new Error(`${words[0]} failed: ${stderr}`);
  }
  return pathToFileURL(file).href;
}

async function photograph(browser: Browser, address: string, viewport: { width: number; height: number }) {
  const page = await browser.newPage({ viewport });
  await page.goto(address, { waitUntil: "networkidle" });
  return page.screenshot();
}

async function inSynthesizedExample<T>(work: (folder: string) => Promise<T>, example = EXAMPLE): Promise<T> {
  const outdir = mkdtempSync(join(tmpdir(), "clickstack-pictures-"));
  try {
    execFileSync(process.execPath, [require.resolve("tsx/cli"), resolve(ROOT, example.program)], {
      cwd: ROOT,
      env: { ...process.env, CDKTF_OUTDIR: outdir, CHECKPOINT_DISABLE: "1" },
      stdio: "pipe",
    });
    return await work(join(outdir, "stacks", example.stack));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const folder = join(ROOT, "docs", "pictures");
  mkdirSync(folder, { recursive: true });
  for (const [name, picture] of [...(await drawings()), ...(await terminalSessions()), ...(await photographs())]) {
    writeFileSync(join(folder, name), picture);
  }
}

if (require.main === module) {
  void main();
}
