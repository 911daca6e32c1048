import type { Browser, BrowserContext, Page } from "playwright-core";
import { seedIds } from "../../../src/emulator";
import { violations } from "../../support/axe";
import { startChromium } from "../../support/chromium";
import { alertBody, client, created, type Json, type Running, start, tile } from "../../support/emulator/support";
import { firstOf, longTest } from "../../support/long-test";

const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 390, height: 800 };
/** Views of the page, and their headings. */
const HEADINGS: Readonly<Record<string, string>> = {
  dashboards: "Dashboards",
  alerts: "Alerts",
  "saved-searches": "Saved searches",
  webhooks: "Webhooks",
  sources: "Sources",
  connections: "Connections",
  keys: "API keys",
  roles: "Roles",
  requests: "Requests",
};
const INJECTION = `<img src=x onerror="document.title='broken'">`;

let browser: Browser;
let context: BrowserContext | undefined;
let emulator: Running;
let board: Json;

beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

beforeEach(async () => {
  emulator = await start();
  const select = [{ aggFn: "count", where: "level:error" }];
  const line = { displayType: "line", sourceId: seedIds.logs, select };
  board = await created(emulator.openSource, {
    name: "Checkout",
    filters: [
      { type: "QUERY_EXPRESSION", name: "Service", expression: "ServiceName", sourceId: seedIds.logs },
      { type: "STATIC_LIST", name: "Stage", options: ["prod", "test"] },
      { type: "PROMETHEUS_LABEL", name: "Pod", sourceId: seedIds.promql, label: "k8s.pod.name" },
    ],
    tiles: [
      tile(line, { name: "Errors", x: 0, y: 0, w: 12, h: 6 }),
      tile({ ...line, displayType: "number" }, { name: "Orders", x: 12, y: 0, w: 6, h: 4 }),
      tile({ displayType: "markdown", markdown: INJECTION }, { name: INJECTION, x: 10, y: 4, w: 14, h: 4 }),
    ],
  });
  const alert = {
    ...alertBody,
    dashboardId: board.id,
    tileId: board.tiles[0].id,
    name: "Too many errors",
    threshold: 100,
  };
  await emulator.openSource.post("/alerts", alert);
});
afterEach(async () => {
  await context?.close();
  await emulator.emulator.stop();
});

const address = () => emulator.endpoints.openSource.endpoint;

/** Opens a view, and fails the test on any error that a browser reports. */
async function open(view: string, viewport = WIDE, colorScheme: "light" | "dark" = "light"): Promise<Page> {
  context = await browser.newContext({ viewport, colorScheme });
  const page = await context.newPage();
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => request.url().startsWith(address()) || complaints.push(request.url()));
  await page.goto(`${address()}/#${view}`);
  await page.getByRole("heading", { level: 2 }).first().waitFor();
  return page;
}

const complaints: string[] = [];
beforeEach(() => complaints.splice(0));
afterEach(() => expect(complaints).toEqual([]));

const storedTile = async (index: number) =>
  (await emulator.openSource.get(`/dashboards/${board.id}`)).json.data.tiles[index];

test("the page loads nothing from other hosts, and its requests are not logged and not limited", async () => {
  const limited = await start({ limits: { openSource: { max: 1, windowMs: 60_000 } } });
  const { endpoint } = limited.endpoints.openSource;
  for (const path of ["/", "/ui/page/page.js", "/ui/page/page.css", "/ui/page/icon.svg"]) {
    const response = await client(endpoint, {}).get(path);
    const { status, headers } = response;
    expect({ path, status, limit: headers.get("ratelimit-limit") }).toEqual({ path, status: 200, limit: null });
    expect(response.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'/,
    );
  }
  expect(limited.emulator.requests).toEqual([]);
  expect((await limited.openSource.get("/alerts")).status).toBe(200);
  expect((await limited.openSource.get("/alerts")).status).toBe(429);
  const unrouted = await client(endpoint, {}).get("/page.js");
  expect(unrouted.status).toBe(404);
  expect(unrouted.text).toContain("Cannot GET /page.js");
  await limited.emulator.stop();
});

