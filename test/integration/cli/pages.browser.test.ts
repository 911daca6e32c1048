import type { Browser } from "playwright-core";
import { backtestHtml } from "../../../src/cli/commands/backtest/results-page";
import { LivePage } from "../../../src/cli/commands/preview/watch/live-page";
import { staleHtml } from "../../../src/cli/commands/report/render";
import { html } from "../../../src/cli/reports/formats/html-page";
import { htmlReport } from "../../../src/cli/reports/formats/html-report";
import { layoutMarkup, previewHtml } from "../../../src/cli/reports/formats/pictures";
import type { Result } from "../../../src/cli/server/backtest/test-alert";
import type { StaleReport } from "../../../src/cli/server/stale/stale-report";
import { drawnDashboard, marked } from "../../../src/drawing";
import { violations } from "../../support/axe";
import { startChromium } from "../../support/chromium";
import { dashboardChange, sampleReport } from "../../support/cli/report/sample-report";
import { saveProgram, WatchedPreview, watchedProject } from "../../support/cli/watched-preview";
import { board, tile } from "../../support/drawing/boards";
import { firstOf, longTest } from "../../support/long-test";

const HOUR = 3_600_000;
const alert = { tileId: "errors", name: "Too many", thresholdType: "above", threshold: 5, interval: "1h" };

function previewPage(): string {
  const sides = marked(
    drawnDashboard(board(tile("errors", [0, 0, 14, 6]), tile("gone", [12, 2, 12, 6])), { alerts: [alert] }),
    drawnDashboard(board(tile("errors", [0, 0, 12, 6]), tile("new", [14, 2, 10, 6])), { alerts: [alert] }),
  );
  const single = drawnDashboard(board(tile("a-tile-with-a-very-long-name-that-does-not-fit", [0, 0, 24, 6])));
  return previewHtml(
    [
      { source: "shop", address: "clickstack_dashboard.checkout", change: "changed", ...sides } as never,
      { source: "shop", address: "clickstack_dashboard.other", change: "none", after: single },
    ],
    ["The tile of clickstack_alert.x is not in the input, so its alert is not drawn."],
  );
}

function backtestPage(): string {
  const values = Array.from({ length: 168 }, (_, hour) => (hour % 24) + (hour === 100 ? 40 : 0));
  const result: Result = {
    alert: {
      ...{ address: "clickstack_alert.a", name: "Too many", watches: "Checkout > Errors: count", fires: "≥ 30 in 1h" },
      ...{ query: { series: [], outputs: [] }, columns: ["ServiceName"], inARow: 1 },
      condition: { type: "above", threshold: 30, max: 30 },
      schedule: { length: HOUR, phase: 0, notBefore: 0 },
    },
    notes: [],
    from: 0,
    to: 168 * HOUR,
    windows: values.map((value, hour) => ({ start: hour * HOUR, values: [{ group: "ServiceName: a", value }] })),
    firings: [
      {
        ...{ group: "ServiceName: a", start: 100 * HOUR, firedAt: 101 * HOUR, end: 101 * HOUR, ongoing: false },
        ...{ windows: 1, notifications: 1, peak: 44, peakAt: 100 * HOUR },
      },
    ],
    perWeek: 1,
    targetRate: { wanted: 1, best: { threshold: 30, firings: 1, perWeek: 1 } },
  };
  return backtestHtml(
    [result],
    [{ address: "b", name: "On SQL", reason: "The server returns no chart series for a query in SQL." }],
  );
}

function planPage(): string {
  const { address } = dashboardChange;
  const sides = {
    before: drawnDashboard(board(tile("errors", [0, 0, 24, 6]))),
    after: drawnDashboard(board(tile("errors", [0, 0, 12, 6]))),
  };
  const layout = layoutMarkup({ source: "shop", address, change: "changed", ...sides });
  return htmlReport(sampleReport("plan"), new Map([["shop", new Map([[address, layout]])]]));
}

