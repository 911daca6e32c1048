import type { Browser } from "playwright-core";
import { violations } from "../../support/axe";
import { startChromium } from "../../support/chromium";
import { saveProgram, WatchedPreview, watchedProject } from "../../support/cli/watched-preview";

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

const watchedBoard = (name: string) =>
  `new Dashboard(stack, "board", { name: "${name}", tiles: { errors: tile.line({ source: logs, select: [count()] }) } });`;

test("the page of preview --watch is drawn again without a reload, shows failures, and notices the end", async () => {
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
});