test("the page shows tiles on the grid, with their query, alerts and overlaps", async () => {
  const page = await open("dashboards");
  const filters = page.getByRole("list", { name: "Filters" }).getByRole("listitem");
  expect(await filters.allInnerTexts()).toEqual(["Service", "Stage (2 options)", "Pod"]);
  const grid = await boxOf(page, ".grid");
  const shares = async (name: string) => {
    const box = await boxOf(page, `li.tile:has-text("${name}")`);
    const column = grid.width / 24;
    return [box.x - grid.x, box.width]
      .map((pixels) => Math.round(pixels / column))
      .concat([box.y - grid.y, box.height].map((pixels) => Math.round(pixels / 34)));
  };
  expect(await shares("Errors")).toEqual([0, 12, 0, 6]);
  expect(await shares("Orders")).toEqual([12, 6, 0, 4]);
  const errors = page.getByRole("listitem").filter({ hasText: "Errors" }).last();
  expect(await errors.innerText()).toContain("line Logs: count where level:error");
  expect(await errors.innerText()).toContain("Alert: ≥ 100 in 5m");
  await page.getByText("remarks on the layout").click();
  expect(await page.locator(".flaws li").first().innerText()).toContain("overlap at x 10, y 4, 2 wide, 2 high.");
  expect(await page.locator(".overlapping").count()).toBe(2);
  expect(await page.title()).toBe("Dashboards - ClickStack emulator");
});