function stalePage(): string {
  const object = { type: "clickstack_webhook", since: null, url: null };
  const report: StaleReport = {
    ...{ readAt: "2026-11-23T12:00:00.000Z", days: 30, alertDays: 7, problems: ["The list of sources is incomplete."] },
    findings: [
      { ...object, rule: "alert-errors", id: "a".repeat(24), name: "Errors", text: `QUERY_ERROR: ${"x".repeat(200)}` },
      { ...object, rule: "dashboard-source", id: "b".repeat(24), name: "Old", text: "Deleted.", url: "http://ui/b" },
    ],
    ...{ recent: { firing: 2, noData: 1 }, skipped: ["There are no credentials."] },
  };
  return staleHtml(report);
}

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

test.each(
  firstOf(3, [
    ["preview", previewPage, 380, "dark"],
    ["back-test", backtestPage, 768, "dark"],
    ["plan", planPage, 1280, "light"],
    ["preview", previewPage, 1280, "light"],
    ["preview", previewPage, 768, "light"],
    ["back-test", backtestPage, 1280, "dark"],
    ["back-test", backtestPage, 380, "light"],
    ["plan", planPage, 768, "dark"],
    ["plan", planPage, 380, "dark"],
  ]),
)(
  "the page of a %s is accessible, and neither the page nor a drawing is wider than the screen: %#",
  async (_name, html, width, colorScheme) => {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    await page.setContent(html());
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    expect(
      await page
        .locator(".drawing")
        .evaluateAll((frames) => frames.filter((each) => each.scrollWidth > each.clientWidth).length),
    ).toBe(0);
    // The letters of a drawing are readable because the drawing is as wide as the page, or has a narrow layout.
    const scales = await page
      .locator(width < 760 ? ".drawing > .narrow > svg" : ".drawing > .wide > svg")
      .evaluateAll((drawings) =>
        drawings.map((each) => each.getBoundingClientRect().width / Number(each.getAttribute("width"))),
      );
    expect(scales.length).toBeGreaterThan(0);
    expect(scales.every((scale) => scale > 0.8 && scale < 1.5)).toBe(true);
    const screenshots = process.env.SCREENSHOTS;
    if (screenshots) {
      await page.screenshot({ path: `${screenshots}/${_name}-${width}-${colorScheme}.png`, fullPage: true });
    }
    await page.close();
  },
);

