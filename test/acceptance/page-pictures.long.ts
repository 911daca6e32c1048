import type { Browser, Page } from "playwright-core";
import { seedIds } from "../../src/emulator";
import { startChromium } from "../support/chromium";
import { alertBody, created, type Json, type Running, start, tile } from "../support/emulator/support";
import { layoutProblems } from "../support/layout-problems";
import { pictureProblem, STILL } from "../support/pictures";

/** A fixed time, so that the emulator always generates the same series. */
const NOW = new Date("2026-03-05T14:30:00Z");
const WIDTHS = [380, 768, 1280] as const;

let browser: Browser;
let emulator: Running;

beforeAll(async () => {
  const flags = ["--font-render-hinting=none", "--disable-lcd-text", "--force-color-profile=srgb"];
  [browser, emulator] = await Promise.all([
    startChromium(flags),
    start({
      now: () => NOW,
      seed: { keyId: "PicturesKeyId0000001", keySecret: "4b1dPicturesSecret", accessKey: seedIds.organization },
    }),
  ]);
  await fill();
});
afterAll(async () => {
  await browser.close();
  await emulator.emulator.stop();
});

const logs = { sourceId: seedIds.logs };
const counted = { ...logs, select: [{ aggFn: "count", where: "level:error" }] };
const byService = { ...logs, select: [{ aggFn: "count", where: "" }], groupBy: "ServiceName" };
const latency = {
  sourceId: seedIds.traces,
  select: [{ aggFn: "quantile", level: 0.95, valueExpression: "Duration", where: "" }],
  numberFormat: { output: "duration", factor: 1e-9 },
};
const at = (name: string, x: number, y: number, w: number, h: number) => ({ name, x, y, w, h });

/** Tiles of every kind and of small sizes, with alerts on the smallest ones. */
const TILES = [
  tile({ displayType: "line", ...counted }, at("Errors of all services in production", 0, 0, 12, 7)),
  tile({ displayType: "stacked_bar", ...byService }, at("Requests", 12, 0, 8, 7)),
  tile({ displayType: "number", ...latency }, at("p95", 20, 0, 4, 4)),
  tile({ displayType: "number", ...counted }, at("Failed checkouts", 20, 4, 2, 3)),
  tile({ displayType: "number", ...counted }, at("Flat", 22, 4, 2, 1)),
  tile({ displayType: "number", ...byService }, at("Wider and flat", 22, 5, 2, 2)),
  tile({ displayType: "table", ...byService }, at("Services", 0, 7, 6, 5)),
  tile({ displayType: "pie", ...byService }, at("Share", 6, 7, 6, 5)),
  tile({ displayType: "bar", ...byService }, at("Top services", 12, 7, 6, 5)),
  tile({ displayType: "search", ...logs, select: "Body", where: "level:fatal" }, at("Fatal events", 18, 7, 6, 5)),
  tile({ displayType: "markdown", markdown: "# Notes\nThe runbook is in the wiki." }, at("About", 0, 12, 16, 1)),
  tile({ displayType: "markdown", markdown: "On call: team checkout" }, at("Team", 16, 12, 8, 3)),
  tile(
    {
      ...{ displayType: "line", ...logs },
      select: [
        { aggFn: "count", where: "level:error" },
        { aggFn: "count", where: "" },
      ],
      formulas: [{ expression: "A / B * 100", alias: "error rate" }],
    },
    at("Error rate", 0, 13, 16, 5),
  ),
];

async function fill(): Promise<void> {
  const board: Json = await created(emulator.openSource, { name: "Checkout", tiles: TILES });
  const alertOn = (name: string, more: object) => ({
    ...alertBody,
    dashboardId: board.id,
    tileId: board.tiles.find((each: Json) => each.name === name).id,
    ...more,
  });
  const alerts = [
    alertOn("Errors of all services in production", { name: "Too many errors", threshold: 100 }),
    alertOn("Flat", { threshold: 25 }),
    alertOn("Failed checkouts", { threshold: 1000, thresholdType: "above" }),
    alertOn("Wider and flat", { threshold: 5 }),
    alertOn("Wider and flat", { threshold: 500, interval: "1h" }),
  ];
  for (const alert of alerts) {
    expect(await emulator.openSource.post("/alerts", alert)).toMatchObject({ status: 200 });
  }
  const search = { name: "Fatal events of the shop", sourceId: seedIds.logs, where: "level:fatal", tags: ["shop"] };
  const { json } = await emulator.openSource.post("/saved-searches", search);
  const { dashboardId: _, tileId: __, ...watched } = alertOn("Flat", { threshold: 1 });
  await emulator.openSource.post("/alerts", { ...watched, source: "saved_search", savedSearchId: json.data.id });
}