test("a user renames and moves a tile and changes its condition with only the keyboard", async () => {
  const page = await open("dashboards");
  const edit = page.getByRole("button", { name: "Edit tile Errors" });
  await edit.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Errors, all");
  for (const value of ["1", "9", "11", "5", "level:fatal"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+A");
    await page.keyboard.type(value);
  }
  await page.keyboard.press("Enter");
  expect(await page.getByRole("status").getByText("Changed tile Errors, all.").innerText()).toBe(
    "Changed tile Errors, all.",
  );
  expect(await storedTile(0)).toMatchObject({
    id: board.tiles[0].id,
    ...{ name: "Errors, all", x: 1, y: 9, w: 11, h: 5 },
    config: { displayType: "line", select: [{ aggFn: "count", where: "level:fatal" }] },
  });
  const renamed = page.getByRole("button", { name: "Edit tile Errors, all" });
  expect(await renamed.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  // The message is about the dashboards, so the next view does not show it.
  await page.getByRole("link", { name: /^Alerts/ }).click();
  await page.getByRole("heading", { name: "Alerts", level: 2 }).waitFor();
  expect(await page.getByRole("status").innerText()).toBe("");
});

longTest("a dialog receives text that a user types immediately after it opens", async () => {
  const page = await open("dashboards");
  const edit = page.getByRole("button", { name: "Edit tile Orders" });
  await edit.focus();
  await page.evaluate("requestAnimationFrame = setTimeout = () => 0");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("All");
  expect(await page.locator("#field-name").inputValue()).toBe("All");
});

longTest("a dialog keeps the focus, and Escape closes it without a change", async () => {
  const page = await open("dashboards");
  await page.getByRole("button", { name: "Edit tile Orders" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit tile Orders" });
  await dialog.getByLabel("Title").fill("Nothing");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect((await storedTile(1)).name).toBe("Orders");
});

longTest("the button that removes a tile is red and separate from the other buttons", async () => {
  const page = await open("dashboards");
  await page.getByRole("button", { name: "Edit tile Errors" }).click();
  const color = await page.evaluate(`getComputedStyle(document.querySelector("dialog .buttons button")).color`);
  expect(color).toBe("rgb(179, 38, 30)");
  const [field, button] = [await boxOf(page, "dialog .field"), await boxOf(page, "dialog .buttons button")];
  expect(button.x).toBe(field.x);
});

longTest("the page removes the alerts of a tile when a user removes the tile", async () => {
  const page = await open("dashboards");
  await page.getByRole("button", { name: "Edit tile Errors" }).click();
  await page.getByRole("button", { name: "Remove tile" }).click();
  await page.getByText("Removed tile Errors with its alerts.").waitFor();
  expect((await emulator.openSource.get("/alerts")).json.data).toEqual([]);
});

longTest("a user changes a threshold on the page", async () => {
  const page = await open("alerts");
  expect(await page.getByRole("row").last().innerText()).toMatch(
    /Too many errors\s+Checkout › Errors\s+≥ 100 in 5m\s+Slack oncall\s+OK/,
  );
  await page.getByRole("button", { name: "Edit alert Too many errors" }).click();
  await page.getByLabel("Threshold").fill("2.5");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("cell", { name: "≥ 2.5 in 5m" }).waitFor();
  expect((await emulator.openSource.get("/alerts")).json.data[0]).toMatchObject({
    threshold: 2.5,
    name: "Too many errors",
  });
});

longTest("the page names the chart of an alert that watches no tile", async () => {
  const chart = { displayType: "line", sourceId: seedIds.logs, select: [{ aggFn: "count" }], groupBy: "ServiceName" };
  await emulator.openSource.post("/alerts", { ...alertBody, source: "inline", chartConfig: chart, name: "Own chart" });
  const page = await open("alerts");
  const row = page.getByRole("row").filter({ hasText: "Own chart" });
  expect(await row.innerText()).toMatch(/Own chart\s+Chart of the alert\s+≥ 10/);
});

test("a key stops working after a user disables it on the page", async () => {
  const page = await open("keys");
  await page.getByRole("button", { name: "Disable key Emulator admin" }).click();
  await page.getByText("Key Emulator admin is now disabled.").waitFor();
  expect((await emulator.cloud.get("/keys")).status).toBe(401);
  await page.getByRole("button", { name: "Enable key Emulator admin" }).click();
  await page.getByText("Key Emulator admin is now enabled.").waitFor();
  expect((await emulator.cloud.get("/keys")).status).toBe(200);
});

longTest("the request log is updated automatically, and can be filtered and cleared", async () => {
  const page = await open("requests");
  await emulator.openSource.get("/alerts/ffffffffffffffffffffffff");
  await page.getByText("/api/v2/alerts/ffffffffffffffffffffffff").waitFor();
  const rows = async () => (await page.locator("tbody tr").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
  expect(await rows()).toEqual([
    expect.stringMatching(/^3 .* open source GET \/api\/v2\/alerts\/f+ 404$/),
    expect.stringMatching(/^2 .* open source POST \/api\/v2\/alerts 200$/),
    expect.stringMatching(/^1 .* open source POST \/api\/v2\/dashboards 200$/),
  ]);
  await page.getByLabel("Show").selectOption("writes");
  expect(await rows()).toHaveLength(2);
  await page.getByLabel("Show").selectOption("errors");
  expect(await rows()).toHaveLength(1);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText("No requests.").waitFor();
  expect(emulator.emulator.requests).toEqual([]);
});

longTest("the page shows the changes of an apply without a reload", async () => {
  const page = await open("dashboards");
  await page.getByRole("heading", { name: "Checkout" }).waitFor();
  await emulator.openSource.put(`/dashboards/${board.id}`, { ...board, name: "Checkout, reverted" });
  await page.getByRole("heading", { name: "Checkout, reverted" }).waitFor();
});

longTest("the page shows the tiles one below the other on a narrow screen, and fits the screen", async () => {
  const page = await open("dashboards", NARROW);
  await page.locator("li.tile").first().waitFor();
  const boxes = await page
    .locator("li.tile")
    .evaluateAll((tiles) => tiles.map((each) => each.getBoundingClientRect().toJSON()));
  expect(new Set(boxes.map(({ x, width }) => `${x} ${width}`)).size).toBe(1);
  expect(boxes.every(({ top }, index) => index === 0 || top >= boxes[index - 1]?.bottom)).toBe(true);
  for (const view of Object.keys(HEADINGS)) {
    await page.goto(`${address()}/#${view}`);
    const widths = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]");
    expect({ [view]: widths }).toEqual({ [view]: [390, 390] });
  }
});

longTest("the page shows containers and their tabs as separate grids", async () => {
  const zones = await dashboardWithContainer();
  const page = await open(`dashboards/${zones.id}`);
  await page.getByRole("heading", { name: "Latency › Jobs" }).waitFor();
  expect(await page.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual([
    "Own",
    "Latency › API",
    "Latency › Jobs",
  ]);
  expect(await page.locator(".grid").count()).toBe(3);
  expect(await violations(page)).toEqual([]);
});

function dashboardWithContainer(): Promise<Json> {
  const text = { displayType: "markdown", markdown: "x" };
  const tabs = [
    { id: "api", title: "API" },
    { id: "jobs", title: "Jobs" },
  ];
  return created(emulator.openSource, {
    name: "Zones",
    containers: [{ id: "latency", title: "Latency", collapsed: false, tabs }],
    tiles: [
      tile(text, { name: "Own" }),
      tile(text, { name: "In API", containerId: "latency", tabId: "api" }),
      tile(text, { name: "In Jobs", containerId: "latency", tabId: "jobs" }),
    ],
  });
}

test.each(
  firstOf(1, [
    ["light", WIDE],
    ["dark", NARROW],
  ]),
)("the page passes the accessibility checks of axe: %s, %j", async (scheme, viewport) => {
  const page = await open("dashboards", viewport, scheme);
  for (const view of Object.keys(HEADINGS)) {
    await page.goto(`${address()}/#${view}`);
    await page.getByRole("heading", { level: 2, name: HEADINGS[view] }).first().waitFor();
    expect({ [view]: await violations(page) }).toEqual({ [view]: [] });
  }
  await page.goto(`${address()}/#dashboards`);
  await page.getByRole("button", { name: "Edit tile Errors" }).click();
  expect({ dialog: await violations(page) }).toEqual({ dialog: [] });
});

async function boxOf(page: Page, selector: string): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) {
    throw new Error(`${selector} is not to be seen.`);
  }
  return box;
}