test.each(
  firstOf(1, [
    [1280, "light"],
    [380, "dark"],
  ]),
)(
  "the page of report --stale is accessible and is not wider than a screen of %d pixels",
  async (width, colorScheme) => {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    await page.setContent(stalePage());
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    if (process.env.SCREENSHOTS) {
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/stale-${width}.png`, fullPage: true });
    }
    await page.close();
  },
);

test.each(firstOf(1, [380, 1280]))(
  "no text of a drawing is cut off at the edge of its tile at %d pixels",
  async (width) => {
    const name = "Too many errors in the checkout and the payments of the whole company, in production";
    const long = { ...tile("errors", [0, 0, 12, 6]), name };
    const one = drawnDashboard({ ...board(long), name: `${name}, ${name}` }, { alerts: [{ ...alert, name }] });
    const item = { source: "shop", address: "clickstack_dashboard.checkout", change: "none", after: one };
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.setContent(previewHtml([item as never], []));
    const texts = await page.locator("svg .cs-heading, svg .cs-title, svg .cs-badge-text").evaluateAll((all) =>
      all
        .filter((each) => each.tagName === "text" && each.getClientRects().length > 0)
        .map((each) => {
          const edge = each.closest("g > .cs-badge-text")?.parentElement?.querySelector("rect") ?? each.closest("svg");
          return {
            text: each.textContent,
            isInside: each.getBoundingClientRect().right <= Number(edge?.getBoundingClientRect().right),
          };
        }),
    );
    expect(texts.map(({ isInside }) => isInside)).toEqual([true, true, true]);
    expect(texts.map(({ text }) => text?.endsWith("…"))).toEqual([true, true, true]);
    await page.close();
  },
);

longTest("overlapping firings of a back-test have the color of one firing", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.setContent(backtestPage());
  const [fill, opacity] = (await page.evaluate(`(() => {
    const firing = document.querySelector(".wide .cs-firing");
    return [getComputedStyle(firing).fill, getComputedStyle(firing.parentElement).opacity];
  })()`)) as readonly string[];
  expect(fill).toBe("rgb(179, 38, 30)");
  expect(Number(opacity)).toBeLessThan(0.2);
  await page.close();
});

const watchedBoard = (name: string) =>
  `new Dashboard(stack, "board", { name: "${name}", tiles: { errors: tile.line({ source: logs, select: [count()] }) } });`;

longTest("the page of preview --watch shows a drawing that was finished while the page was loading", async () => {
  const live = await LivePage.open(0, () => undefined);
  live.show("Old", html`<h2>Old</h2>`);
  const page = await browser.newPage();
  await page.route("**/events", async (route) => {
    live.show("New", html`<h2>New</h2>`);
    await route.continue();
  });
  await page.goto(live.address);
  await page.getByRole("heading", { name: "New" }).waitFor();
  expect(await page.title()).toBe("New");
  await page.close();
  await live.close();
});

longTest(
  "the page of preview --watch updates without a reload, shows failures, and shows the end of the command",
  async () => {
    const folder = watchedProject(watchedBoard("First"));
    await using preview = await WatchedPreview.start(folder, { CLICKSTACK_API_KEY: undefined });
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await page.goto(preview.address);
    await page.getByRole("heading", { name: "First" }).waitFor();
    await page.evaluate("globalThis.isSamePage = true");
    await page.getByText("The tiles in words").click();
    saveProgram(folder, watchedBoard("Second"));
    await page.getByRole("heading", { name: "Second" }).waitFor();
    expect(await page.getByRole("rowheader", { name: "errors" }).isVisible()).toBe(true);
    expect(await page.title()).toBe("Second - preview");
    saveProgram(folder, 'throw new Error("not yet");');
    await page.getByRole("alert").getByText("Error: not yet").waitFor();
    expect(await page.getByRole("heading", { name: "Second" }).isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await preview.end("SIGINT");
    await page.getByText("The command does not respond. Start it again to continue.").waitFor();
    expect(await page.evaluate("globalThis.isSamePage")).toBe(true);
    if (process.env.SCREENSHOTS) {
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/watch.png`, fullPage: true });
    }
    await page.close();
  },
);

test.each(
  firstOf(1, [
    ["preview", previewPage],
    ["plan", planPage],
  ]),
)(
  "the page of a %s shows before and after side by side on a wide screen, and one below the other on a narrow screen",
  async (_name, html) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.setContent(html());
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    const sides = () =>
      page.locator(".sides > .drawing").evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()));
    const [left, right] = await sides();
    expect(right.top).toBe(left.top);
    expect(right.left).toBeGreaterThanOrEqual(left.right);
    await page.setViewportSize({ width: 380, height: 800 });
    const [above, below] = await sides();
    expect(below.top).toBeGreaterThanOrEqual(above.bottom);
    expect(below.left).toBe(above.left);
    await page.close();
  },
);

/** Returns the edge at which the text of a cell is aligned. */
const EDGE_OF_TEXT = `(cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  const { left, right } = range.getBoundingClientRect();
  return getComputedStyle(cell).textAlign === "right" ? right : left;
}`;

longTest("the header of a column has no line break inside a word", async () => {
  const page = await browser.newPage({ viewport: { width: 768, height: 800 } });
  await page.setContent(previewPage());
  await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
  const heights = await page
    .locator("thead th")
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(40);
  await page.close();
});

longTest(
  "the headers of a back-test are above their columns, and the columns become lines on a narrow screen",
  async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.setContent(backtestPage());
    const edges = (cells: string) => page.evaluate(`[...document.querySelectorAll("${cells}")].map(${EDGE_OF_TEXT})`);
    expect(await edges("tbody tr:first-child > *")).toEqual(await edges("thead th"));
    await page.setViewportSize({ width: 380, height: 800 });
    const tops = await page
      .locator("tbody tr:first-child > *")
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(tops.length);
    await page.close();
  },
);