const VIEWS = ["alerts", "saved-searches", "webhooks", "sources", "connections", "keys", "roles", "requests"];

/** Pictures of lists, in addition to those of the dashboard. */
const COMPARED_LISTS = ["alerts-1280-light", "alerts-380-dark", "roles-768-light", "roles-1280-dark"];

/** Opens the page with a fixed font, clock and time zone. */
async function openAt(width: number, colorScheme: "light" | "dark"): Promise<Page> {
  const context = await browser.newContext({
    ...{ viewport: { width, height: 900 }, colorScheme, bypassCSP: true },
    ...{ timezoneId: "UTC", locale: "en-GB", deviceScaleFactor: 1, reducedMotion: "reduce" },
  });
  const page = await context.newPage();
  const { endpoint } = emulator.endpoints.openSource;
  await page.goto(`${endpoint}/#dashboards`);
  // The port, the ids and the number of requests differ in each run.
  const changing = '.address, .id code, a[href="#requests"] .count';
  await page.addStyleTag({ content: `${STILL} ${changing} { visibility: hidden; }` });
  await page.locator("#board-name").waitFor();
  await page.locator(".chart .cs-series").first().waitFor();
  return page;
}

test("tiles show the values that the API returns, and lists show names that are derived from the objects", async () => {
  const page = await openAt(1280, "light");
  const query = {
    ...{ startTime: NOW.getTime() - 3_600_000, endTime: NOW.getTime(), granularity: "6h" },
    series: [{ sourceId: seedIds.logs, aggFn: "count", where: "level:error", groupBy: [] }],
  };
  const { json } = await emulator.openSource.post("/charts/series", query);
  const shown = page.locator('li.tile:has-text("Failed checkouts") .chart');
  await page.setViewportSize({ width: 380, height: 900 });
  expect(await shown.innerText()).toBe(json.data[0]["series_0.data"]);
  const rowsOf = async (view: string) => {
    await page.evaluate(`location.hash = ${JSON.stringify(view)}`);
    await page.locator(`nav a[href="#${view}"][aria-current="page"]`).waitFor();
    return (await page.locator("tbody tr").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());
  };
  expect((await rowsOf("alerts")).map((text) => text.split(" Checkout ›")[0]?.split(" Search ")[0])).toEqual([
    "Too many errors",
    "Checkout - Flat",
    "Checkout - Failed checkouts",
    "Checkout - Wider and flat",
    "Checkout - Wider and flat",
    "Fatal events of the shop",
  ]);
  expect(await rowsOf("saved-searches")).toEqual(["Fatal events of the shop Logs level:fatal 1 shop"]);
  expect(await rowsOf("webhooks")).toContain(
    "Slack oncall slack https://hooks.slack.com/services/T00000000/B00000000/emulator 6",
  );
  expect(await rowsOf("sources")).toContain("Logs log default.otel_logs Local ClickHouse");
  expect(await rowsOf("connections")).toEqual(["Local ClickHouse http://ch-server:8123 default 5"]);
  expect(await rowsOf("roles")).toContain(
    "Developer organization predefined control-plane:organization:view, control-plane:service:view 1",
  );
  expect(await rowsOf("roles")).toContain("Member ClickStack predefined manage all, not manage Team");
  await page.context().close();
});

test.each(WIDTHS)("the page equals its reference pictures at %i pixels, in light and dark mode", async (width) => {
  const problems: unknown[] = [];
  for (const scheme of ["light", "dark"] as const) {
    const page = await openAt(width, scheme);
    problems.push(await pictureProblem(page, `dashboard-${width}-${scheme}`));
    expect(await layoutProblems(page)).toEqual([]);
    for (const view of VIEWS) {
      await page.evaluate(`location.hash = ${JSON.stringify(view)}`);
      await page.locator(`nav a[href="#${view}"][aria-current="page"]`).waitFor();
      expect({ view, problems: await layoutProblems(page) }).toEqual({ view, problems: [] });
      const name = `${view}-${width}-${scheme}`;
      if (COMPARED_LISTS.includes(name)) {
        problems.push(await pictureProblem(page, name));
      }
    }
    await page.context().close();
  }
  expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});
